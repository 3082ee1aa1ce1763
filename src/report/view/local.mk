src_libpredictor_a_SOURCES += \
	%D%/cells.c \
	%D%/cells.h \
	%D%/explain-view.c \
	%D%/explain.def \
	%D%/losses.c \
	%D%/losses.h \
	%D%/metric-rows.def \
	%D%/metrics.c \
	%D%/metrics.def \
	%D%/metrics.h \
	%D%/page.c \
	%D%/page.h \
	%D%/path.c \
	%D%/path.h \
	%D%/report-shapes.c \
	%D%/report-view.c \
	%D%/report-view.h \
	%D%/report.def \
	%D%/source.c \
	%D%/source.h \
	%D%/timeline-pack.c \
	%D%/timeline-pack.h \
	%D%/timeline-rows.c \
	%D%/timeline-rows.h \
	%D%/timeline.c \
	%D%/timeline.h \
	$(NULL)
