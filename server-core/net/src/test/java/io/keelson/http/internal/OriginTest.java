package io.keelson.http.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.http.HttpHeaders;
import io.keelson.net.config.AddressRange;
import io.keelson.net.config.ChannelLimits;
import io.keelson.net.config.ForwardedHeaders;
import io.keelson.net.spi.Connection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OriginTest {
    private static final InetSocketAddress PEER = new InetSocketAddress("10.0.0.1", 5000);

    private static Origin origin(ForwardedHeaders believed, String... fields) {
        HttpHeaders headers = new HttpHeaders();
        for (int i = 0; i < fields.length; i += 2) {
            headers.add(fields[i], fields[i + 1]);
        }
        return Origin.of(new Behind(believed), headers, "own.example:8080");
    }

    private static Origin x(String... fields) {
        return origin(ForwardedHeaders.X_FORWARDED, fields);
    }

    private static Origin rfc(String... values) {
        HttpHeaders headers = new HttpHeaders();
        for (String value : values) {
            headers.add("Forwarded", value);
        }
        return Origin.of(new Behind(ForwardedHeaders.FORWARDED), headers, "own.example:8080");
    }

    private static InetSocketAddress at(String host, int port) {
        return new InetSocketAddress(host, port);
    }

    @Test
    void believesNobodyWhoIsNotTrusted() {
        assertThat(origin(ForwardedHeaders.NONE, "X-Forwarded-For", "1.2.3.4", "Forwarded", "for=1.2.3.4"))
                .isNull();
        assertThat(x("Forwarded", "for=1.2.3.4")).isNull();
        assertThat(rfc()).isNull();
        assertThat(origin(ForwardedHeaders.FORWARDED, "X-Forwarded-For", "1.2.3.4"))
                .isNull();
    }

    @Test
    void takesWhatOneFrontSays() {
        assertThat(x(
                        "X-Forwarded-For", "1.2.3.4",
                        "X-Forwarded-Proto", "https",
                        "X-Forwarded-Host", "Shop.example.com",
                        "X-Forwarded-Port", "8443"))
                .isEqualTo(new Origin(at("1.2.3.4", 0), true, "shop.example.com:8443"));
        assertThat(rfc("for=\"[2001:db8::1]:4711\";proto=HTTPS;host=\"shop.example.com:8443\";by=10.0.0.1"))
                .isEqualTo(new Origin(at("2001:db8::1", 4711), true, "shop.example.com:8443"));
    }

    @Test
    void keepsWhatTheFrontDoesNotSay() {
        assertThat(x("X-Forwarded-For", "1.2.3.4")).isEqualTo(new Origin(at("1.2.3.4", 0), false, "own.example:8080"));
        assertThat(x("X-Forwarded-Proto", "https")).isEqualTo(new Origin(PEER, true, "own.example:8080"));
        assertThat(x("X-Forwarded-Proto", "https", "X-Forwarded-Port", "443"))
                .isEqualTo(new Origin(PEER, true, "own.example"));
        assertThat(x("X-Forwarded-Port", "443")).isEqualTo(new Origin(PEER, false, "own.example:443"));
        assertThat(rfc("proto=https")).isEqualTo(new Origin(PEER, true, "own.example:8080"));
    }

    @Test
    void walksFromTheNearestFrontToTheFirstThatIsNotTrusted() {
        assertThat(x("X-Forwarded-For", "6.6.6.6, 1.2.3.4, 10.0.0.3", "X-Forwarded-Proto", "http, https, http"))
                .isEqualTo(new Origin(at("1.2.3.4", 0), true, "own.example:8080"));
        assertThat(x("X-Forwarded-For", "6.6.6.6", "X-Forwarded-For", "1.2.3.4,10.0.0.3")
                        .remoteAddress())
                .isEqualTo(at("1.2.3.4", 0));
        assertThat(rfc(
                        "for=6.6.6.6;proto=http;host=evil",
                        "for=1.2.3.4;proto=https;host=shop, for=10.0.0.2;proto=http"))
                .isEqualTo(new Origin(at("1.2.3.4", 0), true, "shop"));
        // Somebody within the trusted network is a client too.
        assertThat(x("X-Forwarded-For", "10.0.0.7").remoteAddress()).isEqualTo(at("10.0.0.7", 0));
    }

    @Test
    void takesTheLastProtocolWhereThereIsNotOneForEach() {
        assertThat(x("X-Forwarded-For", "1.2.3.4", "X-Forwarded-Proto", "https, http")
                        .secure())
                .isFalse();
        assertThat(x("X-Forwarded-For", "1.2.3.4, 10.0.0.2", "X-Forwarded-Proto", "https")
                        .secure())
                .isTrue();
    }

    @Test
    void stopsWhereAFrontHidesOrGarbles() {
        assertThat(x("X-Forwarded-For", "1.2.3.4, unknown, 10.0.0.2").remoteAddress())
                .isEqualTo(at("10.0.0.2", 0));
        assertThat(x("X-Forwarded-For", "example.com").remoteAddress()).isEqualTo(PEER);
        assertThat(rfc("for=1.2.3.4, for=_hidden;proto=https")).isEqualTo(new Origin(PEER, true, "own.example:8080"));
        assertThat(x("X-Forwarded-Host", "a b", "X-Forwarded-Proto", "gopher", "X-Forwarded-Port", "99999"))
                .isEqualTo(new Origin(PEER, false, "own.example:8080"));
        assertThat(rfc("for=1.2.3.4;host=\"a@b\"").authority()).isEqualTo("own.example:8080");
    }

    @Test
    void readsAddressesInAllForms() {
        assertThat(Origin.address("1.2.3.4:80")).isEqualTo(at("1.2.3.4", 80));
        assertThat(Origin.address("1.2.3.4:_port")).isEqualTo(at("1.2.3.4", 0));
        assertThat(Origin.address("[::1]")).isEqualTo(at("::1", 0));
        assertThat(Origin.address("[::1]:80")).isEqualTo(at("::1", 80));
        assertThat(Origin.address("2001:db8::2")).isEqualTo(at("2001:db8::2", 0));
        for (String none : List.of("", "[", "[]", "[1.2.3.4]", "[::1", "[::1]80", "a:80", "1.2.3:80", ":80")) {
            assertThat(Origin.address(none)).as(none).isNull();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "for",
                "for=",
                "for=1.2.3.4;for=5.6.7.8",
                "for=1.2.3.4 proto=https",
                "for=\"1.2.3.4",
                "for=\"1.2.3.4\\",
                "for=[::1]",
                "=1.2.3.4",
                "for=1.2.3.4;proto=\"https\"x",
                "for = 1.2.3.4",
                "for=1.2.3.4:80",
            })
    void ignoresAMalformedForwarded(String field) {
        assertThat(rfc(field)).isNull();
        assertThat(rfc("for=9.9.9.9", field)).isNull();
    }

    @Test
    void takesEmptyElementsAndQuotedPairs() {
        assertThat(rfc(" , for=\"1\\.2.3.4\" ; ;proto=https,").remoteAddress()).isEqualTo(at("1.2.3.4", 0));
    }

    /** A connection of a front in a network of fronts. */
    private record Behind(ForwardedHeaders forwardedHeaders) implements Connection {
        private static final AddressRange FRONTS = AddressRange.parse("10.0.0.0/29");

        @Override
        public boolean trusts(InetAddress address) {
            return FRONTS.contains(address);
        }

        @Override
        public long id() {
            return 1;
        }

        @Override
        public String channel() {
            return "test";
        }

        @Override
        public boolean admin() {
            return false;
        }

        @Override
        public ChannelLimits limits() {
            throw new UnsupportedOperationException();
        }

        @Override
        public InetSocketAddress localAddress() {
            return at("10.0.0.99", 7001);
        }

        @Override
        public InetSocketAddress remoteAddress() {
            return PEER;
        }

        @Override
        public void endOutput() {}

        @Override
        public void drop() {}

        @Override
        public <T> T unwrap(Class<T> type) {
            throw new IllegalArgumentException();
        }
    }
}
