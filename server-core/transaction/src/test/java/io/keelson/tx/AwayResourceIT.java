package io.keelson.tx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A database that is away while transactions run, and while a server recovers: nothing is decided by guess. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class AwayResourceIT {
    @TempDir
    static Path directory;

    private CrashMatrix matrix;
    private Relay relay;

    @BeforeAll
    void start() throws Exception {
        matrix = CrashMatrix.start(directory);
        relay = new Relay(matrix.port());
    }

    @AfterAll
    void stop() throws Exception {
        relay.close();
        matrix.close();
    }

    /** Goes away at a point of a commit, by the hook that would crash the process. */
    private CrashingServer server(String point) {
        return new CrashingServer(directory, relay.port(), new CrashPoints() {
            @Override
            void at(String now) {
                if (now.equals(point)) {
                    relay.cut();
                }
            }
        });
    }

    @Test
    void awayBeforeTheDecisionEverythingIsRolledBack() throws Exception {
        CrashingServer server = server("after-prepare-a");
        try {
            assertThat(server.recover()).isTrue();
            assertThat(server.transaction("before-decision")).isFalse();
            assertThat(server.recovery().pass())
                    .as("while it is away nothing is clear")
                    .isFalse();
            assertThatThrownBy(() -> server.transaction("while-away")).isInstanceOf(java.sql.SQLException.class);
            relay.mend();
            assertThat(server.recover()).isTrue();
        } finally {
            server.close();
        }
        matrix.check("a database that was away before the decision");
    }

    @Test
    void awayAfterTheDecisionItFollowsWhenItIsBack() throws Exception {
        CrashingServer server = server("after-log-force");
        try {
            assertThat(server.recover()).isTrue();
            assertThat(server.transaction("after-decision")).isTrue();
            for (int i = 0; i < 3; i++) {
                assertThat(server.recovery().pass()).isFalse();
                assertThat(server.recovery().inDoubt())
                        .extracting(Recovery.InDoubt::decision)
                        .containsOnly("commit");
            }
            relay.mend();
            assertThat(server.recover()).isTrue();
        } finally {
            server.close();
        }
        matrix.check("a database that was away after the decision");
    }

    @Test
    void awayWhileAServerRecovers() throws Exception {
        assertThat(matrix.run(List.of(), "crashed", 1, "after-log-force", 1, false))
                .isEqualTo(CrashPoints.HALTED);
        relay.cut();
        CrashingServer server = server("none");
        try {
            for (int i = 0; i < 3; i++) {
                assertThat(server.recovery().pass()).isFalse();
            }
            assertThat(server.recovery().inDoubt())
                    .extracting(Recovery.InDoubt::resource)
                    .containsExactlyInAnyOrder("a", "b");
            relay.mend();
            assertThat(server.recover()).isTrue();
        } finally {
            server.close();
        }
        matrix.check("a database that was away while a server recovered");
    }

    /** A relay before the database that can be cut: connections end, and none is made. */
    private static final class Relay implements AutoCloseable {
        private final ServerSocket listening;
        private final int target;
        private final Set<Socket> open = ConcurrentHashMap.newKeySet();
        private volatile boolean cut;

        Relay(int target) throws IOException {
            this.target = target;
            this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
            background(this::accept);
        }

        int port() {
            return listening.getLocalPort();
        }

        void cut() {
            cut = true;
            open.forEach(Relay::end);
            open.clear();
        }

        void mend() {
            cut = false;
        }

        private static void background(Runnable what) {
            Thread thread = new Thread(what, "relay");
            thread.setDaemon(true);
            thread.start();
        }

        private static void end(Socket socket) {
            try {
                socket.close();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }

        private void accept() {
            while (!listening.isClosed()) {
                try {
                    Socket client = listening.accept();
                    if (cut) {
                        end(client);
                        continue;
                    }
                    Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
                    open.add(client);
                    open.add(server);
                    background(() -> copy(client, server));
                    background(() -> copy(server, client));
                } catch (IOException e) { // closed
                    return;
                }
            }
        }

        private static void copy(Socket from, Socket to) {
            try (from;
                    to;
                    InputStream in = from.getInputStream();
                    OutputStream out = to.getOutputStream()) {
                long unused = in.transferTo(out);
            } catch (IOException e) { // the relay is cut, or one of the two has ended
                assertThat(e).isNotNull();
            }
        }

        @Override
        public void close() throws IOException {
            listening.close();
            cut();
        }
    }
}
