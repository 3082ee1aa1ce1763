src_libpredictor_a_SOURCES += \
	%D%/arena.c \
	%D%/arena.h \
	%D%/index.c \
	%D%/index.h \
	%D%/names.c \
	%D%/names.h \
	%D%/nest.c \
	%D%/nest.h \
	%D%/program.c \
	%D%/program.h \
	%D%/record.h \
	%D%/records.c \
	%D%/records.h \
	%D%/rt-call.c \
	%D%/rt-call.def \
	%D%/rt-call.h \
	%D%/rt-param.def \
	%D%/shapes.c \
	%D%/shapes.h \
	$(NULL)
