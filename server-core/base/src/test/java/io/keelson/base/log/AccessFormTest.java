package io.keelson.base.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.base.log.AccessLogSettings.Format;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class AccessFormTest {
    private static final AccessRecord REQUEST = new AccessRecord(
            "127.0.0.1",
            "alice",
            971186136_123L,
            "GET",
            "/a?b=c",
            "HTTP/1.1",
            200,
            2326,
            1_234_567,
            "localhost:7001",
            "http://x/",
            "Mozilla \"5\"",
            "default",
            7);
    private static final AccessRecord BARE = new AccessRecord(
            "::1", null, 971186136_123L, "GET", "/", "HTTP/1.0", 304, 0, 5, null, null, null, "default", 8);

    private static String written(Format format, AccessRecord request) {
        StringBuilder to = new StringBuilder();
        new AccessForm(format, ZoneOffset.ofHours(-7)).append(request, to);
        return to.toString();
    }

    @Test
    void common() {
        assertThat(written(Format.COMMON, REQUEST))
                .isEqualTo("127.0.0.1 - alice [10/Oct/2000:06:55:36 -0700] \"GET /a?b=c HTTP/1.1\" 200 2326\n");
        assertThat(written(Format.COMMON, BARE))
                .isEqualTo("::1 - - [10/Oct/2000:06:55:36 -0700] \"GET / HTTP/1.0\" 304 -\n");
    }

    @Test
    void combined() {
        assertThat(written(Format.COMBINED, REQUEST)).endsWith(" 200 2326 \"http://x/\" \"Mozilla \\\"5\\\"\"\n");
        assertThat(written(Format.COMBINED, BARE)).endsWith(" 304 - \"-\" \"-\"\n");
    }

    @Test
    void json() {
        assertThat(written(Format.JSON, REQUEST))
                .isEqualTo(
                        "{\"timestamp\":\"2000-10-10T13:55:36.123Z\",\"remote-address\":\"127.0.0.1\",\"user\":\"alice\","
                                + "\"method\":\"GET\",\"target\":\"/a?b=c\",\"protocol\":\"HTTP/1.1\",\"host\":\"localhost:7001\","
                                + "\"status\":200,\"bytes\":2326,\"duration-micros\":1234,\"referer\":\"http://x/\","
                                + "\"user-agent\":\"Mozilla \\\"5\\\"\",\"channel\":\"default\",\"request\":7}\n");
    }

    @Test
    void jsonNamesTheWorkManagerThatHadNoPlaceAndTheTrace() {
        AccessRecord refused = new AccessRecord(
                "::1",
                null,
                971186136_123L,
                "GET",
                "/",
                "HTTP/1.1",
                503,
                37,
                5_000,
                null,
                null,
                null,
                "default",
                9,
                "application/shop/batch",
                "4bf92f3577b34da6a3ce929d0e0e4736");
        assertThat(written(Format.JSON, refused))
                .endsWith("\"request\":9,\"refused-by\":\"application/shop/batch\","
                        + "\"trace-id\":\"4bf92f3577b34da6a3ce929d0e0e4736\"}\n");
    }

    @Test
    void whatAClientSendsStaysInItsField() {
        AccessRecord evil = new AccessRecord(
                "127.0.0.1",
                "a b\" [x] \n",
                971186136_123L,
                "GET",
                "/\"\r\n1.2.3.4 - - \u001b[0m\\",
                "HTTP/1.1",
                200,
                1,
                1,
                null,
                "\"x",
                "\n",
                "default",
                1);
        assertThat(written(Format.COMBINED, evil))
                .isEqualTo("127.0.0.1 - a\\u0020b\\\"\\u0020[x]\\u0020\\n [10/Oct/2000:06:55:36 -0700] "
                        + "\"GET /\\\"\\r\\n1.2.3.4 - - \\u001b[0m\\\\ HTTP/1.1\" 200 1 \"\\\"x\" \"\\n\"\n");
    }
}
