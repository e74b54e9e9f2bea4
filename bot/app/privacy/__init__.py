"""What is kept about people and servers: handing it out, deleting it, and keeping it no longer than is said."""
