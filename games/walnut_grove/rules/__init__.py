"""The rules of Walnut Grove: farm, town, prices, and what each move does."""
