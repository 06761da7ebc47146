package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.base.subsystem.SubsystemFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Leases between real servers that are killed and stopped for real. All processes share the machine's monotonic clock, so
 * that an overlap would be seen. Prints how long things took.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class LeasesSystemIT {
    private static final String[] ALL = {"AdminServer", "server-1", "server-2"};
    private static final List<String> OWNERS = List.of("server-1", "server-2");
    private static final Pattern LINE = Pattern.compile("PROBE (\\S+) (\\d+) (\\d+)");
    private static final Pattern LEADER = Pattern.compile("\"leader\":\"([^\"]+)\"");
    private static final int DURATION_SECONDS = 3;

    @TempDir
    private Path parent;

    private LiveDomain domain;
    /** What processes that have ended have printed. */
    private final List<Said> past = new ArrayList<>();

    /** What a server's probe has printed. */
    private record Said(String server, String what, long epoch, long nanos) {}

    @Test
    void whoOwnsItDiesStopsOrLeavesAndAnotherHasItWithoutAnOverlap() throws Exception {
        try (LiveDomain three = LiveDomain.create(parent, 2)) {
            begin(three);
            assertThat(domain.output("AdminServer"))
                    .contains("PROBE refused at AdminServer")
                    .contains("owns nothing");
            long killed = kill(owner());
            assertThat(killed).isLessThan(DURATION_SECONDS * 1_000);
            pause(owner());
            leave(owner());
            assertNoOverlap();
            for (String server : ALL) {
                assertThat(domain.output(server)).doesNotContain("Exception").doesNotContain("KLS-300209");
            }
        }
    }

    /** Many faults of all kinds, of owners and leaders, one after the other. */
    @Tag("soak")
    @Timeout(value = 100, unit = TimeUnit.MINUTES)
    @Test
    void manyFaultsOverlapNothing() throws Exception {
        int faults = Integer.getInteger("keelson.leases.faults", 60);
        long seed = Long.getLong("keelson.leases.seed", System.nanoTime());
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        Map<String, List<Long>> took = new TreeMap<>();
        try (LiveDomain three = LiveDomain.create(parent, 2)) {
            begin(three);
            for (int i = 0; i < faults; i++) {
                Said owner = owner();
                String leader = leader();
                String led = leader.equals(owner.server()) ? ", who led" : "";
                switch (random.nextInt(4)) {
                    case 0 -> note("kill -9 of the owner" + led, kill(owner), took);
                    case 1 -> note("pause of the owner" + led, pause(owner), took);
                    case 2 -> {
                        note("orderly stop of the owner" + led, leave(owner), took);
                        again(owner.server());
                    }
                    default -> {
                        domain.signal(leader, "KILL");
                        again(leader);
                    }
                }
            }
            assertNoOverlap();
        }
        took.forEach((what, millis) -> {
            millis.sort(null);
            System.out.printf(
                    "%s, %d times: median %d ms, greatest %d ms%n",
                    what, millis.size(), millis.get(millis.size() / 2), millis.get(millis.size() - 1));
        });
    }

    /** The same by the rows of a database that the servers share. */
    @Tag("soak")
    @Test
    void aDatabaseDecidesAsWell() throws Exception {
        int port = FreePorts.next();
        Process database = DatabaseProcess.start(port, parent);
        try (LiveDomain three = LiveDomain.create(parent, 2)) {
            Files.copy(
                    Path.of("target", "wars", "h2.jar"),
                    Files.createDirectories(three.directory().resolve("lib")).resolve("h2.jar"));
            domain = three.from(distributionWithAProbe())
                    .configure(text -> text.replaceFirst(
                                    "(?m)^ {2}cluster-1:.*$",
                                    "  cluster-1: {lease-duration: 3s, migration-basis: database, lease-data-source: jdbc/leases,"
                                            + " discovery: jdbc, discovery-data-source: jdbc/leases}")
                            + "\ndata-sources:\n  leases:\n    jndi-names: [jdbc/leases]\n    url: jdbc:h2:tcp://127.0.0.1:"
                            + port + "/./leases;DB_CLOSE_DELAY=-1\n    user: sa\n    connection-reserve-timeout: 1s\n");
            domain.launch(ALL);
            domain.awaitRunning(ALL);
            awaitGrant(0);
            kill(owner());
            pause(owner());
            Said leaving = owner();
            leave(leaving);
            again(leaving.server());

            // The database dies: what is held ends in time, and is granted again when it is back.
            Said owner = owner();
            database.destroyForcibly().waitFor();
            await().atMost(Duration.ofSeconds(DURATION_SECONDS + 1))
                    .until(() -> said().stream()
                            .anyMatch(s -> s.what().equals("lost-EXPIRED") && s.epoch() == owner.epoch()));
            domain.awaitSaid(owner.server(), "KLS-300320");
            database = DatabaseProcess.start(port, parent);
            awaitGrant(owner.epoch());
            assertNoOverlap();
        } finally {
            database.destroyForcibly().waitFor();
        }
    }

    private static void note(String what, long millis, Map<String, List<Long>> took) {
        took.computeIfAbsent(what, k -> new ArrayList<>()).add(millis);
    }

    private void begin(LiveDomain three) throws Exception {
        domain = three.from(distributionWithAProbe())
                .configure(text -> text.replaceFirst("(?m)^ {2}cluster-1:.*$", "  cluster-1: {lease-duration: 3s}"));
        domain.launch(ALL);
        domain.awaitRunning(ALL);
        awaitGrant(0);
        awaitStatus();
    }

    /** Dead, which the process table proves. */
    private long kill(Said owner) throws Exception {
        long killed = System.nanoTime();
        domain.signal(owner.server(), "KILL");
        Said next = awaitGrant(owner.epoch());
        again(owner.server());
        return report("kill -9 of the owner to the next grant", next.nanos() - killed);
    }

    /** Stopped, which is no proof: its time has to be over. When it goes on it has lost it. */
    private long pause(Said owner) throws Exception {
        long stopped = System.nanoTime();
        domain.signal(owner.server(), "STOP");
        Said next = awaitGrant(owner.epoch());
        // A second more than the duration is promised; the machine of a build may have other things to do.
        assertThat(next.nanos() - stopped).isLessThan(TimeUnit.SECONDS.toNanos(DURATION_SECONDS + 3));
        domain.signal(owner.server(), "CONT");
        await().atMost(Duration.ofSeconds(60))
                .until(() -> said().stream().anyMatch(s -> s.what().startsWith("lost-") && s.epoch() == owner.epoch()));
        awaitStatus();
        return report("SIGSTOP of the owner to the next grant", next.nanos() - stopped);
    }

    /** Leaves in order. */
    private long leave(Said owner) throws Exception {
        domain.process(owner.server()).destroy();
        Said next = awaitGrant(owner.epoch());
        Said released = said().stream()
                .filter(s -> s.server().equals(owner.server()) && s.what().equals("releases"))
                .reduce((one, later) -> later)
                .orElseThrow();
        assertThat(domain.process(owner.server()).waitFor(60, TimeUnit.SECONDS)).isTrue();
        if (!lostBefore(owner)) {
            assertThat(next.nanos() - released.nanos()).isLessThan(TimeUnit.SECONDS.toNanos(2));
            domain.awaitSaid(owner.server(), "KLS-300201");
        }
        assertThat(domain.output(owner.server())).doesNotContain("KLS-300341");
        return report("release at an orderly stop to the next grant", next.nanos() - released.nanos());
    }

    /** Returns true if the owner's time was over before it let go, as on a machine that stood still: it has nothing to give back then. */
    private boolean lostBefore(Said owner) {
        return said().stream()
                .anyMatch(s -> s.server().equals(owner.server())
                        && s.epoch() >= owner.epoch()
                        && s.what().equals("lost-EXPIRED"));
    }

    private void again(String server) throws Exception {
        domain.process(server).waitFor();
        past.addAll(saidBy(server));
        domain.forget(server);
        domain.launch(server);
        domain.awaitRunning(server);
        awaitStatus();
    }

    /** Each server that runs knows who leads, and sees all voters. */
    private void awaitStatus() {
        for (String server : ALL) {
            awaitStatus(server);
        }
    }

    private void awaitStatus(String server) {
        try {
            await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
                String status = domain.manage(server, "server/leases").body();
                if (status.contains("\"basis\":\"database\"")) {
                    assertThat(status).containsPattern("\"name\":\"orders\",\"owner\":\"server-[12]\"");
                    return;
                }
                assertThat(status)
                        .contains("\"basis\":\"consensus\"")
                        .containsPattern("\"voter\":\"" + server + "~")
                        .containsPattern("\"leader\":\"(AdminServer|server-1|server-2)\"")
                        .contains("\"voters\":[\"AdminServer\",\"server-1\",\"server-2\"]")
                        .contains("\"missing\":[]")
                        .containsPattern("\"name\":\"orders\",\"owner\":\"server-[12]\"");
            });
        } catch (ConditionTimeoutException e) {
            throw new AssertionError(
                    Arrays.stream(ALL)
                            .map(one -> one + ":\n" + domain.output(one))
                            .collect(Collectors.joining("\n")),
                    e);
        }
    }

    private Said awaitGrant(long above) {
        return await().atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(50))
                .until(
                        () -> said().stream()
                                .filter(s -> s.what().equals("granted") && s.epoch() > above)
                                .findFirst()
                                .orElse(null),
                        found -> found != null);
    }

    /** The last grant. */
    private Said owner() {
        return said().stream()
                .filter(s -> s.what().equals("granted"))
                .reduce((one, later) -> later)
                .orElseThrow();
    }

    private String leader() throws Exception {
        Matcher leader =
                LEADER.matcher(domain.manage("AdminServer", "server/leases").body());
        assertThat(leader.find()).isTrue();
        return leader.group(1);
    }

    private List<Said> said() {
        List<Said> all = new ArrayList<>(past);
        OWNERS.forEach(server -> all.addAll(saidBy(server)));
        all.sort(Comparator.comparingLong(Said::nanos));
        return all;
    }

    private List<Said> saidBy(String server) {
        List<Said> all = new ArrayList<>();
        Matcher line = LINE.matcher(domain.output(server));
        while (line.find()) {
            all.add(new Said(server, line.group(1), Long.parseLong(line.group(2)), Long.parseLong(line.group(3))));
        }
        return all;
    }

    /** Nobody believes in an epoch after another was granted a higher one, and none is granted twice. */
    private void assertNoOverlap() {
        long highest = 0;
        String owner = "";
        int holds = 0;
        for (Said one : said()) {
            if (one.what().equals("granted")) {
                assertThat(one.epoch())
                        .as("%s after epoch %d of %s", one, highest, owner)
                        .isGreaterThan(highest);
                highest = one.epoch();
                owner = one.server();
            } else if (one.what().equals("holds")) {
                holds++;
                assertThat(one.epoch())
                        .as("%s after epoch %d of %s", one, highest, owner)
                        .isEqualTo(highest);
                assertThat(one.server()).as("%s", one).isEqualTo(owner);
            }
        }
        assertThat(holds).isGreaterThan(100);
    }

    private static long report(String what, long nanos) {
        long millis = TimeUnit.NANOSECONDS.toMillis(nanos);
        System.out.printf("%s: %d ms%n", what, millis);
        return millis;
    }

    /** The distribution with one jar more: the launcher as a copy, since it finds the rest from where it lies. */
    private Path distributionWithAProbe() throws IOException {
        Path home = parent.resolve("keelson");
        Files.createDirectories(home.resolve("lib"));
        try (Stream<Path> parts = Files.list(LiveServer.HOME)) {
            for (Path part :
                    parts.filter(p -> !p.endsWith("lib") && !p.endsWith("bin")).toList()) {
                Files.createSymbolicLink(home.resolve(part.getFileName()), part);
            }
        }
        try (Stream<Path> jars = Files.list(LiveServer.HOME.resolve("lib"))) {
            for (Path jar : jars.toList()) {
                Files.createSymbolicLink(home.resolve("lib").resolve(jar.getFileName()), jar);
            }
        }
        Files.createDirectories(home.resolve("bin"));
        Path launcher = home.resolve("bin/keelson");
        Files.copy(LiveServer.HOME.resolve("bin/keelson"), launcher);
        assertThat(launcher.toFile().setExecutable(true)).isTrue();
        WarFile jar = new WarFile()
                .text("META-INF/services/" + SubsystemFactory.class.getName(), LeaseProbe.class.getName() + "\n");
        for (String name : List.of("LeaseProbe", "LeaseProbe$Probe")) {
            jar.bytes("io/keelson/system/" + name + ".class", classFile(name));
        }
        Files.write(home.resolve("lib/lease-probe.jar"), jar.packed());
        return home;
    }

    private static byte[] classFile(String name) throws IOException {
        try (var in = LeasesSystemIT.class.getResourceAsStream(name + ".class")) {
            return in.readAllBytes();
        }
    }
}
