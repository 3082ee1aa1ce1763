src_libpredictor_a_SOURCES += \
	%D%/characteristics.c %D%/characteristics.def %D%/characteristics.h \
	%D%/predict.c %D%/predict.h \
	%D%/prediction.c %D%/prediction.h \
	%D%/processor-boxes.c %D%/processor-boxes.h \
	%D%/rollup.c %D%/rollup.h \
	$(NULL)
