src_libpredictor_a_SOURCES += \
	%D%/distinct.c \
	%D%/distinct.h \
	%D%/process.h \
	%D%/program.c \
	%D%/program.h \
	%D%/record.c \
	%D%/record.h \
	%D%/rt-call.c \
	%D%/rt-call.def \
	%D%/rt-call.h \
	%D%/rt-param.def \
	$(NULL)
