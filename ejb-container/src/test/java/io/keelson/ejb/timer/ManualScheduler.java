package io.keelson.ejb.timer;

import io.keelson.base.time.Ticker;
import java.lang.reflect.Proxy;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** A clock and a scheduler that a test drives: {@link #advance} runs what is due, in its order, on the calling thread. */
final class ManualScheduler implements Ticker {
    private final PriorityQueue<Task> tasks =
            new PriorityQueue<>(Comparator.comparingLong(Task::due).thenComparingLong(Task::number));
    private long scheduled;
    private long now;

    ManualScheduler(long now) {
        this.now = now;
    }

    private record Task(long due, long number, Runnable body) {}

    ScheduledExecutorService scheduler() {
        return (ScheduledExecutorService) Proxy.newProxyInstance(
                ScheduledExecutorService.class.getClassLoader(),
                new Class<?>[] {ScheduledExecutorService.class},
                (proxy, method, arguments) -> {
                    if (!method.getName().equals("schedule")) {
                        throw new UnsupportedOperationException(method.toString());
                    }
                    long delay = ((TimeUnit) arguments[2]).toMillis((Long) arguments[1]);
                    tasks.add(new Task(now + delay, scheduled++, (Runnable) arguments[0]));
                    return null;
                });
    }

    /** Lets time go by. */
    void advance(long millis) {
        long until = now + millis;
        while (true) {
            Task next = tasks.peek();
            if (next == null || next.due() > until) {
                break;
            }
            tasks.remove();
            now = Math.max(now, next.due());
            next.body().run();
        }
        now = until;
    }

    /** Lets time go by without anything running, as while a server is away. */
    void skip(long millis) {
        tasks.clear();
        now += millis;
    }

    @Override
    public long nanoTime() {
        return TimeUnit.MILLISECONDS.toNanos(now);
    }

    @Override
    public long currentTimeMillis() {
        return now;
    }
}
