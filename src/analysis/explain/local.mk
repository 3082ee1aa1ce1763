src_libpredictor_a_SOURCES += \
	%D%/ask.c \
	%D%/explain.c \
	%D%/explainer.c \
	%D%/explainer.h \
	%D%/explanation.h \
	%D%/finding.c \
	%D%/finding.def \
	%D%/finding.h \
	%D%/judge.c \
	%D%/mapping.c \
	%D%/place.c \
	%D%/suspects.c \
	%D%/suspects.h \
	%D%/words.c \
	$(NULL)
