# Reports of predictions made by hand.
report_check = %D%/builder.c %D%/builder.h %D%/check.c %D%/check.h
unit_tests += \
	%D%/test-compare \
	%D%/test-compare-html \
	%D%/test-csv \
	%D%/test-fields \
	%D%/test-html \
	%D%/test-html-explain \
	%D%/test-html-metrics \
	%D%/test-view \
	%D%/test-html-source \
	%D%/test-html-timeline \
	%D%/test-json \
	%D%/test-number \
	%D%/test-prediction \
	%D%/test-template \
	%D%/test-text \
	%D%/test-timeline-export \
	%D%/test-timeline-text \
	%D%/test-write \
	%D%/test-xml \
	$(NULL)
%C%_test_compare_SOURCES = %D%/test-compare.c %D%/compare-builder.c %D%/compare-builder.h $(report_check)
%C%_test_compare_CPPFLAGS = $(unit_cppflags)
%C%_test_compare_LDADD = $(unit_ldadd)
%C%_test_compare_html_SOURCES = %D%/test-compare-html.c %D%/compare-builder.c %D%/compare-builder.h \
	%D%/page.c %D%/page.h $(report_check)
%C%_test_compare_html_CPPFLAGS = $(unit_cppflags)
%C%_test_compare_html_LDADD = $(unit_ldadd)
%C%_test_csv_SOURCES = %D%/test-csv.c $(report_check)
%C%_test_csv_CPPFLAGS = $(unit_cppflags)
%C%_test_csv_LDADD = $(unit_ldadd)
%C%_test_fields_SOURCES = %D%/test-fields.c %D%/explain-builder.c %D%/explain-builder.h $(report_check)
%C%_test_fields_CPPFLAGS = $(unit_cppflags)
%C%_test_fields_LDADD = $(unit_ldadd)
%C%_test_html_SOURCES = %D%/page.c %D%/page.h %D%/test-html.c $(report_check)
%C%_test_html_CPPFLAGS = $(unit_cppflags)
%C%_test_html_LDADD = $(unit_ldadd)
%C%_test_html_explain_SOURCES = %D%/page.c %D%/page.h %D%/test-html-explain.c %D%/explain-builder.c %D%/explain-builder.h $(report_check)
%C%_test_html_explain_CPPFLAGS = $(unit_cppflags)
%C%_test_html_explain_LDADD = $(unit_ldadd)
%C%_test_html_timeline_SOURCES = %D%/test-html-timeline.c %D%/explain-builder.c %D%/explain-builder.h %D%/check.c %D%/check.h
%C%_test_html_timeline_CPPFLAGS = $(unit_cppflags)
%C%_test_html_timeline_LDADD = $(unit_ldadd)
%C%_test_html_metrics_SOURCES = %D%/page.c %D%/page.h %D%/test-html-metrics.c %D%/explain-builder.c %D%/explain-builder.h $(report_check)
%C%_test_html_metrics_CPPFLAGS = $(unit_cppflags)
%C%_test_html_metrics_LDADD = $(unit_ldadd)
%C%_test_view_SOURCES = %D%/test-view.c %D%/explain-builder.c %D%/explain-builder.h $(report_check)
%C%_test_view_CPPFLAGS = $(unit_cppflags)
%C%_test_view_LDADD = $(unit_ldadd)
%C%_test_html_source_SOURCES = %D%/page.c %D%/page.h %D%/test-html-source.c $(report_check)
%C%_test_html_source_CPPFLAGS = $(unit_cppflags)
%C%_test_html_source_LDADD = $(unit_ldadd)
%C%_test_json_SOURCES = %D%/test-json.c $(report_check)
%C%_test_json_CPPFLAGS = $(unit_cppflags)
%C%_test_json_LDADD = $(unit_ldadd)
%C%_test_number_SOURCES = %D%/test-number.c %D%/check.c %D%/check.h
%C%_test_number_CPPFLAGS = $(unit_cppflags)
%C%_test_number_LDADD = $(unit_ldadd)
%C%_test_prediction_SOURCES = %D%/test-prediction.c $(report_check)
%C%_test_prediction_CPPFLAGS = $(unit_cppflags)
%C%_test_prediction_LDADD = $(unit_ldadd)
%C%_test_template_SOURCES = %D%/template.def %D%/test-template.c %D%/check.c %D%/check.h
%C%_test_template_CPPFLAGS = $(unit_cppflags)
%C%_test_template_LDADD = $(unit_ldadd)
%C%_test_text_SOURCES = %D%/test-text.c $(report_check)
%C%_test_text_CPPFLAGS = $(unit_cppflags)
%C%_test_text_LDADD = $(unit_ldadd)
%C%_test_timeline_text_SOURCES = %D%/test-timeline-text.c %D%/check.c %D%/check.h \
	tests/analysis/timeline-sample.c tests/analysis/timeline-sample.h
%C%_test_timeline_text_CPPFLAGS = $(unit_cppflags)
%C%_test_timeline_text_LDADD = $(unit_ldadd)
%C%_test_timeline_export_SOURCES = %D%/test-timeline-export.c
%C%_test_timeline_export_CPPFLAGS = $(unit_cppflags)
%C%_test_timeline_export_LDADD = $(unit_ldadd)
%C%_test_write_SOURCES = %D%/test-write.c $(report_check)
%C%_test_write_CPPFLAGS = $(unit_cppflags)
%C%_test_write_LDADD = $(unit_ldadd)
%C%_test_xml_SOURCES = %D%/test-xml.c $(report_check)
%C%_test_xml_CPPFLAGS = $(unit_cppflags)
%C%_test_xml_LDADD = $(unit_ldadd)

# Other programs read what sample-report writes.
check_PROGRAMS += %D%/sample-report
%C%_sample_report_SOURCES = %D%/sample-report.c %D%/builder.c %D%/builder.h
%C%_sample_report_LDADD = $(LIBPREDICTOR_LIBS)
dist_check_SCRIPTS += %D%/test-formats.sh
plain_tests += %D%/test-formats.sh

EXTRA_DIST += %D%/ips-metrics.txt %D%/ips-path.txt
EXTRA_DIST += %D%/summary-ascii.txt %D%/summary-colour.txt %D%/summary-unicode.txt
