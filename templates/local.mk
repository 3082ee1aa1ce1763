# Templates of the HTML report are built into the program, and installed for users to start from.
template_files = \
	%D%/compare.xhtml \
	%D%/facts.xhtml \
	%D%/glossary.xhtml \
	%D%/interval.xhtml \
	%D%/report.js \
	%D%/report.xhtml \
	%D%/row.xhtml \
	%D%/source.xhtml \
	%D%/style.css \
	%D%/summary.xhtml \
	$(NULL)

templatesdir = $(pkgdatadir)/templates
dist_templates_DATA = $(template_files) %D%/README.md
dist_pkgdata_DATA += %D%/report.rng %D%/report.schema.json
EXTRA_DIST += %D%/embed.sh

# The recipe runs in the source folder, where the names of the list hold.
%D%/templates-data.c: $(template_files) %D%/embed.sh
	$(AM_V_GEN)$(MKDIR_P) %D% && cd $(srcdir) && \
	$(SHELL) %D%/embed.sh $(template_files) >'$(abs_top_builddir)/$@.tmp' && \
	mv '$(abs_top_builddir)/$@.tmp' '$(abs_top_builddir)/$@'

nodist_src_libpredictor_a_SOURCES = %D%/templates-data.c
CLEANFILES += %D%/templates-data.c %D%/templates-data.c.tmp
