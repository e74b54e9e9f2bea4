"""
A headless stand-in for Discord: REST and gateway version 10 on 127.0.0.1, with its world in one file.

``python -m tests.standin --port 8080 --data world.db`` starts it; README.md beside this file says how to use it.
"""
