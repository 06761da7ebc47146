package io.keelson.base;

/** Ends the process with an exit code. For the mains of client commands; a server ends by its life cycle. */
public final class ProcessExit {
    private ProcessExit() {}

    /**
     * Ends the JVM at once; what the caller has written must have been flushed. Shutdown hooks do not run: a client has
     * none, and from JDK 21 on an orderly exit would first load a logging system to log itself.
     */
    public static void with(int code) {
        Runtime.getRuntime().halt(code);
    }
}
