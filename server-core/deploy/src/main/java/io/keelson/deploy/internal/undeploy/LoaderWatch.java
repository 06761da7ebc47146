package io.keelson.deploy.internal.undeploy;

import io.keelson.base.time.Ticker;
import io.keelson.kernel.loader.ApplicationClassLoader;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Watches whether the class loaders of undeployed applications are collected, and says once of each that is not.
 *
 * <p>The JVM collects loaders late and only in some of its collections. So with each application's loader a canary is made, a
 * loader of its own age; only when the canary has been collected and the application's has not, something holds it. A quiet
 * server whose collector has had no reason to run reports nothing. Thread-safe; {@link #look} is called by a scheduler.
 */
public final class LoaderWatch {
    private final Ticker ticker;
    private final Duration patience;
    private final Report report;
    private final List<Watched> watched = new CopyOnWriteArrayList<>();

    /** A loader is reported when it is still there {@code patience} after its undeployment. */
    public LoaderWatch(Ticker ticker, Duration patience, Report report) {
        this.ticker = ticker;
        this.patience = patience;
        this.report = report;
    }

    /** Receiver of reports about loaders that are held. */
    public interface Report {
        /** The loader of that application, undeployed so many seconds ago, is held by something. */
        void held(String application, long seconds);
    }

    /** Watches a loader that is closed, and its canary, which nobody holds any more. */
    public void watch(ApplicationClassLoader loader, ClassLoader canary) {
        watched.add(new Watched(
                loader.application(), new WeakReference<>(loader), new WeakReference<>(canary), ticker.nanoTime()));
    }

    /** Reports what is held, and forgets what is gone or has been reported. */
    public void look() {
        for (Iterator<Watched> all = watched.iterator(); all.hasNext(); ) {
            Watched one = all.next();
            boolean gone = one.loader().refersTo(null);
            long nanos = ticker.nanoTime() - one.since();
            boolean held = !gone && one.canary().refersTo(null) && nanos >= patience.toNanos();
            if (held) {
                report.held(one.application(), nanos / 1_000_000_000);
            }
            if (gone || held) {
                watched.remove(one);
            }
        }
    }

    /** Returns how many loaders of undeployed applications are neither gone nor reported. */
    public int pending() {
        return watched.size();
    }

    private record Watched(
            String application, WeakReference<ClassLoader> loader, WeakReference<ClassLoader> canary, long since) {}
}
