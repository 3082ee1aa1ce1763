# What the numbers of a report mean.
dist_doc_DATA = \
	%D%/fields.md \
	%D%/findings.md \
	%D%/networks.md \
	%D%/performance.md \
	%D%/python.md \
	%D%/references.md \
	%D%/replay.md \
	%D%/schedules.md \
	%D%/semantics.md \
	%D%/sweep.md \
	%D%/tasks.md \
	$(NULL)
