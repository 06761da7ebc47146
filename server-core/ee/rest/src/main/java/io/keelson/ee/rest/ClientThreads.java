package io.keelson.ee.rest;

import io.keelson.base.thread.Threads;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.concurrent.ThreadPoolExecutor;

/**
 * RESTEasy's executors for clients and for streams of events. They are one a JVM, and their threads and hooks keep the context class
 * loader of whoever is the first to need them. So the part makes them itself, and gives them the server's threads. RESTEasy puts the
 * context of the caller around each task.
 */
final class ClientThreads {
    private static final String PACKAGE = "org.jboss.resteasy.concurrent.";

    private ClientThreads() {}

    /** Makes the executors, where that has not been done. */
    static void take() {
        ClassLoader part = ClientThreads.class.getClassLoader();
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(part);
        try {
            take(Class.forName(PACKAGE + "GlobalContextualExecutorService", true, part), "keelson.rest");
            take(Class.forName(PACKAGE + "GlobalContextualScheduledExecutorService", true, part), "keelson.rest-timer");
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the part 'rest' has another RESTEasy than it was made for: " + e, e);
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    private static void take(Class<?> global, String name) throws ReflectiveOperationException {
        Field instance = global.getDeclaredField("INSTANCE");
        instance.setAccessible(true);
        Method delegate = global.getDeclaredMethod("getDelegate");
        delegate.setAccessible(true);
        if (delegate.invoke(instance.get(null)) instanceof ThreadPoolExecutor executor) {
            executor.setThreadFactory(Threads.daemonFactory(name));
        } else {
            throw new NoSuchFieldException(global.getName() + " has no ThreadPoolExecutor");
        }
    }
}
