"""The page of Fanlens; `fanlens app` opens it."""

from vision.app.main import main

# Worker processes import the page's script under another name, and are no page.
if __name__ == "__main__":
    main()
