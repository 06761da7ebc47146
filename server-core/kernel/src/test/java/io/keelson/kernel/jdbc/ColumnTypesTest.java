package io.keelson.kernel.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ColumnTypesTest {
    @Test
    void eachDatabaseHasItsNames() {
        assertThat(create("PostgreSQL")).isEqualTo("create table t (a varchar(9), b bytea)");
        assertThat(create("H2")).isEqualTo("create table t (a varchar(9), b blob)");
        assertThat(create("MariaDB"))
                .isEqualTo("create table t (a varchar(9) character set utf8mb4 collate utf8mb4_nopad_bin, b longblob)"
                        + " engine = InnoDB");
        assertThat(create("MySQL")).contains("collate utf8mb4_0900_bin");
    }

    private static String create(String product) {
        return ColumnTypes.of(product, 9).create("t", "a %1$s, b %2$s");
    }
}
