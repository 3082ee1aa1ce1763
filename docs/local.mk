# What the numbers of a report mean.
EXTRA_DIST += \
	%D%/performance.md \
	%D%/semantics.md \
	$(NULL)
