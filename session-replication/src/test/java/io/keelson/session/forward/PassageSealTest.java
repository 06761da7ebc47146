package io.keelson.session.forward;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.http.HttpExchange;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PassageSealTest {
    private static final byte[] KEY = "a key of the domain".getBytes(StandardCharsets.UTF_8);

    private final PassageSeal seal = new PassageSeal(KEY);

    /** As it arrives, from the other server and not from the client. */
    private static HttpExchange arrived(String said, String target, String cookie) {
        return FakeRequest.of("10.0.0.9", false, target, PassageSeal.FIELD, said, "Cookie", cookie);
    }

    @ParameterizedTest
    @ValueSource(strings = {"192.0.2.7", "2001:db8::7"})
    void theOtherServerBelievesWhoTheClientIs(String client) throws Exception {
        String said = seal.of(FakeRequest.of(client, true, "/shop?a=b", "Cookie", "a=1", "Cookie", "JSESSIONID=x"));
        PassageSeal.Client read = seal.read(arrived(said, "/shop?a=b", "a=1; JSESSIONID=x"));
        assertThat(read.secure()).isTrue();
        assertThat(read.address()).isEqualTo(new InetSocketAddress(java.net.InetAddress.getByName(client), 4711));
    }

    @Test
    void whatIsNotAsItWasSealedIsNotBelieved() {
        String said = seal.of(FakeRequest.of("192.0.2.7", false, "/shop", "Cookie", "JSESSIONID=x"));
        assertThat(seal.read(arrived(said, "/shop", "JSESSIONID=x"))).isNotNull();
        assertThat(seal.read(arrived(said, "/admin", "JSESSIONID=x"))).isNull();
        assertThat(seal.read(arrived(said, "/shop", "JSESSIONID=y"))).isNull();
        assertThat(seal.read(arrived(said.replace("192.0.2.7", "192.0.2.8"), "/shop", "JSESSIONID=x")))
                .isNull();
        assertThat(seal.read(arrived(said.replace("http", "https"), "/shop", "JSESSIONID=x")))
                .isNull();
        assertThat(new PassageSeal("another".getBytes(StandardCharsets.UTF_8))
                        .read(arrived(said, "/shop", "JSESSIONID=x")))
                .isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", " ", "1", "1 192.0.2.7 4711 http", "2 192.0.2.7 4711 http AAAA", "1    ", "1 a b c d e"})
    void nonsenseIsNotBelieved(String said) {
        assertThat(seal.read(arrived(said, "/shop", "JSESSIONID=x"))).isNull();
    }

    @Test
    void aCutOrTurnedSealIsNotBelieved() {
        String said = seal.of(FakeRequest.of("192.0.2.7", false, "/shop", "Cookie", "JSESSIONID=x"));
        for (int i = 0; i < said.length(); i++) {
            String turned = said.substring(0, i) + (said.charAt(i) == 'x' ? 'y' : 'x') + said.substring(i + 1);
            assertThat(seal.read(arrived(turned, "/shop", "JSESSIONID=x")))
                    .as(turned)
                    .isNull();
            assertThat(seal.read(arrived(said.substring(0, i), "/shop", "JSESSIONID=x")))
                    .isNull();
        }
    }
}
