src_libpredictor_a_SOURCES += \
	%D%/activity-graph.c %D%/activity-graph.h \
	%D%/activity-segment.c %D%/activity-segment.h \
	%D%/characteristics.c %D%/characteristics.def %D%/characteristics.h \
	%D%/critical-path-levels.c %D%/critical-path-levels.h \
	%D%/critical-path-strip.c %D%/critical-path-strip.h \
	%D%/critical-path.c %D%/critical-path.h \
	%D%/interval-classes.c %D%/interval-classes.h \
	%D%/interval-groups.c %D%/interval-groups.h \
	%D%/line-times.c %D%/line-times.h \
	%D%/explain-ask.c %D%/explain-judge.c %D%/explain-place.c %D%/explain-serial.c \
	%D%/explain-words.c %D%/explain.c \
	%D%/explainer.h %D%/explanation.h \
	%D%/finding.c %D%/finding.def %D%/finding.h \
	%D%/metrics-histogram.c \
	%D%/metrics-private.h \
	%D%/metrics-profile.c \
	%D%/metrics-scan.c %D%/metrics-scan.h \
	%D%/metrics-scope.c \
	%D%/metrics.c %D%/metrics.def %D%/metrics.h \
	%D%/predict.c %D%/predict.h \
	%D%/prediction.c %D%/prediction.h \
	%D%/processor-box-walk.c %D%/processor-box-walk.h \
	%D%/processor-boxes.c %D%/processor-boxes.h \
	%D%/processor-class.c %D%/processor-class.h \
	%D%/processor-products.c %D%/processor-products.h \
	%D%/processor-ranges.c %D%/processor-ranges.h \
	%D%/rollup.c %D%/rollup.h \
	%D%/rollup-maps.c %D%/rollup-maps.h \
	%D%/suspects.c %D%/suspects.h \
	%D%/suspects-tasks.c %D%/suspects-tasks.h \
	%D%/sweep-axes.c %D%/sweep-axes.h \
	%D%/sweep-best.c %D%/sweep-best.h \
	%D%/sweep-bound.c %D%/sweep-bound.h \
	%D%/sweep-machine.c %D%/sweep-machine.h \
	%D%/sweep-merge.c %D%/sweep-merge.h \
	%D%/sweep-row.c %D%/sweep-row.h \
	%D%/sweep-run.c %D%/sweep-run.h \
	%D%/sweep-search.c %D%/sweep-search.h \
	%D%/sweep-sensitivity.c %D%/sweep-sensitivity.h \
	%D%/sweep.c %D%/sweep.h \
	%D%/topology-use.c %D%/topology-use.h \
	%D%/topology.c %D%/topology.h \
	%D%/what-if-runs.c %D%/what-if-runs.h \
	$(NULL)
