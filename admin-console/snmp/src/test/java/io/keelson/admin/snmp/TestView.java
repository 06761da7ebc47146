package io.keelson.admin.snmp;

import io.keelson.admin.agent.ServerView;
import io.keelson.kernel.work.WorkManagerRuntime;
import io.keelson.net.Channels.ListeningChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;

/** A server that is none. */
final class TestView {
    private TestView() {}

    static ServerView with(int threads, WorkManagerRuntime... workManagers) {
        return new ServerView(
                "server-1",
                "shop",
                "front",
                "RUNNING",
                "1.2.3",
                Duration.ofSeconds(90),
                5L << 20,
                6L << 40,
                threads,
                3,
                7,
                2,
                List.of(workManagers),
                List.of(new ListeningChannel("Default", address(), List.of("http", "keelson"), false, true, false)),
                List.of(
                        new ServerView.SessionCount("cart", "/cart", "replicated", 12, 1),
                        new ServerView.SessionCount("cart", "/other", "memory", 4, 0)));
    }

    static WorkManagerRuntime work(String name, int queued, long completed) {
        return new WorkManagerRuntime(name, "default", 100, "fair", queued, 0, 2, completed, 5, 1, true);
    }

    private static InetSocketAddress address() {
        try {
            return new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 7001);
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }
}
