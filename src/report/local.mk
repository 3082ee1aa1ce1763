src_libpredictor_a_SOURCES += \
	%D%/compare.c %D%/compare.h \
	%D%/compare-format.c %D%/compare-format.h \
	%D%/compare-html.c %D%/compare-model.def \
	%D%/compare-read.c \
	%D%/compare-text.c \
	%D%/html-interval.c \
	%D%/html-lists.c \
	%D%/html-model.c %D%/html-model.def %D%/html-model.h \
	%D%/html-source.c %D%/html-source.h \
	%D%/html-values.c %D%/html-values.h \
	%D%/processor-walk.c %D%/processor-walk.h \
	%D%/report-clean.c %D%/report-clean.h \
	%D%/report-csv.c \
	%D%/report-fields.c %D%/report-fields.h \
	%D%/report-formats.h \
	%D%/report-html.c \
	%D%/report-json.c \
	%D%/report-losses.c %D%/report-losses.h \
	%D%/report-number.c %D%/report-number.h \
	%D%/report-sink.c %D%/report-sink.h \
	%D%/report-text.c \
	%D%/report-tree.c \
	%D%/report-write.c \
	%D%/report-writer.c %D%/report-writer.h \
	%D%/report-xml.c \
	%D%/report.c %D%/report.h \
	%D%/template-code.h \
	%D%/template-compile.c \
	%D%/template-compiler.c %D%/template-compiler.h \
	%D%/template-files.c %D%/template-files.h \
	%D%/template-markup.c %D%/template-markup.h \
	%D%/template-parse.c %D%/template-parse.h \
	%D%/template-write.c \
	%D%/template.h \
	$(NULL)
