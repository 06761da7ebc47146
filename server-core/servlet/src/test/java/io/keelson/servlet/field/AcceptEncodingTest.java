package io.keelson.servlet.field;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AcceptEncodingTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gzip|1000|0|1",
                "GZIP;Q=0.5|500|0|1",
                "x-gzip|1000|0|1",
                "gzip;q=0|0|0|1",
                "gzip; q=0.000|0|0|1",
                "gzip;q=0.001|1|0|1",
                "br, gzip;q=0.8, *;q=0.1|800|1000|1",
                "*|1000|1000|1",
                "*;q=0|0|0|0",
                "*;q=0, identity|0|0|1000",
                "*;q=0, identity;q=0.5|0|0|500",
                "identity;q=0|0|0|0",
                "gzip;q=2|0|0|1",
                "gzip;q=-1|0|0|1",
                "gzip;q=|0|0|1",
                "gzip;level=9;q=0.4|400|0|1",
                "gzipped|0|0|1",
                ",,;q=1,gzip|1000|0|1",
                "''|0|0|1",
            })
    void weighs(String field, int gzip, int brotli, int identity) {
        AcceptEncoding accepted = AcceptEncoding.of(field);
        assertThat(accepted.quality("gzip")).isEqualTo(gzip);
        assertThat(accepted.quality("br")).isEqualTo(brotli);
        assertThat(accepted.quality("identity")).isEqualTo(identity);
    }

    @Test
    void withoutTheFieldOnlyThePlainFormIsWanted() {
        assertThat(AcceptEncoding.of(null).quality("gzip")).isZero();
        assertThat(AcceptEncoding.of(null).quality("identity")).isPositive();
    }
}
