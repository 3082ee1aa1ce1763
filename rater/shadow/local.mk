rater_librater_a_SOURCES += \
	%D%/face.c \
	%D%/face.h \
	%D%/shadow.c \
	%D%/shadow.h \
	%D%/sums.c \
	%D%/sums.h \
	$(NULL)
