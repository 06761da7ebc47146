package io.keelson.ee.jcache.shelf;

import java.io.Closeable;
import java.util.concurrent.CountDownLatch;
import javax.cache.event.CacheEntryCreatedListener;
import javax.cache.event.CacheEntryEvent;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/** A listener that notes where it is called, and that it was closed. */
public class Watch implements CacheEntryCreatedListener<Integer, Book>, Closeable {
    static final CountDownLatch TOLD = new CountDownLatch(1);
    static volatile String where = "";

    @Override
    public void onCreated(Iterable<CacheEntryEvent<? extends Integer, ? extends Book>> events) {
        try {
            where = events.iterator().next().getKey() + " "
                    + (Thread.currentThread().getContextClassLoader() == Watch.class.getClassLoader()) + " "
                    + new InitialContext().lookup("java:comp/env/word");
        } catch (NamingException e) {
            where = e.toString();
        }
        TOLD.countDown();
    }

    @Override
    public void close() {
        System.setProperty("keelson.test.closed", "true");
    }
}
