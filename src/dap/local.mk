# The Debug Adapter Protocol, for editors.
src_libpredictor_a_SOURCES += \
	%D%/adapter.c \
	%D%/adapter.h \
	%D%/frame.c \
	%D%/frame.h \
	%D%/json.c \
	%D%/moves.c \
	%D%/private.h \
	%D%/requests.def \
	%D%/send.c \
	%D%/session.c \
	%D%/source.c \
	%D%/stops.c \
	%D%/views.c \
	$(NULL)
