package io.keelson.remoting.spi;

import java.util.Map;

/** What travels with each call that this process makes: a transaction, a trace. Thread-safe. */
public interface CallContexts {
    /**
     * The contexts of the call that the present thread is about to make, by name. Short: at most 255, names up to 255 characters,
     * each up to 64 KiB.
     */
    Map<String, byte[]> outgoing();
}
