"""Pictures, drawn off the event loop."""
