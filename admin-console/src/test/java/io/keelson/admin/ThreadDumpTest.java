package io.keelson.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.base.time.Ticker;
import io.keelson.base.trace.Span;
import io.keelson.base.trace.TraceContext;
import io.keelson.base.trace.Tracer;
import io.keelson.kernel.context.CurrentSpan;
import io.keelson.kernel.context.InvocationContext;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;

class ThreadDumpTest {
    @Test
    void showsNamesStatesStacksAndLocks() throws Exception {
        ReentrantLock lock = new ReentrantLock();
        CountDownLatch end = new CountDownLatch(1);
        Thread holder = new Thread(
                () -> {
                    lock.lock();
                    try {
                        end.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    } finally {
                        lock.unlock();
                    }
                },
                "ExecuteThread: '7' for queue: 'x'\nfake");
        holder.start();
        await().until(() -> holder.getState() == Thread.State.WAITING);
        Thread waiter = new Thread(lock::lock, "waiter");
        waiter.start();
        await().until(() -> waiter.getState() == Thread.State.WAITING);

        ThreadDump dump = ThreadDump.take(Instant.EPOCH);

        assertThat(dump.text())
                .startsWith("1970-01-01T00:00:00Z\nFull thread dump ")
                .contains("\"ExecuteThread: '7' for queue: 'x'.fake\" #" + holder.getId())
                .contains("   java.lang.Thread.State: WAITING\n\tat ")
                .contains("- waiting on <0x")
                .contains("held by \"ExecuteThread: '7'")
                .contains("Locked ownable synchronizers:\n\t- <0x")
                .contains("\"main\" #" + Thread.currentThread().getId() + " prio=5")
                .doesNotContain("deadlock of");
        assertThat(dump.json().getJsonArray("threads").toString())
                .contains("\"name\":\"waiter\"", "\"state\":\"WAITING\"", "\"held-by\":\"ExecuteThread: '7'");
        end.countDown();
        holder.join();
        waiter.join();
    }

    /** An execute thread, as far as a dump looks at it. */
    private static final class Serving extends Thread implements InvocationContext.ContextThread {
        private final CountDownLatch end;
        private final InvocationContext context;

        private Serving(InvocationContext context, CountDownLatch end) {
            super("serving");
            this.context = context;
            this.end = end;
        }

        @Override
        public InvocationContext invocationContext() {
            return context;
        }

        @Override
        public void invocationContext(InvocationContext next) {
            throw new UnsupportedOperationException("it serves one thing");
        }

        @Override
        public void run() {
            try {
                end.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Test
    void saysForWhomAThreadWorksAndOfWhichTrace() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        InvocationContext context = new InvocationContext("shop", getClass().getClassLoader(), 17);
        CurrentSpan.put(
                context,
                new Tracer(0, Ticker.system(), span -> {})
                        .begin(Span.Kind.SERVER, new TraceContext(1, 2, 3, false, null)));
        Thread serving = new Serving(context, end);
        serving.start();
        await().until(() -> serving.getState() == Thread.State.WAITING);

        ThreadDump dump = ThreadDump.take(Instant.EPOCH);

        assertThat(dump.text()).contains("   serves request 17 of shop, trace 00000000000000010000000000000002\n");
        assertThat(dump.json().getJsonArray("threads").toString())
                .contains("\"application\":\"shop\",\"request\":17,\"trace\":\"00000000000000010000000000000002\"");
        end.countDown();
        serving.join();
    }
}
