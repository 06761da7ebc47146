package io.keelson.perf;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Use of the machine by servers, and by what keeps their sessions beside them, as Linux counts it.
 *
 * @param cpuSeconds user and system time of the servers, of the database and of the grid
 * @param written bytes that the servers, the database and the grid gave the file system to write
 * @param sent bytes that went over loopback, whoever sent them
 */
record MachineUse(double cpuSeconds, long written, long sent) {
    private static final String DATABASE = "postgres";

    /**
     * Up to now.
     *
     * @param beside processes that work for the servers
     */
    static MachineUse of(List<ServerProcess> servers, List<Long> beside) throws IOException {
        double cpu = 0;
        long written = 0;
        for (ServerProcess server : servers) {
            cpu += server.cpuSeconds();
            written += written(server.pid());
        }
        List<Long> others = new ArrayList<>(beside);
        others.addAll(databases());
        for (long pid : others) {
            cpu += cpuSeconds(pid);
            written += written(pid);
        }
        return new MachineUse(cpu, written, sentOverLoopback());
    }

    /** Returns what was used since. */
    MachineUse since(MachineUse before) {
        return new MachineUse(cpuSeconds - before.cpuSeconds, written - before.written, sent - before.sent);
    }

    private static long written(long pid) {
        return of(pid, "io")
                .lines()
                .filter(line -> line.startsWith("write_bytes:"))
                .mapToLong(line -> Long.parseLong(line.substring(12).trim()))
                .sum();
    }

    private static double cpuSeconds(long pid) {
        String stat = of(pid, "stat");
        if (stat.isEmpty()) {
            return 0;
        }
        ServerProcess.Cpu cpu = ServerProcess.cpu(stat);
        return cpu.user() + cpu.system();
    }

    private static List<Long> databases() throws IOException {
        try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
            return processes
                    .map(path -> String.valueOf(path.getFileName()))
                    .filter(name -> name.chars().allMatch(Character::isDigit))
                    .map(Long::valueOf)
                    .filter(pid -> of(pid, "comm").trim().equals(DATABASE))
                    .toList();
        }
    }

    /** A file of a process; empty where the process is gone. */
    private static String of(long pid, String file) {
        try {
            return Files.readString(Path.of("/proc", String.valueOf(pid), file));
        } catch (IOException e) {
            return "";
        }
    }

    private static long sentOverLoopback() throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/net/dev"))) {
            String[] words = line.trim().toLowerCase(Locale.ROOT).split("[:\\s]+");
            if (words[0].equals("lo")) {
                return Long.parseLong(words[9]);
            }
        }
        throw new IOException("no loopback in /proc/net/dev");
    }
}
