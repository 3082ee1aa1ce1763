# Reports of predictions made by hand.
tests_libtest_a_SOURCES += \
	%D%/builder.c %D%/builder.h \
	%D%/check.c %D%/check.h \
	%D%/compare-builder.c %D%/compare-builder.h \
	%D%/explain-builder.c %D%/explain-builder.h \
	%D%/page.c %D%/page.h \
	$(NULL)
unit_tests += \
	%D%/test-compare \
	%D%/test-compare-html \
	%D%/test-csv \
	%D%/test-drawing \
	%D%/test-fields \
	%D%/test-html \
	%D%/test-html-explain \
	%D%/test-html-metrics \
	%D%/test-view \
	%D%/test-html-source \
	%D%/test-html-timeline \
	%D%/test-json \
	%D%/test-new-file \
	%D%/test-number \
	%D%/test-prediction \
	%D%/test-source-file \
	%D%/test-template \
	%D%/test-text \
	%D%/test-timeline-export \
	%D%/test-timeline-text \
	%D%/test-write \
	%D%/test-xml \
	$(NULL)
%C%_test_template_SOURCES = %D%/template.def %D%/test-template.c

# Other programs read what sample-report writes.
check_PROGRAMS += %D%/sample-report
dist_check_SCRIPTS += %D%/test-formats.sh
plain_tests += %D%/test-formats.sh

EXTRA_DIST += %D%/ips-metrics.txt %D%/ips-path.txt
EXTRA_DIST += %D%/summary-ascii.txt %D%/summary-colour.txt %D%/summary-unicode.txt
