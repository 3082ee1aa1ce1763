src_libpredictor_a_SOURCES += \
	%D%/assign.c \
	%D%/assign.h \
	%D%/dot.c \
	%D%/epa.c \
	%D%/grains.c \
	%D%/grains.h \
	%D%/grains-timeline.c \
	%D%/grains-timeline.h \
	%D%/graph.c \
	%D%/graph.h \
	%D%/program.c \
	%D%/program.h \
	%D%/read.c \
	%D%/read.h \
	%D%/stg.c \
	%D%/text.c \
	%D%/text.h \
	%D%/workflow.c \
	$(NULL)
