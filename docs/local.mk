# What the numbers of a report mean.
EXTRA_DIST += \
	%D%/findings.md \
	%D%/performance.md \
	%D%/semantics.md \
	%D%/sweep.md \
	$(NULL)
