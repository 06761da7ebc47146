package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Floods of HTTP/2: every one of their connections is ended with ENHANCE_YOUR_CALM, and the server's other clients, which send requests at
 * the times of a plan, are all answered. How much longer they wait is measured with {@code -Psoak}: docs/design/http2.md.
 */
class Http2FloodSystemIT {
    private static final List<String> KINDS = List.of("reset", "headers", "settings", "ping", "data", "continuation");
    private static final Pattern SEEN = Pattern.compile("phase=2 rate=\\d+ 200 n=(\\d+) p50=([0-9.]+) p99=([0-9.]+).*");
    private static final Pattern FLOODED = Pattern.compile("\\S+ connections=(\\d+) cut=(\\d+) reset=\\d+ open=0 .*");
    private static final int RATE = 500;
    private static final int SECONDS = 3;

    /** The p99 of the first loads is many times that of later ones, until all that is called often has been compiled. */
    private static final int WARM_UP = 6;

    private static final int ROUNDS = 5;

    /** Connections that flood, a second: each sends four times what the server permits. */
    private static final int FLOODERS = 20;

    @TempDir
    static Path compiled;

    private static WarFile faulty;

    @TempDir
    Path directory;

    @BeforeAll
    static void compile() throws Exception {
        faulty = WarFile.ofSources("faulty", compiled.resolve("classes"));
    }

    /** The short form, which bounds no time. */
    @Test
    void areCutOffAndEverybodyElseIsAnswered() throws Exception {
        try (LiveServer server = LiveServer.start(directory)) {
            server.deploy("faulty", faulty);
            try (Client flood = Client.start(Http2Flood.class, server.address(), "/faulty/act/", "4");
                    Client others = others(server, 50, KINDS.size())) {
                for (String kind : KINDS) {
                    flood(flood, kind, 1);
                    assertThat(flood.line()).matches(FLOODED);
                }
                assertThatAllWereAnswered(others, 50 * KINDS.size());
            }
            assertThatNothingWasSaidButThat(server);
        }
    }

    /**
     * The p99 of others with a flood is at most twice that without: medians of several loads each, which take turns in one run, so that
     * what else the machine does meets both.
     */
    @Test
    @Tag("soak")
    void leaveOthersAsTheyWere() throws Exception {
        List<Double> without = new ArrayList<>();
        List<Double> elsewhere = new ArrayList<>();
        Map<String, List<Double>> with = new LinkedHashMap<>();
        KINDS.forEach(kind -> with.put(kind, new ArrayList<>()));
        try (LiveServer server = LiveServer.start(directory)) {
            server.deploy("faulty", faulty);
            try (Client flood =
                    Client.start(Http2Flood.class, server.address(), "/faulty/act/", Integer.toString(FLOODERS))) {
                warmUp(server, flood);
                for (int round = 0; round < ROUNDS; round++) {
                    for (int i = 0; i < KINDS.size(); i++) {
                        String kind = KINDS.get((i + round) % KINDS.size());
                        if (i % 2 == 0) {
                            without.add(load(server));
                        }
                        if (i % 3 == 1) {
                            flood(flood, kind, SECONDS + 2, " sink");
                            elsewhere.add(load(server));
                            flood.line();
                        }
                        flood(flood, kind, SECONDS + 2);
                        with.get(kind).add(load(server));
                        assertThatAllWereCutOff(flood.line());
                    }
                }
            }
            assertThatNothingWasSaidButThat(server);
        }
        System.out.println("p99 in ms without a flood: " + described(without));
        System.out.println("p99 in ms with a flood of another socket: " + described(elsewhere));
        with.forEach((kind, seen) -> System.out.println("p99 in ms with " + kind + ": " + described(seen)));
        assertThat(with)
                .allSatisfy((kind, seen) -> assertThat(median(seen))
                        .as("%s: %s, without: %s", kind, seen, without)
                        .isLessThanOrEqualTo(2 * median(without)));
    }

    private static void warmUp(LiveServer server, Client flood) throws Exception {
        for (int i = 0; i < WARM_UP; i++) {
            flood(flood, KINDS.get(i % KINDS.size()), SECONDS + 2);
            load(server);
            flood.line();
        }
    }

    private static String described(List<Double> seen) {
        return String.format("median %.2f of %s", median(seen), seen);
    }

    private static double median(List<Double> seen) {
        List<Double> sorted = seen.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    private static void flood(Client flood, String kind, int seconds) throws Exception {
        flood(flood, kind, seconds, "");
    }

    private static void flood(Client flood, String kind, int seconds, String where) throws Exception {
        assertThat(flood.ask(kind + " " + seconds + where)).isEqualTo("flooding");
    }

    private static void assertThatAllWereCutOff(String flooded) {
        Matcher m = FLOODED.matcher(flooded);
        assertThat(m.matches()).as(flooded).isTrue();
        // A reset can take the frame that says so from a client that still sends.
        assertThat(Integer.parseInt(m.group(2))).as(flooded).isGreaterThan(Integer.parseInt(m.group(1)) * 9 / 10);
    }

    private static void assertThatNothingWasSaidButThat(LiveServer server) throws Exception {
        assertThat(server.get("/faulty/act/").body()).isEqualTo("here");
        assertThat(server.output()).contains("KLS-002703").doesNotContain("\tat ", "ERROR");
    }

    /** The p99 of all requests in milliseconds; the first second does not count. */
    private static double load(LiveServer server) throws Exception {
        try (Client others = others(server, RATE, SECONDS)) {
            return Double.parseDouble(
                    assertThatAllWereAnswered(others, RATE * SECONDS).group(3));
        }
    }

    private static Client others(LiveServer server, int rate, int seconds) throws Exception {
        return Client.start(OpenLoad.class, server.address(), "/faulty/act/", "64", rate + ":1", rate + ":" + seconds);
    }

    private static Matcher assertThatAllWereAnswered(Client others, int requests) throws Exception {
        List<String> lines = others.all();
        String seen = lines.stream()
                .filter(line -> line.startsWith("phase=2 ") && line.contains(" 200 "))
                .findFirst()
                .orElseThrow(() -> new AssertionError(lines));
        Matcher m = SEEN.matcher(seen);
        assertThat(m.matches()).as(seen).isTrue();
        assertThat(Integer.parseInt(m.group(1))).as("%s", lines).isEqualTo(requests);
        return m;
    }
}
