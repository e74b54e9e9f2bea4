"""Taking confirmed turns back, and restoring them: at once or by consent."""
