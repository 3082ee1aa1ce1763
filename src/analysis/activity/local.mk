src_libpredictor_a_SOURCES += \
	%D%/critical-path.c \
	%D%/critical-path.h \
	%D%/graph.c \
	%D%/graph.h \
	%D%/metrics.c \
	%D%/metrics.def \
	%D%/metrics.h \
	%D%/table.c \
	%D%/table.h \
	$(NULL)
