rater_librater_a_SOURCES += \
	%D%/init.c \
	%D%/pipeline.c \
	%D%/pipeline.h \
	$(NULL)
