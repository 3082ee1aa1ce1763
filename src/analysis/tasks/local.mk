src_libpredictor_a_SOURCES += \
	%D%/fit.c \
	%D%/fit.h \
	%D%/predict.c \
	%D%/predict.h \
	%D%/student.c \
	%D%/student.h \
	$(NULL)
