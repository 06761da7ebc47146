package io.keelson.parts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Layered parts and a flat class path, in turns (A B A B): whole processes, medians. Its table is in
 * docs/adr/0002-layered-parts.md.
 */
@Tag("bench")
class LayoutBenchmarkIT {
    private static final int ROUNDS = Integer.getInteger("rounds", 5);

    @TempDir
    Path directory;

    @Test
    void layeredAgainstFlat() throws Exception {
        Path meter = Home.meter();
        Path shop = Home.shop("shop", false);
        Map<Home, Map<String, List<Long>>> seen = new EnumMap<>(Home.class);
        for (Home home : Home.values()) {
            home.layOut();
            seen.put(home, new LinkedHashMap<>());
        }
        for (int round = 0; round <= ROUNDS; round++) {
            for (Home home : Home.values()) {
                Map<String, List<Long>> into = round == 0 ? new LinkedHashMap<>() : seen.get(home);
                empty(home, directory.resolve(home + "-empty-" + round), into);
                full(home, directory.resolve(home + "-full-" + round), meter, shop, into);
            }
        }
        print(seen);
        assertThat(seen.get(Home.LAYERED)).hasSameSizeAs(seen.get(Home.FLAT));
    }

    private static void empty(Home home, Path domain, Map<String, List<Long>> into) throws Exception {
        long begin = System.nanoTime();
        try (LiveServer server = LiveServer.start(home.directory(), domain)) {
            add(into, "empty: start, ms", millisSince(begin));
            add(into, "empty: resident, KiB", resident(server));
            add(into, "empty: open jars", openJars(server));
        }
    }

    private static void full(Home home, Path domain, Path meter, Path shop, Map<String, List<Long>> into)
            throws Exception {
        try (LiveServer server = LiveServer.start(home.directory(), domain)) {
            server.deploy("meter", meter);
            add(into, "one small application: classes", meter(server, "classes"));
            long begin = System.nanoTime();
            server.deploy("shop", shop);
            add(into, "shop: first deployment, ms", millisSince(begin));
            begin = System.nanoTime();
            server.post("/shop/api/purchases/Ada", "engine");
            server.get("/shop/api/purchases");
            server.get("/shop/page.jsp");
            add(into, "shop: first requests, ms", millisSince(begin));
            begin = System.nanoTime();
            server.deploy("shop", shop);
            add(into, "shop: second deployment, ms", millisSince(begin));
            server.post("/shop/api/purchases/Ada", "engine");
            server.get("/shop/page.jsp");
            add(into, "shop: resident, KiB", resident(server));
            add(into, "shop: open jars", openJars(server));
            add(into, "shop: classes", meter(server, "classes"));
            add(into, "shop: metaspace, KiB", meter(server, "metaspace") / 1024);
            add(into, "shop: heap, KiB", meter(server, "heap") / 1024);
        }
        long begin = System.nanoTime();
        try (LiveServer server = LiveServer.start(home.directory(), domain)) {
            add(into, "shop: start of the server with it, ms", millisSince(begin));
            server.get("/shop/api/purchases");
        }
    }

    private static void add(Map<String, List<Long>> into, String what, long value) {
        into.computeIfAbsent(what, k -> new ArrayList<>()).add(value);
    }

    private static long millisSince(long begin) {
        return Duration.ofNanos(System.nanoTime() - begin).toMillis();
    }

    private static long meter(LiveServer server, String what) throws Exception {
        return server.get("/meter/")
                .lines()
                .filter(line -> line.startsWith(what + "="))
                .mapToLong(line -> Long.parseLong(line.substring(what.length() + 1)))
                .findFirst()
                .orElseThrow();
    }

    private static long resident(LiveServer server) throws IOException {
        return Files.readAllLines(proc(server, "status")).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .findFirst()
                .orElseThrow();
    }

    private static long openJars(LiveServer server) throws IOException {
        long jars = 0;
        try (DirectoryStream<Path> open = Files.newDirectoryStream(proc(server, "fd"))) {
            for (Path descriptor : open) {
                jars += Files.readSymbolicLink(descriptor).toString().endsWith(".jar") ? 1 : 0;
            }
        }
        return jars;
    }

    private static Path proc(LiveServer server, String file) {
        return Path.of("/proc", Long.toString(server.pid()), file);
    }

    private static void print(Map<Home, Map<String, List<Long>>> seen) {
        System.out.printf("| median of %d processes | layered | flat |%n|---|---:|---:|%n", ROUNDS);
        seen.get(Home.LAYERED)
                .forEach((what, layered) -> System.out.printf(
                        "| %s | %d | %d |%n",
                        what, median(layered), median(seen.get(Home.FLAT).get(what))));
    }

    private static long median(List<Long> values) {
        return values.stream().sorted().skip(values.size() / 2).findFirst().orElseThrow();
    }
}
