"""The page of Fanlens; `fanlens app` opens it."""

from vision.app.main import main

main()
