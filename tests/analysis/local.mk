# Timelines made by hand, and what is read from them.
unit_tests += \
	%D%/test-activity-graph \
	%D%/test-critical-path \
	%D%/test-metrics \
	%D%/test-path-samples \
	$(NULL)
%C%_test_activity_graph_SOURCES = %D%/test-activity-graph.c
%C%_test_activity_graph_CPPFLAGS = $(unit_cppflags)
%C%_test_activity_graph_LDADD = $(unit_ldadd)
%C%_test_critical_path_SOURCES = \
	%D%/test-critical-path.c %D%/timeline-sample.c %D%/timeline-sample.h
%C%_test_critical_path_CPPFLAGS = $(unit_cppflags)
%C%_test_critical_path_LDADD = $(unit_ldadd)
%C%_test_metrics_SOURCES = %D%/test-metrics.c %D%/timeline-sample.c %D%/timeline-sample.h
%C%_test_metrics_CPPFLAGS = $(unit_cppflags)
%C%_test_metrics_LDADD = $(unit_ldadd)
%C%_test_path_samples_SOURCES = %D%/test-path-samples.c
%C%_test_path_samples_CPPFLAGS = $(unit_cppflags)
%C%_test_path_samples_LDADD = $(unit_ldadd)
