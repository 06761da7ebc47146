package io.keelson.base;

/** Ends the process with an exit code. For the mains of client commands; a server ends by its life cycle. */
public final class ProcessExit {
    private ProcessExit() {}

    /** Runs the JVM's shutdown hooks and ends it. Does not return. */
    public static void with(int code) {
        System.exit(code);
    }
}
