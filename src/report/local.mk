src_libpredictor_a_SOURCES += \
	%D%/compare.c %D%/compare.h \
	%D%/compare-align.c %D%/compare-align.h \
	%D%/compare-format.c %D%/compare-format.h \
	%D%/compare-html.c %D%/compare-model.def \
	%D%/compare-read.c \
	%D%/compare-text.c \
	%D%/critical-path-column.c %D%/critical-path-column.h \
	%D%/critical-path-text.c %D%/critical-path-text.h \
	%D%/html-explain.c %D%/html-explain.def %D%/html-explain.h \
	%D%/html-findings.c \
	%D%/explain-text.c %D%/explain-text.h \
	%D%/explain-tree.c %D%/explain-tree.h \
	%D%/html-interval.c \
	%D%/html-lists.c \
	%D%/html-metrics.c %D%/html-metrics.def %D%/html-metrics.h \
	%D%/html-metrics-values.c \
	%D%/html-model.c %D%/html-model.def %D%/html-model.h \
	%D%/html-path.c %D%/html-path.h \
	%D%/html-path-values.c \
	%D%/html-places.c %D%/html-places.h \
	%D%/html-source.c %D%/html-source.h \
	%D%/html-timeline.c %D%/html-timeline.h \
	%D%/html-timeline-pack.c %D%/html-timeline-pack.h \
	%D%/html-timeline-rows.c %D%/html-timeline-rows.h \
	%D%/html-timeline-styles.c %D%/html-timeline-styles.h \
	%D%/html-timeline-values.c \
	%D%/html-timeline-windows.c %D%/html-timeline-windows.h \
	%D%/html-values.c %D%/html-values.h \
	%D%/metrics-tree.c %D%/metrics-tree.h \
	%D%/metrics-text.c %D%/metrics-text.h \
	%D%/processor-walk.c %D%/processor-walk.h \
	%D%/report-clean.c %D%/report-clean.h \
	%D%/report-csv.c \
	%D%/report-decimal.c %D%/report-decimal.h \
	%D%/report-fields.c %D%/report-fields.h \
	%D%/report-formats.h \
	%D%/report-html.c \
	%D%/report-json.c \
	%D%/report-losses.c %D%/report-losses.h \
	%D%/report-members.c %D%/report-members.h \
	%D%/report-number.c %D%/report-number.h \
	%D%/report-sink.c %D%/report-sink.h \
	%D%/report-text.c \
	%D%/report-tree.c \
	%D%/report-write.c \
	%D%/report-writer.c %D%/report-writer.h \
	%D%/report-xml.c \
	%D%/report.c %D%/report.h \
	%D%/sweep-advice.c %D%/sweep-advice.h \
	%D%/sweep-axis.c %D%/sweep-axis.h \
	%D%/sweep-chart.c \
	%D%/sweep-csv.c \
	%D%/sweep-format.c %D%/sweep-format.h \
	%D%/sweep-heat.c \
	%D%/sweep-html.c \
	%D%/sweep-json.c \
	%D%/sweep-link.c %D%/sweep-link.h \
	%D%/sweep-page.c %D%/sweep-page.def %D%/sweep-page.h \
	%D%/sweep-params.c %D%/sweep-params.h \
	%D%/sweep-picture.h \
	%D%/sweep-read.c %D%/sweep-read.h \
	%D%/sweep-stack.c \
	%D%/sweep-table.c \
	%D%/template-code.h \
	%D%/template-compile.c \
	%D%/template-compiler.c %D%/template-compiler.h \
	%D%/template-files.c %D%/template-files.h \
	%D%/template-markup.c %D%/template-markup.h \
	%D%/template-parse.c %D%/template-parse.h \
	%D%/template-write.c \
	%D%/template.h \
	%D%/text-table.c %D%/text-table.h \
	%D%/timeline-chrome.c \
	%D%/timeline-export.c %D%/timeline-export.h \
	%D%/timeline-items.h \
	%D%/timeline-lanes.c %D%/timeline-lanes.h \
	%D%/timeline-names.c %D%/timeline-names.h \
	%D%/timeline-paje.c \
	%D%/timeline-rows.c %D%/timeline-rows.h \
	%D%/timeline-select.c \
	%D%/timeline-walk.c \
	$(NULL)
