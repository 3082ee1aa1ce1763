# Suites of tests/rater/, linked with nothing but rater/: it stands alone.
check_LIBRARIES += %D%/libratertest.a
%C%_libratertest_a_SOURCES = \
	%D%/check-real.h \
	%D%/geometry.c %D%/geometry.h \
	%D%/random.c %D%/random.h \
	%D%/shadow-naive.c %D%/shadow-naive.h \
	$(NULL)
%C%_libratertest_a_CPPFLAGS = $(unit_cppflags)
rater_ldadd = tests/rater/libratertest.a rater/librater.a tests/libtap.a $(CUNIT_LIBS) -lm

unit_tests += %D%/test-align
%C%_test_align_SOURCES = %D%/test-align.c
%C%_test_align_CPPFLAGS = $(unit_cppflags)
%C%_test_align_LDADD = $(rater_ldadd)

unit_tests += %D%/test-blocks
%C%_test_blocks_SOURCES = %D%/test-blocks.c
%C%_test_blocks_CPPFLAGS = $(unit_cppflags)
%C%_test_blocks_LDADD = $(rater_ldadd)

unit_tests += %D%/test-dist
%C%_test_dist_SOURCES = %D%/test-dist.c
%C%_test_dist_CPPFLAGS = $(unit_cppflags)
%C%_test_dist_LDADD = $(rater_ldadd)

unit_tests += %D%/test-grid
%C%_test_grid_SOURCES = %D%/test-grid.c
%C%_test_grid_CPPFLAGS = $(unit_cppflags)
%C%_test_grid_LDADD = $(rater_ldadd)

unit_tests += %D%/test-hostile
%C%_test_hostile_SOURCES = %D%/test-hostile.c
%C%_test_hostile_CPPFLAGS = $(unit_cppflags)
%C%_test_hostile_LDADD = $(rater_ldadd)

unit_tests += %D%/test-loop
%C%_test_loop_SOURCES = %D%/test-loop.c
%C%_test_loop_CPPFLAGS = $(unit_cppflags)
%C%_test_loop_LDADD = $(rater_ldadd)

unit_tests += %D%/test-mapping
%C%_test_mapping_SOURCES = %D%/test-mapping.c
%C%_test_mapping_CPPFLAGS = $(unit_cppflags)
%C%_test_mapping_LDADD = $(rater_ldadd)

unit_tests += %D%/test-network
%C%_test_network_SOURCES = %D%/test-network.c
%C%_test_network_CPPFLAGS = $(unit_cppflags)
%C%_test_network_LDADD = $(rater_ldadd)

unit_tests += %D%/test-range
%C%_test_range_SOURCES = %D%/test-range.c
%C%_test_range_CPPFLAGS = $(unit_cppflags)
%C%_test_range_LDADD = $(rater_ldadd)

unit_tests += %D%/test-shadow
%C%_test_shadow_SOURCES = %D%/test-shadow.c
%C%_test_shadow_CPPFLAGS = $(unit_cppflags)
%C%_test_shadow_LDADD = $(rater_ldadd)

unit_tests += %D%/test-shadow-random
%C%_test_shadow_random_SOURCES = %D%/test-shadow-random.c
%C%_test_shadow_random_CPPFLAGS = $(unit_cppflags)
%C%_test_shadow_random_LDADD = $(rater_ldadd)

unit_tests += %D%/test-weigh
%C%_test_weigh_SOURCES = %D%/test-weigh.c
%C%_test_weigh_CPPFLAGS = $(unit_cppflags)
%C%_test_weigh_LDADD = $(rater_ldadd)

# The movement of data: transfers, pairs, pipelines.
%C%_libratertest_a_SOURCES += %D%/move-naive.c %D%/move-naive.h

unit_tests += %D%/test-pairs
%C%_test_pairs_SOURCES = %D%/test-pairs.c
%C%_test_pairs_CPPFLAGS = $(unit_cppflags)
%C%_test_pairs_LDADD = $(rater_ldadd)

unit_tests += %D%/test-pipeline
%C%_test_pipeline_SOURCES = %D%/test-pipeline.c
%C%_test_pipeline_CPPFLAGS = $(unit_cppflags)
%C%_test_pipeline_LDADD = $(rater_ldadd)

unit_tests += %D%/test-pipeline-init
%C%_test_pipeline_init_SOURCES = %D%/test-pipeline-init.c
%C%_test_pipeline_init_CPPFLAGS = $(unit_cppflags)
%C%_test_pipeline_init_LDADD = $(rater_ldadd)

unit_tests += %D%/test-section
%C%_test_section_SOURCES = %D%/test-section.c
%C%_test_section_CPPFLAGS = $(unit_cppflags)
%C%_test_section_LDADD = $(rater_ldadd)

unit_tests += %D%/test-transfer
%C%_test_transfer_SOURCES = %D%/test-transfer.c
%C%_test_transfer_CPPFLAGS = $(unit_cppflags)
%C%_test_transfer_LDADD = $(rater_ldadd)

unit_tests += %D%/test-transfer-limits
%C%_test_transfer_limits_SOURCES = %D%/test-transfer-limits.c
%C%_test_transfer_limits_CPPFLAGS = $(unit_cppflags)
%C%_test_transfer_limits_LDADD = $(rater_ldadd)

unit_tests += %D%/test-transfer-random
%C%_test_transfer_random_SOURCES = %D%/test-transfer-random.c
%C%_test_transfer_random_CPPFLAGS = $(unit_cppflags)
%C%_test_transfer_random_LDADD = $(rater_ldadd)
