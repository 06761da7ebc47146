package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * A singleton service on real servers to which everything happens: killed, paused, stopped, cut off in all ways, one fault after
 * the other ({@code -Dkeelson.faults=N}, {@code -Dkeelson.faults.minutes=M} at most, {@code -Dkeelson.faults.seed=S},
 * {@code -Dkeelson.faults.only=KILL,PAUSE}, {@code -Dkeelson.faults.death=N} to explain what took longer than N ms where a death
 * is proved). The servers share a network namespace of their own; all processes share the machine's
 * monotonic clock, so that an overlap would be seen. Prints how long each kind took, and what the servers said where it took longer
 * than is promised.
 */
@Isolated
@Tag("soak")
@Timeout(value = 150, unit = TimeUnit.MINUTES)
class SingletonFaultsSystemIT {
    private static final String[] ALL = {"AdminServer", "server-1", "server-2"};
    /** How long a lease lasts where nothing else is configured. */
    private static final int DURATION_SECONDS = 5;

    /** What is promised without proof of death. */
    private static final long PROMISED_MILLIS = (DURATION_SECONDS + 1) * 1_000L;

    /** What is promised at p99 with proof of death, unless more is to be explained. */
    private static final long PROMISED_AT_DEATH_MILLIS = Integer.getInteger("keelson.faults.death", 3_000);

    private static final int LINES_OF_LOG = 80;
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final Pattern STATE =
            Pattern.compile("\"name\":\"watch\",\"state\":\"(\\w+)\",\"owner\":\"?([\\w-]+)");
    private static final Pattern LEADER = Pattern.compile("\"leader\":\"([\\w-]+)\"");

    @TempDir
    private Path parent;

    private LiveDomain domain;
    private Loopback network;
    private Random random;
    private final Map<String, Long> offsets = new TreeMap<>();
    private final List<Line> recent = new ArrayList<>();
    private long highest;
    private int late;
    private String holder = "";
    private final Map<String, List<Long>> took = new TreeMap<>();
    private final Map<String, Integer> stayed = new TreeMap<>();

    /** What happens. In those that come first the service has to move. */
    private enum Fault {
        KILL(8),
        STOP(8),
        PAUSE(5),
        CUT_OFF(4),
        MUTE(3),
        DEAF(3),
        OTHER_KILLED(4),
        HALF(3),
        BRIDGE(3);

        private final int weight;

        Fault(int weight) {
            this.weight = weight;
        }

        boolean moves() {
            return ordinal() < OTHER_KILLED.ordinal();
        }

        boolean cuts() {
            return this == CUT_OFF || this == MUTE || this == DEAF;
        }

        static Fault any(Set<Fault> of, Random random) {
            int left =
                    random.nextInt(of.stream().mapToInt(fault -> fault.weight).sum());
            for (Fault fault : of) {
                left -= fault.weight;
                if (left < 0) {
                    return fault;
                }
            }
            throw new AssertionError(left);
        }
    }

    /** A line of a server's file. */
    private record Line(String server, String what, long epoch, long nanos) {}

    @Test
    void neverTwoHaveItWhateverHappens() throws Exception {
        int faults = Integer.getInteger("keelson.faults", 200);
        long seed = Long.getLong("keelson.faults.seed", System.nanoTime());
        long until = System.nanoTime() + TimeUnit.MINUTES.toNanos(Integer.getInteger("keelson.faults.minutes", 140));
        System.out.println(faults + " faults, seed " + seed);
        Set<Fault> kinds = EnumSet.allOf(Fault.class);
        String only = System.getProperty("keelson.faults.only", "");
        kinds.removeIf(kind -> !only.isEmpty() && !List.of(only.split(",")).contains(kind.name()));
        random = new Random(seed);
        try (Loopback apart = Loopback.open();
                LiveDomain three = domain(apart)) {
            domain = three;
            network = apart;
            domain.launch(ALL);
            domain.awaitRunning(ALL);
            for (int i = 1; i <= faults && System.nanoTime() - until < 0; i++) {
                String owner = settled();
                assertNoOverlap(); // of all that was before: who was paused has written what it saw
                Fault fault = Fault.any(kinds, random);
                System.out.printf(
                        "%d: %s of %s, leader %s, load %.1f: ",
                        i,
                        fault,
                        owner,
                        leader(),
                        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
                strike(fault, owner);
            }
            settled();
            assertNoOverlap();
        } finally {
            report();
        }
    }

    private LiveDomain domain(Loopback apart) throws Exception {
        LiveDomain made = LiveDomain.create(parent, ALL.length - 1)
                .inside(apart.prefix())
                .configure(text -> {
                    String changed = text + "singleton-services:\n  watch: {class-name: watch.Watch}\n";
                    for (int i = 0; i < ALL.length; i++) {
                        changed = changed.replaceFirst(
                                "(?m)^ {2}" + ALL[i] + ":.*$", "$0\n    cluster-address: " + Loopback.address(i));
                    }
                    return changed;
                });
        WarFile jar = WarFile.ofLibrary("watch", parent.resolve("classes")).text("watch/watch-path", parent.toString());
        Files.write(Files.createDirectories(made.directory().resolve("lib")).resolve("watch.jar"), jar.packed());
        return made;
    }

    private void strike(Fault fault, String owner) throws Exception {
        String other = owner.equals("server-1") ? "server-2" : "server-1";
        long before = last().epoch();
        long begun = System.nanoTime();
        switch (fault) {
            case KILL -> domain.signal(owner, "KILL");
            case STOP -> domain.process(owner).destroy();
            case PAUSE -> domain.signal(owner, "STOP");
            case CUT_OFF -> {
                deaf(owner);
                mute(owner);
            }
            case MUTE -> mute(owner);
            case DEAF -> deaf(owner);
            case OTHER_KILLED -> {
                String victim = random.nextBoolean() ? other : "AdminServer";
                domain.signal(victim, "KILL");
                domain.process(victim).waitFor();
            }
            case HALF -> {
                String minor = random.nextBoolean() ? other : "AdminServer";
                deaf(minor);
                mute(minor);
            }
            case BRIDGE -> {
                String end = random.nextBoolean() ? other : "AdminServer";
                cut(owner, end);
                cut(end, owner);
            }
        }
        if (fault.cuts()) {
            begun = System.nanoTime(); // it takes a process for each way that is cut
        }
        if (fault.moves()) {
            moved(fault, before, begun);
        } else {
            Thread.sleep(DURATION_SECONDS * 2_000L);
            boolean moved = last().epoch() > before;
            stayed.merge(fault + (moved ? " moved" : " stayed"), 1, Integer::sum);
            System.out.println(moved ? "it moved" : "it stayed");
        }
        mend(fault, owner);
    }

    private void moved(Fault fault, long before, long begun) {
        Line next;
        try {
            next = await().atMost(PATIENCE)
                    .pollInterval(Duration.ofMillis(20))
                    .until(() -> first("up", before), found -> found != null);
        } catch (ConditionTimeoutException e) {
            explain();
            throw e;
        }
        long millis = TimeUnit.NANOSECONDS.toMillis(next.nanos() - begun);
        took.computeIfAbsent(fault.name(), none -> new ArrayList<>()).add(millis);
        System.out.println(millis + " ms, on " + next.server());
        boolean proof = fault == Fault.KILL || fault == Fault.STOP;
        if (millis > (proof ? PROMISED_AT_DEATH_MILLIS : PROMISED_MILLIS)) {
            late++;
            explain();
        }
        if (fault == Fault.STOP) {
            Line down = lines().stream()
                    .filter(line -> line.what().equals("down") && line.epoch() == before)
                    .findFirst()
                    .orElseThrow();
            took.computeIfAbsent("STOP, from the end of deactivate", none -> new ArrayList<>())
                    .add(TimeUnit.NANOSECONDS.toMillis(next.nanos() - down.nanos()));
        }
    }

    /** All is well again; whoever was killed or stopped is started. */
    private void mend(Fault fault, String owner) throws Exception {
        network.heal();
        if (fault == Fault.PAUSE) {
            domain.signal(owner, "CONT");
        }
        if (fault == Fault.STOP) {
            assertThat(domain.process(owner).waitFor(60, TimeUnit.SECONDS)).isTrue();
        }
        if (fault == Fault.KILL) {
            domain.process(owner).waitFor();
        }
        for (String server : ALL) {
            if (!domain.process(server).isAlive()) {
                domain.forget(server);
                domain.launch(server);
                domain.awaitRunning(server);
            }
        }
    }

    private void cut(String from, String to) throws Exception {
        network.cut(address(from), address(to));
    }

    private void mute(String server) throws Exception {
        for (String other : ALL) {
            if (!other.equals(server)) {
                cut(server, other);
            }
        }
    }

    private void deaf(String server) throws Exception {
        for (String other : ALL) {
            if (!other.equals(server)) {
                cut(other, server);
            }
        }
    }

    private static String address(String server) {
        return Loopback.address(List.of(ALL).indexOf(server));
    }

    /** Waits until somebody has it and both could; returns who has it. */
    private String settled() throws Exception {
        try {
            return awaitSettled();
        } catch (ConditionTimeoutException e) {
            for (String server : ALL) {
                for (String what : List.of("singletons", "server/cluster", "server/leases")) {
                    System.out.println(server + ", " + what + ": " + ask(server, what));
                }
            }
            explain();
            throw e;
        }
    }

    private String awaitSettled() {
        List<String> owner = new ArrayList<>();
        // The admin server may be on its way back: then nobody answers.
        await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(300))
                .ignoreExceptions()
                .untilAsserted(() -> {
                    String all = ask("AdminServer", "singletons");
                    assertThat(all).contains("\"candidates\":[\"server-1\",\"server-2\"]");
                    for (String server : ALL) { // one that was cut off may not know it yet
                        assertThat(ask(server, "server/leases"))
                                .contains("\"missing\":[]")
                                .containsPattern(LEADER);
                        assertThat(ask(server, "server/cluster")).contains("\"missing\":[]");
                    }
                    Matcher state = STATE.matcher(all);
                    assertThat(state.find()).as(all).isTrue();
                    assertThat(state.group(1)).as(all).isEqualTo("ACTIVE");
                    assertThat(state.group(2)).isEqualTo(last().server());
                    owner.add(state.group(2));
                });
        return owner.get(owner.size() - 1);
    }

    private String leader() throws Exception {
        Matcher leader = LEADER.matcher(ask("AdminServer", "server/leases"));
        return leader.find() ? leader.group(1) : "none";
    }

    /** A server's management, from within the network. */
    private String ask(String server, String resource) throws Exception {
        String token = Files.readString(domain.directory().resolve("security/management-token"))
                .strip();
        return network.run("curl -s -m 5 -H 'Authorization: Bearer " + token + "' http://" + domain.address(server)
                + "/management/v1/" + resource);
    }

    /** Returns what has happened since the last check, in the order of the time. */
    private List<Line> lines() {
        for (String server : ALL) {
            Path file = parent.resolve("watch-" + server + ".txt");
            if (Files.exists(file)) {
                read(server, file);
            }
        }
        recent.sort(Comparator.comparingLong(Line::nanos));
        return recent;
    }

    private void read(String server, Path file) {
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "r")) {
            long from = offsets.getOrDefault(server, 0L);
            byte[] bytes = new byte[(int) (open.length() - from)];
            open.seek(from);
            open.readFully(bytes);
            String text = new String(bytes, StandardCharsets.US_ASCII);
            int end = text.lastIndexOf('\n') + 1;
            offsets.put(server, from + end);
            text.substring(0, end).lines().forEach(line -> {
                String[] parts = line.split(" ");
                if (parts.length == 3) { // one that was killed may have written half a line
                    recent.add(new Line(server, parts[0], Long.parseLong(parts[1]), Long.parseLong(parts[2])));
                }
            });
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private Line first(String what, long above) {
        return lines().stream()
                .filter(line -> line.what().equals(what) && line.epoch() > above)
                .findFirst()
                .orElse(null);
    }

    /** The last that began. */
    private Line last() {
        return lines().stream()
                .filter(line -> line.what().equals("up"))
                .reduce((one, next) -> next)
                .orElseThrow();
    }

    /** Epochs grow, and nobody believes in one after another has begun in a higher one. */
    private void assertNoOverlap() {
        int holds = 0;
        List<Line> lines = lines();
        for (Line line : lines) {
            if (line.what().equals("up") && line.epoch() != highest) {
                assertThat(line.epoch())
                        .as("%s after epoch %d of %s", line, highest, holder)
                        .isGreaterThan(highest);
                highest = line.epoch();
                holder = line.server();
            } else if (line.what().equals("holds")) {
                holds++;
                assertThat(line.epoch())
                        .as("%s after epoch %d of %s", line, highest, holder)
                        .isEqualTo(highest);
                assertThat(line.server()).as("%s", line).isEqualTo(holder);
            }
        }
        assertThat(holds).isPositive();
        Line last = last();
        recent.clear();
        recent.add(last);
    }

    /** Why something took longer than is promised, or did not come. */
    private void explain() {
        for (String server : ALL) {
            List<String> lines = domain.output(server).lines().toList();
            System.out.println("-- " + server);
            lines.stream().skip(Math.max(0, lines.size() - LINES_OF_LOG)).forEach(System.out::println);
        }
    }

    private void report() {
        took.forEach((what, millis) -> {
            millis.sort(null);
            System.out.printf(
                    "%s, %d times: median %d ms, p99 %d ms, %d to %d ms%n",
                    what,
                    millis.size(),
                    millis.get(millis.size() / 2),
                    millis.get((int) Math.ceil(0.99 * millis.size()) - 1),
                    millis.get(0),
                    millis.get(millis.size() - 1));
        });
        System.out.println(stayed + ", later than promised: " + late + ", epochs: " + highest);
    }
}
