"""Films on the page: folders of results, what a person says of their hands, films sent to it."""
