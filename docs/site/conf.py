# Settings of Sphinx for the site. make.py writes the pages that Sphinx reads.
project = "novphy"
extensions = ["myst_parser"]
myst_heading_anchors = 4  # links of GitHub's form: page.md#a-heading
myst_enable_extensions = ["strikethrough"]
suppress_warnings = ["misc.highlighting_failure"]  # JSON with "..." stays without colours
highlight_language = "text"
exclude_patterns = []
html_theme = "furo"
html_title = "novphy"
html_static_path = ["site.css"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sourcelink = False
html_show_copyright = False
html_use_index = False
html_theme_options = {"navigation_with_keys": True, "top_of_page_buttons": []}
