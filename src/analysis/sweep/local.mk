src_libpredictor_a_SOURCES += \
	%D%/axes.c \
	%D%/axes.h \
	%D%/best.c \
	%D%/best.h \
	%D%/bound.c \
	%D%/bound.h \
	%D%/known.c \
	%D%/known.h \
	%D%/machine.c \
	%D%/machine.h \
	%D%/part.c \
	%D%/part.h \
	%D%/plan.c \
	%D%/plan.h \
	%D%/run.c \
	%D%/run.h \
	%D%/search.c \
	%D%/search.h \
	%D%/sensitivity.c \
	%D%/sensitivity.h \
	%D%/sweep.c \
	%D%/sweep.h \
	%D%/topology.c \
	%D%/topology.h \
	$(NULL)
