# What the numbers of a report mean.
EXTRA_DIST += \
	%D%/semantics.md \
	$(NULL)
