rater_librater_a_SOURCES += \
	%D%/exchange.c \
	%D%/exchange.h \
	%D%/face.c \
	%D%/face.h \
	%D%/shadow.c \
	%D%/shadow.h \
	%D%/sums.c \
	%D%/sums.h \
	$(NULL)
