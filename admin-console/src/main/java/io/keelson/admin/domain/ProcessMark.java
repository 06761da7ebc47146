package io.keelson.admin.domain;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Mark that tells a process from a later one of the same number: the boot of the machine, and the ticks after it at which the process
 * started. A time of day would not do: what the JDK says of the start moves with every step of the clock.
 */
public final class ProcessMark {
    private static final Path PROC = Path.of("/proc");

    /** Of the fields of {@code stat} after the name of the program, the first of which is the third of all. */
    private static final int STATE = 3 - 3;

    private static final int THREADS = 20 - 3;
    private static final int START = 22 - 3;

    private ProcessMark() {}

    /** The mark of a process; empty where the operating system does not tell. */
    public static Optional<String> of(ProcessHandle process) {
        return of(PROC, process.pid()).or(() -> process.info().startInstant().map(Instant::toString));
    }

    /**
     * The process of that number, if it is still there.
     *
     * @param mark its mark: a stranger that was given its number does not count; null where that is not known
     */
    public static Optional<ProcessHandle> find(long pid, @Nullable String mark) {
        return ProcessHandle.of(pid)
                .filter(ProcessHandle::isAlive)
                .filter(process -> !ended(process))
                .filter(process -> mark == null || of(process).map(mark::equals).orElse(true));
    }

    static Optional<String> of(Path proc, long pid) {
        try {
            String[] fields = fields(proc, pid);
            String boot = Files.readString(proc.resolve("sys/kernel/random/boot_id"));
            return fields.length > START ? Optional.of(boot.strip() + "/" + fields[START]) : Optional.empty();
        } catch (IOException e) {
            // Not Linux, or the process has ended: there is nothing to say of it.
            return Optional.empty();
        }
    }

    /**
     * Returns whether a process has ended and only waits for its parent to notice. In a container whose first process does not do
     * that it stays so for good, and {@link ProcessHandle#isAlive} says that it lives.
     */
    public static boolean ended(ProcessHandle process) {
        return ended(PROC, process.pid());
    }

    static boolean ended(Path proc, long pid) {
        try {
            String[] fields = fields(proc, pid);
            // With more threads than one the others are still ending.
            return fields.length > START
                    && "ZX".contains(fields[STATE])
                    && fields[THREADS].length() == 1
                    && fields[THREADS].charAt(0) <= '1';
        } catch (IOException e) {
            return false;
        }
    }

    private static String[] fields(Path proc, long pid) throws IOException {
        String stat = Files.readString(proc.resolve(Long.toString(pid)).resolve("stat"));
        // The name is in brackets and may hold blanks and brackets itself.
        return stat.substring(stat.lastIndexOf(')') + 1).trim().split(" ");
    }
}
