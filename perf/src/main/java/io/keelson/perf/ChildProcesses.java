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
        RUNNING.add(process);
        process.onExit().thenRun(() -> RUNNING.remove(process));
        return process;
    }
}
