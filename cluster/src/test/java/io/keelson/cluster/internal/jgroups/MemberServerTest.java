package io.keelson.cluster.internal.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.base.thread.ThreadWatch;
import io.keelson.cluster.internal.seal.ClusterKey;
import io.keelson.cluster.internal.seal.ServerCard;
import io.keelson.cluster.membership.Channel;
import io.keelson.kernel.config.DomainKey;
import io.keelson.kernel.spi.membership.ClusterMember;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jgroups.Address;
import org.jgroups.stack.IpAddress;
import org.jgroups.util.TimeScheduler3;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class MemberServerTest {
    private static final int CALLERS = 8;

    @TempDir
    private Path domain;

    /** A paused server: its machine takes the connection, and nobody answers. */
    @Test
    void aServerThatDoesNotAnswerIsCalledOnceForAllWhoWait() throws Exception {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        List<Socket> calls = new CopyOnWriteArrayList<>();
        List<Exception> failures = new CopyOnWriteArrayList<>();
        TimeScheduler3 timer = new TimeScheduler3();
        try (ServerSocket silent = new ServerSocket(0, 50, loopback);
                ServerSocket own = new ServerSocket(0, 50, loopback)) {
            InetSocketAddress here = new InetSocketAddress(loopback, own.getLocalPort());
            own.close();
            Address callee = new IpAddress(loopback, silent.getLocalPort());
            taking(silent, calls);
            MemberServer server = server(here, timer);
            List<Thread> callers = new ArrayList<>();
            for (int i = 0; i < CALLERS; i++) {
                Thread caller = new Thread(() -> {
                    try {
                        server.getConnection(callee);
                    } catch (Exception e) { // JGroups declares no other
                        failures.add(e);
                    }
                });
                callers.add(caller);
                caller.start();
            }
            await().until(() -> callers.stream()
                            .filter(caller -> caller.getState() == Thread.State.WAITING)
                            .count()
                    >= CALLERS - 1);
            for (Thread caller : callers) {
                caller.join();
            }

            assertThat(failures).hasSize(CALLERS);
            assertThat(calls).hasSize(1);
            assertThat(failures.stream()
                            .filter(failure ->
                                    String.valueOf(failure.getMessage()).startsWith("another thread has just called")))
                    .hasSize(CALLERS - 1);

            Thread later = new Thread(() -> {
                try {
                    server.getConnection(callee);
                } catch (Exception e) { // JGroups declares no other
                    failures.add(e);
                }
            });
            later.start();
            await().atMost(Duration.ofSeconds(30)).until(() -> calls.size() == 2);
            later.join();
            server.stop();
        } finally {
            timer.stop();
        }
    }

    private static void taking(ServerSocket silent, List<Socket> calls) {
        Thread taker = new Thread(() -> {
            try {
                while (true) {
                    calls.add(silent.accept());
                }
            } catch (IOException e) {
                // the test has ended
            }
        });
        taker.setDaemon(true);
        taker.start();
    }

    private MemberServer server(InetSocketAddress own, TimeScheduler3 timer) throws IOException {
        ServerCard card = new ServerCard("shop", "c", "AdminServer", true, ClusterKey.of(DomainKey.of(domain)));
        MemberServer server = new MemberServer(
                own,
                card,
                null,
                new ChannelThreads(),
                timer,
                new Strangers(new Silence()),
                new DeliveryWatch(ThreadWatch.none()));
        server.socketConnectionTimeout(1_000);
        return server;
    }

    private static final class Silence implements Channel.Listener {
        @Override
        public void view(
                long number, ClusterMember creator, List<ClusterMember> present, List<List<ClusterMember>> parts) {
            // nobody asks
        }

        @Override
        public void suspected(ClusterMember member) {
            // nobody asks
        }

        @Override
        public void ended(ClusterMember member) {
            // nobody asks
        }

        @Override
        public void stranger() {
            // nobody asks
        }

        @Override
        public void refused(String who, String why) {
            // nobody asks
        }
    }
}
