package io.keelson.base.thread;

import org.jspecify.annotations.Nullable;

/**
 * A daemon thread that an application asks for and owns, for rooms whose threads need interfaces of their own. It inherits neither thread
 * locals nor the context class loader of its maker; make it within {@link Threads#apart}.
 */
public abstract class ApplicationThread extends Thread {
    /**
     * Makes it, not yet started.
     *
     * @param body what it runs; null where a subclass overrides {@code run}
     */
    protected ApplicationThread(String name, @Nullable Runnable body) {
        super(null, body, name, 0, false);
        setDaemon(true);
        setContextClassLoader(Threads.class.getClassLoader());
    }
}
