"""The rules of H₂Olland by the parts of a year; ``playing`` says what each move does."""
