# Suites of tests/rater/, linked with nothing but rater/: it stands alone.
tests_libtest_a_SOURCES += \
	%D%/check-real.h \
	%D%/exchange-check.c %D%/exchange-check.h \
	%D%/geometry.c %D%/geometry.h \
	%D%/move-naive.c %D%/move-naive.h \
	%D%/network-naive.c %D%/network-naive.h \
	%D%/network-naive-flow.c %D%/network-naive-flow.h \
	%D%/random.c %D%/random.h \
	%D%/shadow-naive.c %D%/shadow-naive.h \
	$(NULL)
rater_ldadd = tests/libtest.a rater/librater.a $(CUNIT_LIBS) -lm
unit_tests += \
	%D%/test-align \
	%D%/test-blocks \
	%D%/test-dist \
	%D%/test-grid \
	%D%/test-hostile \
	%D%/test-loop \
	%D%/test-mapping \
	%D%/test-network \
	%D%/test-networks \
	%D%/test-networks-hostile \
	%D%/test-networks-improve \
	%D%/test-networks-random \
	%D%/test-networks-separable \
	%D%/test-range \
	%D%/test-shadow \
	%D%/test-shadow-exchange \
	%D%/test-shadow-random \
	%D%/test-weigh \
	%D%/test-pairs \
	%D%/test-pipeline \
	%D%/test-pipeline-init \
	%D%/test-section \
	%D%/test-transfer \
	%D%/test-transfer-exchange \
	%D%/test-transfer-limits \
	%D%/test-transfer-random \
	$(NULL)
%C%_test_align_LDADD = $(rater_ldadd)
%C%_test_blocks_LDADD = $(rater_ldadd)
%C%_test_dist_LDADD = $(rater_ldadd)
%C%_test_grid_LDADD = $(rater_ldadd)
%C%_test_hostile_LDADD = $(rater_ldadd)
%C%_test_loop_LDADD = $(rater_ldadd)
%C%_test_mapping_LDADD = $(rater_ldadd)
%C%_test_network_LDADD = $(rater_ldadd)
%C%_test_networks_LDADD = $(rater_ldadd)
%C%_test_networks_hostile_LDADD = $(rater_ldadd)
%C%_test_networks_improve_LDADD = $(rater_ldadd)
%C%_test_networks_random_LDADD = $(rater_ldadd)
%C%_test_networks_separable_LDADD = $(rater_ldadd)
%C%_test_range_LDADD = $(rater_ldadd)
%C%_test_shadow_LDADD = $(rater_ldadd)
%C%_test_shadow_exchange_LDADD = $(rater_ldadd)
%C%_test_shadow_random_LDADD = $(rater_ldadd)
%C%_test_weigh_LDADD = $(rater_ldadd)
%C%_test_pairs_LDADD = $(rater_ldadd)
%C%_test_pipeline_LDADD = $(rater_ldadd)
%C%_test_pipeline_init_LDADD = $(rater_ldadd)
%C%_test_section_LDADD = $(rater_ldadd)
%C%_test_transfer_LDADD = $(rater_ldadd)
%C%_test_transfer_exchange_LDADD = $(rater_ldadd)
%C%_test_transfer_limits_LDADD = $(rater_ldadd)
%C%_test_transfer_random_LDADD = $(rater_ldadd)
