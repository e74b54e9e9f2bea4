"""What staff and hosts have done."""
