# Templates of the HTML report are built into the program, and installed for users to start from.
template_files = \
	%D%/compare.js \
	%D%/compare.xhtml \
	%D%/compare-row.xhtml \
	%D%/explain.css \
	%D%/facts.xhtml \
	%D%/findings.xhtml \
	%D%/glossary.xhtml \
	%D%/grains.xhtml \
	%D%/interval.xhtml \
	%D%/lanes.xhtml \
	%D%/lead.xhtml \
	%D%/machine.css \
	%D%/machine.xhtml \
	%D%/metrics.xhtml \
	%D%/network.xhtml \
	%D%/path.js \
	%D%/path.xhtml \
	%D%/pictures.css \
	%D%/pictures.xhtml \
	%D%/report-data.js \
	%D%/report-plots.js \
	%D%/report-tree.js \
	%D%/report.js \
	%D%/report.xhtml \
	%D%/row.xhtml \
	%D%/schedule.css \
	%D%/schedule.js \
	%D%/schedule.xhtml \
	%D%/source.xhtml \
	%D%/style.css \
	%D%/summary.xhtml \
	%D%/sweep-row.xhtml \
	%D%/sweep.css \
	%D%/sweep.js \
	%D%/sweep.xhtml \
	%D%/tasks.xhtml \
	%D%/tree.xhtml \
	%D%/timeline-data.js \
	%D%/timeline.js \
	%D%/timeline.xhtml \
	$(NULL)

templatesdir = $(pkgdatadir)/templates
dist_templates_DATA = $(template_files) %D%/README.md
dist_pkgdata_DATA += %D%/comparison.schema.json %D%/grains.schema.json %D%/machine.schema.json %D%/report.rng %D%/report.schema.json %D%/schedule.schema.json %D%/sweep.schema.json %D%/tasks.schema.json
EXTRA_DIST += %D%/embed.sh

# The recipe runs in the source folder, where the names of the list hold.
%D%/templates-data.c: $(template_files) %D%/embed.sh %D%/local.mk
	$(AM_V_GEN)$(MKDIR_P) %D% && cd $(srcdir) && \
	$(SHELL) %D%/embed.sh $(template_files) >'$(abs_top_builddir)/$@.tmp' && \
	mv '$(abs_top_builddir)/$@.tmp' '$(abs_top_builddir)/$@'

nodist_src_libpredictor_a_SOURCES = %D%/templates-data.c
CLEANFILES += %D%/templates-data.c %D%/templates-data.c.tmp
