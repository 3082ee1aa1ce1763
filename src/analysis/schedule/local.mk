src_libpredictor_a_SOURCES += \
	%D%/bounds.c \
	%D%/bounds.h \
	%D%/given.c \
	%D%/given.h \
	%D%/heuristics.c \
	%D%/heuristics.def \
	%D%/heuristics.h \
	%D%/machine.c \
	%D%/machine.h \
	%D%/measured.c \
	%D%/measured.h \
	%D%/optimum.c \
	%D%/optimum.h \
	%D%/problem.c \
	%D%/problem.h \
	%D%/schedule.c \
	%D%/schedule.h \
	%D%/study.c \
	%D%/study.h \
	%D%/timeline.c \
	%D%/timeline.h \
	$(NULL)
