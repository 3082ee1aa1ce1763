src_libpredictor_a_SOURCES += \
	%D%/critical-path-levels.c \
	%D%/critical-path-levels.h \
	%D%/critical-path-strip.c \
	%D%/critical-path-strip.h \
	%D%/critical-path.c \
	%D%/critical-path.h \
	%D%/graph.c \
	%D%/graph.h \
	%D%/metrics-histogram.c \
	%D%/metrics-private.h \
	%D%/metrics-profile.c \
	%D%/metrics-scan.c \
	%D%/metrics-scan.h \
	%D%/metrics-scope.c \
	%D%/metrics.c \
	%D%/metrics.def \
	%D%/metrics.h \
	%D%/segment.c \
	%D%/segment.h \
	$(NULL)
