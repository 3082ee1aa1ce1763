# Timelines made by hand, and what is read from them.
tests_libtest_a_SOURCES += %D%/timeline-sample.c %D%/timeline-sample.h
unit_tests += \
	%D%/test-activity-graph \
	%D%/test-best-mapping \
	%D%/test-critical-path \
	%D%/test-metrics \
	%D%/test-path-samples \
	$(NULL)
