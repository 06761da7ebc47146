package io.keelson.muxer;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class MuxersTest {
    @Test
    void startsExactlyTheConfiguredReaders() {
        try (Muxer muxer = Muxers.open(new MuxerSettings("test.readers.Muxer", Muxer.Kind.JAVA, 3))) {
            assertThat(threads("test.readers.Muxer"))
                    .containsExactlyInAnyOrder(
                            "ExecuteThread: '0' for queue: 'test.readers.Muxer'",
                            "ExecuteThread: '1' for queue: 'test.readers.Muxer'",
                            "ExecuteThread: '2' for queue: 'test.readers.Muxer'");
            assertThat(muxer.readers()).isEqualTo(3);
        }
        assertThat(threads("test.readers.Muxer")).isEmpty();
    }

    @Test
    void aListenerIsAThreadOfItsOwnAndEndsWithTheMuxer() {
        try (Muxer muxer = Muxers.open(new MuxerSettings("test.listener.Muxer", Muxer.Kind.JAVA, 1))) {
            muxer.listener("DynamicListenThread[test]");
            assertThat(threadNames()).contains("DynamicListenThread[test]");
        }
        assertThat(threadNames()).doesNotContain("DynamicListenThread[test]");
    }

    @Test
    void runsATaskAtTheEndOfTheTurn() throws Exception {
        try (Muxer muxer = Muxers.open(new MuxerSettings("test.turn.Muxer", Muxer.Kind.JAVA, 1))) {
            EventLoop loop = muxer.group().next();
            List<String> order = new ArrayList<>();
            CompletableFuture<List<String>> seen = new CompletableFuture<>();
            loop.execute(() -> {
                muxer.atEndOfTurn(loop, () -> {
                    order.add("end of turn");
                    seen.complete(order);
                });
                loop.execute(() -> order.add("task"));
                order.add("first");
            });
            assertThat(seen.get(60, TimeUnit.SECONDS)).containsExactly("first", "task", "end of turn");
        }
    }

    private static List<String> threads(String queue) {
        return threadNames().stream()
                .filter(name -> name.endsWith("for queue: '" + queue + "'"))
                .toList();
    }

    private static List<String> threadNames() {
        return Thread.getAllStackTraces().keySet().stream().map(Thread::getName).toList();
    }
}
