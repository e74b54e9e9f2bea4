"""What the commands of `longtable` do: one module a command, imported only when its command runs."""
