rater_librater_a_SOURCES += \
	%D%/network.c \
	%D%/network.h \
	$(NULL)
