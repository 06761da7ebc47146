package io.keelson.http.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.net.spi.ProtocolProvider.Match;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HttpProtocolTest {
    private final HttpProtocol http = new HttpProtocol(new Dispatcher(false), loop -> {
        throw new AssertionError("nothing is connected here");
    });

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
