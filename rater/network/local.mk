rater_librater_a_SOURCES += \
	%D%/bus.c \
	%D%/ideal.c \
	%D%/kind.h \
	%D%/links.c \
	%D%/links.h \
	%D%/network.c \
	%D%/network.h \
	%D%/parameters.def \
	%D%/transputer.c \
	$(NULL)
