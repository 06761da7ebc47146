package io.keelson.kernel.serial;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Tells that somebody speaks to the JDK's own connector for JMX, which is one for the whole JVM: what is shown there is made when it is
 * first asked for and not before. Thread-safe.
 */
public final class ManagementConnector {
    private static final List<Runnable> WAITING = new CopyOnWriteArrayList<>();

    private ManagementConnector() {}

    /** Registration of a callback, which ends it. */
    @FunctionalInterface
    public interface Registration extends AutoCloseable {
        /** Ends it; the second time nothing happens. */
        @Override
        void close();
    }

    /**
     * Asks to be called before a request of the connector is read. It is called for every request until it is closed, on the thread that
     * reads, so it has to return soon when there is nothing to do.
     */
    public static Registration beforeRequests(Runnable what) {
        // An object of its own for each call, as one and the same task may be registered twice.
        Runnable mine = what::run;
        WAITING.add(mine);
        return () -> WAITING.remove(mine);
    }

    /** A request is about to be read. Called by who guards streams of Java objects. */
    public static void requested() {
        WAITING.forEach(Runnable::run);
    }
}
