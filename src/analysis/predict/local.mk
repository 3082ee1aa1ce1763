src_libpredictor_a_SOURCES += \
	%D%/best-mapping.c \
	%D%/best-mapping.h \
	%D%/characteristics.def \
	%D%/interval-classes.c \
	%D%/interval-classes.h \
	%D%/line-times.c \
	%D%/line-times.h \
	%D%/link-use.c \
	%D%/link-use.h \
	%D%/predict.c \
	%D%/predict.h \
	%D%/prediction.c \
	%D%/prediction.h \
	$(NULL)
