package io.keelson.boot;

import java.util.function.IntConsumer;

/**
 * Hears of what nobody caught, which has ended a thread. Who made that thread does not make it again: so a server that has lost one of
 * its own for want of memory stays without it, takes no connections of its cluster, say, for as long as it lives. It ends at once then,
 * as if it had crashed: its sessions and leases go on elsewhere, and the node manager starts it again. Errors of applications' threads,
 * and those that a request ends with, end no server. Thread-safe.
 */
final class LastResort implements Thread.UncaughtExceptionHandler {
    /** Prefixes of the names of the server's own threads. */
    private static final String[] OWN = {"keelson.", "ExecuteThread: ", "DynamicListenThread["};

    private final IntConsumer halt;
    private final LastWords words =
            new LastWords("KLS-000208: the server gives up, as there was no memory left for a thread of its own");

    /**
     * For a server.
     *
     * @param halt ends the process at once, with that exit code
     */
    LastResort(IntConsumer halt) {
        this.halt = halt;
    }

    @Override
    public void uncaughtException(Thread thread, Throwable e) {
        boolean crippled = cripples(thread, e);
        try {
            BootLog.LOG.uncaught(e, thread.getName());
            if (crippled) {
                BootLog.LOG.crippled(thread.getName());
            }
        } finally { // there may be no memory to say it with
            if (crippled) {
                words.say();
                halt.accept(Main.FAILED);
            }
        }
    }

    /**
     * Takes no memory, of which there is none: a server whose last resort failed so stood still for ever, as a process that nobody took
     * for dead.
     */
    static boolean cripples(Thread thread, Throwable e) {
        if (!(e instanceof OutOfMemoryError)) {
            return false;
        }
        for (int i = 0; i < OWN.length; i++) {
            if (thread.getName().startsWith(OWN[i])) {
                return true;
            }
        }
        return false;
    }
}
