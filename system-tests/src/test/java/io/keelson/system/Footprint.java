package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What a server's JVM holds after full collections, as the JDK's own tools tell it.
 *
 * @param heapKiB used
 * @param classes loaded
 * @param applications class loaders of applications that have classes
 * @param applicationsKiB metaspace of those
 * @param serverKiB metaspace of all others
 * @param threads of the process
 * @param files open files and sockets of the process
 */
record Footprint(
        long heapKiB, long classes, int applications, long applicationsKiB, long serverKiB, long threads, long files) {
    private static final int AT_REST = 3;
    private static final List<String> HEAP = List.of(
            "sun.gc.generation.1.space.0.used",
            "sun.gc.generation.0.space.0.used",
            "sun.gc.generation.0.space.1.used",
            "sun.gc.generation.0.space.2.used");
    private static final List<String> LOADED = List.of("java.cls.loadedClasses", "java.cls.sharedLoadedClasses");
    private static final List<String> UNLOADED = List.of("java.cls.unloadedClasses", "java.cls.sharedUnloadedClasses");

    /**
     * Measures the process when its number of classes has come to rest: weak references to a loader are cleared one
     * collection before objects with a finalizer let go of its classes.
     */
    static Footprint of(Process server) {
        Deque<Footprint> last = new ArrayDeque<>();
        await().atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(100))
                .until(() -> {
                    last.addLast(now(server));
                    if (last.size() > AT_REST) {
                        last.removeFirst();
                    }
                    return last.size() == AT_REST
                            && last.stream()
                                            .mapToLong(Footprint::classes)
                                            .distinct()
                                            .count()
                                    == 1;
                });
        return last.getLast();
    }

    private static Footprint now(Process server) throws Exception {
        collect(server);
        LoadedClasses loaded = LoadedClasses.of(Diagnostics.command(server, "VM.metaspace show-loaders scale=1"));
        Map<String, Long> counters = Diagnostics.counters(server);
        Path process = Path.of("/proc", Long.toString(server.pid()));
        return new Footprint(
                sum(counters, HEAP) / 1024,
                sum(counters, LOADED) - sum(counters, UNLOADED),
                loaded.applications(),
                loaded.applicationsKiB(),
                loaded.serverKiB(),
                count(process.resolve("task")),
                count(process.resolve("fd")));
    }

    /** The first must be there; collectors differ in the others. */
    private static long sum(Map<String, Long> counters, List<String> names) {
        assertThat(counters).containsKey(names.get(0));
        return names.stream().mapToLong(name -> counters.getOrDefault(name, 0L)).sum();
    }

    /** Returns how many instances of a class are reachable. */
    static int instances(Process server, String className) throws Exception {
        for (String line :
                Diagnostics.command(server, "GC.class_histogram").lines().toList()) {
            String[] columns = line.trim().split("\\s+");
            if (columns.length >= 4 && columns[3].equals(className)) {
                return Integer.parseInt(columns[1]);
            }
        }
        return 0;
    }

    /** Runs a full collection. */
    static void collect(Process server) throws Exception {
        Diagnostics.command(server, "GC.run");
    }

    private static long count(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.count();
        }
    }
}
