package io.keelson.admin.domain;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * What tells a process from a later one of the same number: the boot of the machine, and the ticks after it at which the
 * process started. A time of day would not do: what the JDK says of the start moves with every step of the clock.
 */
public final class ProcessMark {
    private static final Path PROC = Path.of("/proc");

    /** Of the fields of {@code stat} after the name of the program, the first of which is the third of all. */
    private static final int START = 22 - 3;

    private ProcessMark() {}

    /** The mark of a process; empty where the operating system does not tell. */
    public static Optional<String> of(ProcessHandle process) {
        return of(PROC, process.pid()).or(() -> process.info().startInstant().map(Instant::toString));
    }

    static Optional<String> of(Path proc, long pid) {
        try {
            String stat = Files.readString(proc.resolve(Long.toString(pid)).resolve("stat"));
            // The name is in brackets and may hold blanks and brackets itself.
            String[] fields = stat.substring(stat.lastIndexOf(')') + 1).trim().split(" ");
            String boot = Files.readString(proc.resolve("sys/kernel/random/boot_id"));
            return fields.length > START ? Optional.of(boot.strip() + "/" + fields[START]) : Optional.empty();
        } catch (IOException e) {
            // Not Linux, or the process has ended: there is nothing to say of it.
            return Optional.empty();
        }
    }
}
