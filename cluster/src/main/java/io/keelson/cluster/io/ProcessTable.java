package io.keelson.cluster.io;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The machine's process table, as proof that a process is dead: Linux's {@code /proc}. A process is gone when its number is
 * not there, belongs to a process that started at another time, or to one that has ended and only waits to be reaped.
 * What cannot be read proves nothing; on systems without {@code /proc} nothing is ever proved. Thread-safe; reads of
 * {@code /proc} do not wait for a disk.
 */
public final class ProcessTable {
    private static final int STATE = 0;
    private static final int THREADS = 17;
    private static final int STARTED = 19;

    private final Path proc;
    private final String machine;

    /** This machine's. */
    public static ProcessTable ofThisMachine() {
        return new ProcessTable(Path.of("/proc"));
    }

    ProcessTable(Path proc) {
        this.proc = proc;
        this.machine = machine(proc);
    }

    /** This process. Where the system says nothing of it its death cannot be proved. */
    public ProcessMark self() {
        long process = ProcessHandle.current().pid();
        return find(process).orElse(new ProcessMark("", process, 0));
    }

    /** The process that has this number now; empty where nothing is known of it. */
    public Optional<ProcessMark> find(long process) {
        try {
            return Optional.of(new ProcessMark(machine, process, Long.parseLong(fields(process)[STARTED])));
        } catch (IOException | RuntimeException e) {
            return Optional.empty();
        }
    }

    /** Returns whether that process is proved to be gone. */
    public boolean isGone(ProcessMark mark) {
        if (machine.isEmpty() || !machine.equals(mark.machine())) {
            return false;
        }
        try {
            String[] fields = fields(mark.number());
            boolean ended = fields[STATE].equals("Z") || fields[STATE].equals("X");
            return Long.parseLong(fields[STARTED]) != mark.started() || ended && Long.parseLong(fields[THREADS]) <= 1;
        } catch (NoSuchFileException e) {
            return true;
        } catch (IOException | RuntimeException e) {
            return e.getMessage() != null && e.getMessage().contains("No such process");
        }
    }

    /** The fields of {@code stat} behind the command, which may hold anything but ends with the last parenthesis. */
    private String[] fields(long process) throws IOException {
        String stat = Files.readString(proc.resolve(Long.toString(process)).resolve("stat"));
        return stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    }

    /**
     * Returns the scope in which a process number is unique: this boot and this namespace. The user is part of it,
     * because a system may hide the processes of other users, which would look as if they were gone.
     */
    private static String machine(Path proc) {
        try {
            String boot =
                    Files.readString(proc.resolve("sys/kernel/random/boot_id")).trim();
            Path namespace = Files.readSymbolicLink(proc.resolve("self/ns/pid"));
            return boot + " " + namespace + " "
                    + Files.getOwner(proc.resolve("self/stat")).getName();
        } catch (IOException | RuntimeException e) {
            return "";
        }
    }
}
