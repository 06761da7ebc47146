package io.keelson.admin.watch;

import io.keelson.base.thread.Threads;
import jakarta.json.JsonObject;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Sends what takes a while: HTTP and files. One thread does all of it, one after the other; what would wait too long is said in the log
 * and left out. Thread-safe.
 */
final class Notices implements AutoCloseable {
    /** The most that waits. */
    static final int MOST = 100;

    private final List<Duration> pauses;
    private final Watches.Imaging imaging;
    private final ScheduledExecutorService thread =
            Threads.scheduler("keelson.management.Watches: notices", Duration.ofMinutes(2));
    private final AtomicInteger waiting = new AtomicInteger();

    /**
     * Sends.
     *
     * @param pauses between one attempt and the next
     */
    Notices(Watches.Imaging imaging, List<Duration> pauses) {
        this.imaging = imaging;
        this.pauses = List.copyOf(pauses);
    }

    /** Sends to all whom a watch names. */
    void send(Watch watch, Alarm alarm, Map<String, WebhookSettings> webhooks) {
        for (String name : watch.settings().webhooks()) {
            WebhookSettings webhook = webhooks.get(name);
            if (webhook != null) {
                JsonObject json = alarm.json();
                if (!submit(Duration.ZERO, () -> attempt(name, webhook, alarm.watch(), json, 0))) {
                    WatchLog.LOG.notTold(name, alarm.watch(), "too many wait for slow ones");
                }
            }
        }
        if (watch.settings().image() && !alarm.over() && !submit(Duration.ZERO, () -> image(alarm))) {
            WatchLog.LOG.noImage(alarm.watch(), "too much waits");
        }
    }

    private boolean submit(Duration after, Runnable work) {
        if (waiting.incrementAndGet() > MOST) {
            waiting.decrementAndGet();
            return false;
        }
        try {
            thread.schedule(() -> run(work), after.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (RejectedExecutionException e) {
            waiting.decrementAndGet();
            return false;
        }
    }

    private void run(Runnable work) {
        waiting.decrementAndGet();
        try {
            work.run();
        } catch (RuntimeException | Error e) { // the next one is sent all the same
            WatchLog.LOG.failed(e);
        }
    }

    private void attempt(String name, WebhookSettings webhook, String watch, JsonObject json, int before) {
        try {
            Webhook.post(webhook, json);
        } catch (IOException e) {
            boolean again = before < pauses.size()
                    && submit(pauses.get(before), () -> attempt(name, webhook, watch, json, before + 1));
            if (!again) {
                WatchLog.LOG.notTold(name, watch, String.valueOf(e.getMessage()));
            }
        }
    }

    private void image(Alarm alarm) {
        try {
            WatchLog.LOG.image(alarm.watch(), imaging.write(alarm.watch(), alarm.json()));
        } catch (IOException e) {
            WatchLog.LOG.noImage(alarm.watch(), e.toString());
        }
    }

    /** Ends it; what waits is left out. */
    @Override
    public void close() {
        thread.shutdownNow();
    }
}
