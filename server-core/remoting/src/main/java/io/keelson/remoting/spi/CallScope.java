package io.keelson.remoting.spi;

import java.util.Map;
import java.util.concurrent.Callable;

/** In what context calls of an application run. Thread-safe. */
public interface CallScope {
    /**
     * Runs a call on the present thread, as work of the application.
     *
     * @param caller who calls
     * @param contexts what the caller's side sent with the call, by name; what is not known is passed over
     * @throws Exception what the body throws
     */
    <T> T run(RemoteCaller caller, Map<String, byte[]> contexts, Callable<T> body) throws Exception;

    /** Runs it as it is, with that context class loader. */
    static CallScope plain(ClassLoader loader) {
        return new CallScope() {
            @Override
            public <T> T run(RemoteCaller caller, Map<String, byte[]> contexts, Callable<T> body) throws Exception {
                Thread thread = Thread.currentThread();
                ClassLoader before = thread.getContextClassLoader();
                thread.setContextClassLoader(loader);
                try {
                    return body.call();
                } finally {
                    thread.setContextClassLoader(before);
                }
            }
        };
    }
}
