package io.keelson.perf;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The processes that a study has started: a study that is ended in the middle leaves none behind. Thread-safe. */
final class ChildProcesses {
    private static final Set<Process> RUNNING = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> RUNNING.forEach(Process::destroyForcibly), "children"));
    }

    private ChildProcesses() {}

    /** Starts a process, which ends with this one at the latest. */
    static Process start(ProcessBuilder command) throws IOException {
        Process process = command.start();
        add(process);
        return process;
    }

    /** A process that was started ends with this one at the latest. */
    static void add(Process process) {
        RUNNING.add(process);
        process.onExit().thenRun(() -> RUNNING.remove(process));
    }
}
