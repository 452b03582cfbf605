"""The page: the hand that a visitor edits, what is said of it, and the screens that show both.

draft      the hand as read and corrected, a frozen value with its edits, and what can be undone
verdict    what a draft is worth, what is wrong with it, what is still in question
photos     from uploaded bytes to a draft, with one sentence for each cause of failure
texts      every sentence of the page in three languages
markup     tiles, hands, photos and scores as HTML
widgets    the component that shows such HTML and says what was tapped
sheet      an evening's score sheet in SQLite
card, cases, fanbook   the result as a picture, problem cases as folders, every fan with an example
screens    what the visitor sees, one module for each
"""
