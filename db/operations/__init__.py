"""What the operator of a bot has ordered: blocked servers, messages to the owners of servers."""
