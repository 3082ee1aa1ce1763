rater_librater_a_SOURCES += \
	%D%/exchange.c \
	%D%/exchange.h \
	%D%/flow.c \
	%D%/flow.h \
	%D%/join.c \
	%D%/join.h \
	%D%/pairs-shadow.c \
	%D%/pairs-transfer.c \
	%D%/pairs.c \
	%D%/pairs.h \
	%D%/section.c \
	%D%/section.h \
	%D%/traffic.c \
	%D%/transfer.c \
	%D%/transfer.h \
	$(NULL)
