src_libpredictor_a_SOURCES += \
	%D%/call-graph.c %D%/call-graph.h \
	%D%/rt-call.c %D%/rt-call.def %D%/rt-call.h %D%/rt-param.def \
	%D%/trace-ahead.c %D%/trace-ahead.h \
	%D%/trace-arena.c %D%/trace-arena.h \
	%D%/trace-blocks.c %D%/trace-blocks.h \
	%D%/trace-header.c %D%/trace-header.h \
	%D%/trace-index.c %D%/trace-index.h \
	%D%/trace-line.c %D%/trace-line.h \
	%D%/trace-names.c %D%/trace-names.h \
	%D%/trace-nest.c %D%/trace-nest.h \
	%D%/trace-params.c %D%/trace-params.h \
	%D%/trace-patterns.c %D%/trace-patterns.h \
	%D%/trace-reader.c %D%/trace-reader.h \
	%D%/trace-record.h \
	%D%/trace-records.c %D%/trace-records.h \
	%D%/trace-shapes.c %D%/trace-shapes.h \
	%D%/trace-source.c %D%/trace-source.h \
	$(NULL)
