package io.keelson.muxer;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class MuxersTest {
    @Test
    void startsExactlyTheConfiguredReaders() {
        try (Muxer muxer = Muxers.open(new MuxerSettings("test.readers.Muxer", false, 3))) {
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
    void makesAListenerThatIsNotCountedAsAReader() throws Exception {
        try (Muxer muxer = Muxers.open(new MuxerSettings("test.listener.Muxer", false, 1))) {
            EventLoopGroup listener = muxer.listener("TestListenThread[x]");
            String name =
                    listener.submit(() -> Thread.currentThread().getName()).get(5, TimeUnit.SECONDS);
            assertThat(name).isEqualTo("TestListenThread[x]");
            assertThat(threads("test.listener.Muxer")).hasSize(1);
            listener.shutdownGracefully(0, 1, TimeUnit.SECONDS).sync();
        }
    }

    @Test
    void runsATaskAtTheEndOfTheTurn() throws Exception {
        try (Muxer muxer = Muxers.open(new MuxerSettings("test.turn.Muxer", false, 1))) {
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
            assertThat(seen.get(5, TimeUnit.SECONDS)).containsExactly("first", "task", "end of turn");
        }
    }

    private static List<String> threads(String queue) {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.endsWith("for queue: '" + queue + "'"))
                .toList();
    }
}
