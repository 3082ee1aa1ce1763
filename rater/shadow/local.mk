rater_librater_a_SOURCES += \
	%D%/face.c \
	%D%/face.h \
	%D%/shadow.c \
	%D%/shadow.h \
	%D%/steps.c \
	%D%/steps.h \
	%D%/sum.c \
	%D%/sum.h \
	$(NULL)
