package io.keelson.remoting.spi;

import java.util.Map;

/** Contexts that travel with each call that this process makes. Thread-safe. */
public interface CallContexts {
    /**
     * The contexts of the call that the present thread is about to make, by name: a trace. Rooms have {@link CallEntry}. Short: at most
     * 254, names up to 255 characters, each up to 64 KiB.
     */
    Map<String, byte[]> outgoing();

    /**
     * On whose behalf the present thread calls; nobody where that is not known. Only servers of the same domain are told.
     */
    RemoteCaller caller();

    /** Returns a task that runs elsewhere, but calls on behalf of the present thread's caller. */
    default Runnable onBehalf(Runnable task) {
        return task;
    }
}
