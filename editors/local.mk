# What makes editors offer `predictor debug --dap`.
editorsdir = $(pkgdatadir)/editors/vscode
dist_editors_DATA = \
	%D%/vscode/README.md \
	%D%/vscode/package.json \
	$(NULL)
