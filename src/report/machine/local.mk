src_libpredictor_a_SOURCES += \
	%D%/json.c \
	%D%/machine.c \
	%D%/machine.h \
	%D%/text.c \
	%D%/transfers.c \
	$(NULL)
