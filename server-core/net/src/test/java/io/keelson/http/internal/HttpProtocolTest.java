package io.keelson.http.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.net.spi.ProtocolProvider.Match;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HttpProtocolTest {
    private final HttpProtocol http = new HttpProtocol(new Dispatcher(false), loop -> {
        throw new AssertionError("nothing is connected here");
    });

    /**
     * A port that speaks HTTP/2 too does not listen for requests of HTTP/1.1 only: what begins with a line that has nothing of a request
     * is no preface (RFC 9113, 3.4) and is owed no answer (RFC 9112, 2.2).
     */
    @ParameterizedTest
    @CsvSource({
        "INVALID CONNECTION PREFACE, true",
        "EHLO mail.example, true",
        "HELO, true",
        "PRI x, true",
        "PUTS x y, true",
        "GET, false",
        "GET x y, false",
        "PRI * FTP/2.0, false",
        "NOOP /, false",
        "NOOP http:x, false",
        "NOOP x HTTP/1.1, false",
        "NOOP x http/1.1, false",
        "NOOP HTTP/1.1, false"
    })
    void whatIsNoRequestIsNotAnswered(String line, boolean foreign) {
        for (int split = 0; split < line.length(); split++) {
            try (EmbeddedHttp connection = new EmbeddedHttp(exchange -> {})) {
                connection.send(line.substring(0, split)).send(line.substring(split) + "\r\n\r\n");
                assertThat(connection.open()).as("open").isFalse();
                assertThat(connection.sent()).matches(foreign ? "" : "(?s)HTTP/1\\.1 (400|505|501) .*");
            }
        }
    }

    @Test
    void whereOnlyHttp1IsSpokenAllIsAnswered() {
        try (EmbeddedHttp connection = new EmbeddedHttp(exchange -> {}, Map.of("http2Enabled", false))) {
            connection.send("INVALID CONNECTION PREFACE\r\n\r\n");
            assertThat(connection.sent()).startsWith("HTTP/1.1 400 ");
        }
    }

    /** As the second line it cannot be a preface: who sends it speaks HTTP/1.1, and wrongly. */
    @Test
    void whoHasSpokenHttp1IsAnswered() {
        try (EmbeddedHttp connection = new EmbeddedHttp(exchange -> exchange.reply(200, "ok"))) {
            connection.send("GET / HTTP/1.1\r\nHost: a\r\n\r\nINVALID CONNECTION PREFACE\r\n\r\n");
            assertThat(connection.sent()).startsWith("HTTP/1.1 200 ").contains("HTTP/1.1 400 ");
        }
    }

    /** The number says with which byte it is decided; 0 that it is not. */
    @ParameterizedTest
    @CsvSource({
        "GET / HTTP/1.1, YES, 4",
        "M-SEARCH * HTTP/1.1, YES, 9",
        "~~GET /, YES, 6",
        "~GET /, NO, 2",
        "|GET /, YES, 1",
        "~~@GET /, NO, 3",
        "@@GET /, NO, 1",
        "G@T /, NO, 2",
        "ABCDEFGHIJKLMNOPQRSTUVWXYZABCDEF /, YES, 33",
        "ABCDEFGHIJKLMNOPQRSTUVWXYZABCDEFGHI /, NO, 35",
        "~~, UNDECIDED, 0",
        "GET, UNDECIDED, 0"
    })
    void decidesAsSoonAsItCan(String text, Match match, int decided) {
        byte[] bytes =
                text.replace("~~", "\r\n").replace('~', '\r').replace('|', '\n').getBytes(StandardCharsets.ISO_8859_1);
        for (int n = 1; n <= Math.min(bytes.length, http.mostBytes()); n++) {
            ByteBuffer first = ByteBuffer.wrap(bytes, 0, n).asReadOnlyBuffer();
            Match expected = decided == 0 || n < decided ? Match.UNDECIDED : match;
            assertThat(http.match(first)).as(n + " bytes of " + text).isEqualTo(expected);
        }
    }
}
