package io.keelson.ee.jcache;

import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Closes objects that an application has given to a cache. */
final class Closing {
    private Closing() {}

    /** Closes an object; a failure is logged. */
    static void close(@Nullable Closeable object, String what, String cache) {
        if (object == null) {
            return;
        }
        try {
            object.close();
        } catch (IOException | RuntimeException e) {
            JcacheLog.LOG.notClosed(what, cache, e);
        }
    }

    /** Closes an object, if it can be. */
    static void closeIfCloseable(@Nullable Object object, String what, String cache) {
        close(object instanceof Closeable closeable ? closeable : null, what, cache);
    }
}
