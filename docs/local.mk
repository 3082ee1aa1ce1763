# What the numbers of a report mean.
dist_doc_DATA = \
	%D%/findings.md \
	%D%/performance.md \
	%D%/references.md \
	%D%/semantics.md \
	%D%/sweep.md \
	$(NULL)
