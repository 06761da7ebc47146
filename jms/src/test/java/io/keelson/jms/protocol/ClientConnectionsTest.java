package io.keelson.jms.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class ClientConnectionsTest {
    private final ClientConnections connections = new ClientConnections("TEST", 2);

    private static final class One implements ClientConnections.Client {
        final CompletableFuture<Void> ended = new CompletableFuture<>();
        boolean drained;
        boolean obliging;

        @Override
        public void drain() {
            drained = true;
            if (obliging) {
                ended.complete(null);
            }
        }

        @Override
        public void cutOff() {
            ended.complete(null);
        }

        @Override
        public CompletableFuture<Void> ended() {
            return ended;
        }
    }

    private One admitted() {
        assertThat(connections.admits("here")).isTrue();
        One one = new One();
        connections.add(one);
        return one;
    }

    @Test
    void passwordsAreForTlsAndTheMachineItself() {
        InetSocketAddress outside = new InetSocketAddress("192.0.2.1", 1);
        assertThat(ClientConnections.takesPasswords(false, new InetSocketAddress("127.0.0.1", 1)))
                .isTrue();
        assertThat(ClientConnections.takesPasswords(false, outside)).isFalse();
        assertThat(ClientConnections.takesPasswords(false, null)).isFalse();
        assertThat(ClientConnections.takesPasswords(true, outside)).isTrue();
    }

    @Test
    void nobodyIsLetInBeforeTheServerRuns() {
        assertThat(connections.admits("here")).isFalse();
        connections.resume();
        assertThat(connections.admits("here")).isTrue();
        assertThat(connections.figures()).isEqualTo(new MessagingProtocol.Figures(1, 1, 1));
    }

    @Test
    void thereAreNotTooMany() {
        connections.resume();
        One first = admitted();
        One second = admitted();
        assertThat(connections.admits("here")).isFalse();
        connections.gone(first);
        connections.gone(first);
        assertThat(connections.figures()).isEqualTo(new MessagingProtocol.Figures(1, 2, 1));
        admitted();
        assertThat(second.drained).isFalse();
    }

    @Test
    void suspensionDrainsAndCutsOffAtTheDeadline() throws InterruptedException {
        connections.resume();
        One obliging = admitted();
        obliging.obliging = true;
        connections.suspend(Deadline.in(Ticker.system(), Duration.ofSeconds(30)));
        assertThat(obliging.drained).isTrue();
        connections.gone(obliging);
        connections.resume();
        One stubborn = admitted();
        connections.suspend(Deadline.in(Ticker.system(), Duration.ZERO));
        assertThat(stubborn.drained).isTrue();
        assertThat(stubborn.ended).isCompleted();
        assertThat(connections.admits("here")).isFalse();
    }

    @Test
    void aClientThatComesWhileTheServerIsSuspendedIsDrained() {
        connections.resume();
        assertThat(connections.admits("here")).isTrue();
        connections.close();
        One late = new One();
        connections.add(late);
        assertThat(late.drained).isTrue();
    }
}
