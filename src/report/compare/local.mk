src_libpredictor_a_SOURCES += \
	%D%/align.c \
	%D%/compare.def \
	%D%/compare.h \
	%D%/read.c \
	%D%/view.c \
	$(NULL)
