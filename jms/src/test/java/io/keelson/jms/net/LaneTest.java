package io.keelson.jms.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.base.time.Ticker;
import io.keelson.jms.message.MessageData;
import io.keelson.jms.wire.JmsFailure;
import io.keelson.jms.wire.Link;
import io.keelson.jms.wire.Reply;
import io.keelson.jms.wire.Request;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests to a JMS server that cannot be reached yet. */
@Timeout(60)
final class LaneTest {
    private static final long LONG = 60_000;

    private final ExecutorService blocking = Executors.newCachedThreadPool();
    private final List<Long> made = Collections.synchronizedList(new ArrayList<>());
    private final AtomicInteger attempts = new AtomicInteger();
    private volatile CompletableFuture<Link> link = new CompletableFuture<>();
    private volatile boolean there = true;
    private volatile boolean closed;

    private final Lane lane = new Lane(
            "server-2",
            new Lane.Way() {
                @Override
                public CompletableFuture<Link> link() {
                    attempts.incrementAndGet();
                    return link;
                }

                @Override
                public boolean isThere() {
                    return there;
                }

                @Override
                public boolean closed() {
                    return closed;
                }
            },
            blocking,
            Ticker.system());

    @AfterEach
    void close() {
        blocking.shutdownNow();
    }

    private final class Noting implements Link {
        @Override
        public CompletableFuture<Reply> request(Request request) {
            made.add(((Request.EndSession) request).session());
            return CompletableFuture.completedFuture(Reply.Done.DONE);
        }

        @Override
        public void sendOneWay(long sender, List<MessageData> messages) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {}
    }

    private static List<Long> expected(int from, int to) {
        List<Long> all = new ArrayList<>();
        for (long i = from; i < to; i++) {
            all.add(i);
        }
        return all;
    }

    private static Request request(long number) {
        return new Request.EndSession(number);
    }

    @Test
    void requestsKeepTheirOrderWhileTheLinkIsOpened() throws Exception {
        List<CompletableFuture<Reply>> replies = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            replies.add(lane.request(request(i), i % 2 == 0 ? -1 : LONG));
        }
        assertThat(made).isEmpty();
        link.complete(new Noting());
        for (CompletableFuture<Reply> each : replies) {
            assertThat(each.get(60, TimeUnit.SECONDS)).isEqualTo(Reply.Done.DONE);
        }
        assertThat(made).isEqualTo(expected(0, 50));
        Awaitility.await().until(() -> lane.direct(true) != null);
        assertThat(lane.request(request(50), LONG)).isCompletedWithValue(Reply.Done.DONE);
    }

    @Test
    void whatMayWaitDoesUntilTheServerIsThere() throws Exception {
        link.complete(new Noting()); // the link is lost by now, which nobody knows
        there = false;
        CompletableFuture<Reply> first = lane.request(request(1), LONG);
        CompletableFuture<Reply> second = lane.request(request(2), LONG);
        assertThat(made).isEmpty();
        assertThat(lane.direct(false)).as("nothing goes past what waits").isNull();
        there = true;
        first.get(20, TimeUnit.SECONDS);
        second.get(60, TimeUnit.SECONDS);
        assertThat(made).containsExactly(1L, 2L);
    }

    @Test
    void itFailsWhenItsTimeIsOver() {
        there = false;
        CompletableFuture<Reply> late = lane.request(request(1), 150);
        assertThatThrownBy(() -> late.get(60, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOfSatisfying(
                        JmsFailure.class, why -> assertThat(why.code()).isEqualTo(JmsFailure.Code.RESOURCE_ALLOCATION))
                .hasMessageContaining("server-2")
                .hasMessageContaining("is away");
        assertThat(made).isEmpty();
    }

    @Test
    void aLinkThatCannotBeOpenedIsTriedAgainForThoseWhoWaitAndFailsTheOthers() throws Exception {
        CompletableFuture<Reply> plain = lane.request(request(1), -1);
        CompletableFuture<Reply> waits = lane.request(request(2), LONG);
        CompletableFuture<Link> failing = link;
        link = new CompletableFuture<>();
        failing.completeExceptionally(new JmsFailure(JmsFailure.Code.LOST, "nobody listens"));
        assertThatThrownBy(() -> plain.get(60, TimeUnit.SECONDS))
                .cause()
                .hasMessageContaining("nobody listens")
                .isInstanceOfSatisfying(
                        JmsFailure.class,
                        why -> assertThat(why.code())
                                .as("a client would wait for a link of its own")
                                .isNotIn(JmsFailure.Code.LOST, JmsFailure.Code.CLOSED));
        int before = attempts.get();
        Awaitility.await().until(() -> attempts.get() > before);
        assertThat(waits).isNotDone();
        link.complete(new Noting());
        waits.get(60, TimeUnit.SECONDS);
        assertThat(made).containsExactly(2L);
    }

    @Test
    void theEndOfTheConnectionEndsTheWait() {
        there = false;
        CompletableFuture<Reply> waits = lane.request(request(1), LONG);
        closed = true;
        assertThatThrownBy(() -> waits.get(60, TimeUnit.SECONDS)).cause().hasMessageContaining("is closed");
    }
}
