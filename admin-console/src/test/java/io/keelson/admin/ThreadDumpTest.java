package io.keelson.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

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
}
