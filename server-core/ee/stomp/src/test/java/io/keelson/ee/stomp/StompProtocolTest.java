package io.keelson.ee.stomp;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.base.config.DataSize;
import io.keelson.base.time.Ticker;
import io.keelson.jms.protocol.StompSettings;
import io.keelson.net.spi.ProtocolProvider.Match;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class StompProtocolTest {
    private final StompProtocol protocol = new StompProtocol(
            new StompSettings(
                    true,
                    true,
                    DataSize.parse("1MiB"),
                    DataSize.parse("1KiB"),
                    20,
                    10,
                    DataSize.parse("1MiB"),
                    10,
                    Duration.ofSeconds(10),
                    Duration.ofSeconds(10)),
            (user, password, handler) -> {
                throw new IllegalStateException();
            },
            Runnable::run,
            null,
            Ticker.system());

    private Match match(String first) {
        return protocol.match(ByteBuffer.wrap(first.getBytes(StandardCharsets.US_ASCII)));
    }

    @Test
    void aLineEndTellsItFromConnectOfHttp() {
        assertThat(match("CONNECT\n")).isEqualTo(Match.YES);
        assertThat(match("CONNECT\r\naccept")).isEqualTo(Match.YES);
        assertThat(match("STOMP\nhost")).isEqualTo(Match.YES);
        assertThat(match("STOMP\r\n")).isEqualTo(Match.YES);
        assertThat(match("CONNECT host:1 HTTP/1.1\r\n")).isEqualTo(Match.NO);
        assertThat(match("STOMP / HTTP/1.1\r\n")).isEqualTo(Match.NO);
        assertThat(match("CONNECTED")).isEqualTo(Match.NO);
        assertThat(match("CONNECT\r\r")).isEqualTo(Match.NO);
        assertThat(match("GET")).isEqualTo(Match.NO);
    }

    @Test
    void aBeginningIsUndecidedUntilItsEnd() {
        for (String each : new String[] {"CONNECT\r\n", "STOMP\r\n", "CONNECT\n", "STOMP\n"}) {
            for (int i = 1; i < each.length(); i++) {
                assertThat(match(each.substring(0, i))).isEqualTo(Match.UNDECIDED);
            }
        }
        assertThat("CONNECT\r\n").hasSize(protocol.mostBytes());
    }
}
