package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Persistent timers of a cluster without a database: three servers, one of which fires, whatever happens to them. */
@Timeout(value = 6, unit = TimeUnit.MINUTES)
class ClusterTimersSystemIT {
    private static final String[] MANAGED = {"server-1", "server-2", "server-3"};
    private static final String[] ALL = {"AdminServer", "server-1", "server-2", "server-3"};
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    Path parent;

    private Path file() {
        return parent.resolve("notes.txt");
    }

    /** A firing: the due second, or what the timer tells, and the process. */
    private record Firing(String kind, String what, long process) {
        static Firing of(String line) {
            String[] parts = line.split(" ");
            return new Firing(parts[0], parts[1], Long.parseLong(parts[2]));
        }
    }

    private List<Firing> firings(String kind) throws Exception {
        return Files.exists(file())
                ? Files.readAllLines(file()).stream()
                        .map(Firing::of)
                        .filter(each -> each.kind().equals(kind))
                        .toList()
                : List.of();
    }

    private List<Long> seconds() throws Exception {
        return firings("tick").stream().map(each -> Long.parseLong(each.what())).toList();
    }

    private void awaitMore(int more) throws Exception {
        int before = seconds().size();
        await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> seconds().size() >= before + more);
    }

    /** The server that fired last. Its firing is recorded long before the next second. */
    private String owner(LiveDomain domain) throws Exception {
        awaitMore(1);
        List<Firing> all = firings("tick");
        long process = all.get(all.size() - 1).process();
        for (String server : MANAGED) {
            if (domain.process(server).pid() == process) {
                return server;
            }
        }
        throw new AssertionError("no server has the process " + process);
    }

    @Test
    void eachDueTimeFiresOnceThroughTheDeathAndTheRestartOfEveryServer() throws Exception {
        WarFile application = WarFile.ofSources("timers", parent.resolve("classes"))
                .text("WEB-INF/classes/notes/path", file().toString());
        try (LiveDomain domain = LiveDomain.create(parent, 3)) {
            domain.configure(text -> text + "\nenterprise-beans:\n  missed-runs: all\n");
            domain.launch(ALL);
            domain.awaitRunning(ALL);
            for (String server : MANAGED) {
                domain.deploy(server, "timers", application);
            }
            awaitMore(2);
            makeSeeAndCancelAnywhere(domain);

            for (int i = 0; i < 3; i++) {
                String owner = owner(domain);
                awaitRecorded();
                domain.signal(owner, "KILL");
                domain.process(owner).waitFor();
                awaitMore(3);
                domain.launch(owner);
                domain.awaitRunning(owner);
            }
            pause(domain);

            awaitRecorded();
            for (String server : MANAGED) {
                domain.signal(server, "KILL");
                domain.process(server).waitFor();
            }
            domain.launch(MANAGED);
            domain.awaitRunning(MANAGED);
            awaitMore(3);

            List<Long> seconds = seconds();
            assertThat(seconds)
                    .containsExactlyElementsOf(LongStream.rangeClosed(seconds.get(0), seconds.get(seconds.size() - 1))
                            .boxed()
                            .toList());
            assertThat(firings("once")).extracting(Firing::what).containsExactly("later");
        }
    }

    /**
     * Deaths of the server that fires, of another one and of all, and pauses of the one that fires, in an order that a seed gives. Each
     * second fires once. {@code -Dkeelson.kills} is the number of faults, {@code -Dkeelson.seed} repeats an order.
     */
    @Test
    @Tag("soak")
    @Timeout(value = 90, unit = TimeUnit.MINUTES)
    void eachDueTimeFiresOnceThroughManyFaults() throws Exception {
        int faults = Integer.getInteger("keelson.kills", 200);
        long seed = Long.getLong("keelson.seed", System.currentTimeMillis());
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        WarFile application = WarFile.ofSources("timers", parent.resolve("classes"))
                .text("WEB-INF/classes/notes/path", file().toString());
        Map<String, Integer> done = new TreeMap<>();
        try (LiveDomain domain = LiveDomain.create(parent, 3)) {
            domain.configure(text -> text + "\nenterprise-beans:\n  missed-runs: all\n");
            domain.launch(ALL);
            domain.awaitRunning(ALL);
            for (String server : MANAGED) {
                domain.deploy(server, "timers", application);
            }
            awaitMore(2);
            for (int i = 0; i < faults; i++) {
                done.merge(fault(domain, random), 1, Integer::sum);
            }
            awaitMore(3);

            List<Long> seconds = seconds();
            List<Long> wanted = LongStream.rangeClosed(seconds.get(0), seconds.get(seconds.size() - 1))
                    .boxed()
                    .toList();
            System.out.println("faults " + done + ", " + seconds.size() + " firings of " + wanted.size() + " seconds");
            assertThat(seconds.stream().sorted().toList()).as("seed " + seed).isEqualTo(wanted);
        }
    }

    /** Does one fault, and waits until the timer goes on and all servers run. */
    private String fault(LiveDomain domain, Random random) throws Exception {
        String owner = owner(domain);
        awaitRecorded();
        int kind = random.nextInt(10);
        if (kind < 2) {
            pause(domain);
            return "pause of the owner";
        }
        if (kind < 3) {
            restart(domain, MANAGED);
            return "death of all";
        }
        String other = MANAGED[random.nextInt(MANAGED.length)];
        String dies = kind < 7 ? owner : other;
        restart(domain, dies);
        return dies.equals(owner) ? "death of the owner" : "death of another";
    }

    private void restart(LiveDomain domain, String... servers) throws Exception {
        for (String server : servers) {
            domain.signal(server, "KILL");
            domain.process(server).waitFor();
        }
        if (servers.length == 1) {
            awaitMore(2);
        }
        domain.launch(servers);
        domain.awaitRunning(servers);
        awaitMore(2);
    }

    /** A timer's record follows its transaction within milliseconds; half a second later it is there. */
    private static void awaitRecorded() {
        await().pollDelay(Duration.ofMillis(400)).until(() -> true);
    }

    private static void makeSeeAndCancelAnywhere(LiveDomain domain) throws Exception {
        assertThat(domain.ask("server-1", "GET", "/timers/make?info=never&millis=90000"))
                .isEqualTo("[each second, never]");
        for (String server : MANAGED) {
            assertThat(domain.ask(server, "GET", "/timers/")).isEqualTo("[each second, never]");
        }
        assertThat(domain.ask("server-2", "GET", "/timers/cancel?info=never")).isEqualTo("[each second]");
        assertThat(domain.ask("server-3", "GET", "/timers/")).isEqualTo("[each second]");
        assertThat(domain.ask("server-3", "GET", "/timers/make?info=later&millis=1000"))
                .isEqualTo("[each second, later]");
        await().atMost(PATIENCE)
                .untilAsserted(() ->
                        assertThat(domain.ask("server-1", "GET", "/timers/")).isEqualTo("[each second]"));
        assertThat(domain.ask("server-1", "GET", "/timers/big?info=5000"))
                .contains("enterprise-beans/cluster-timer-info");
    }

    /** An owner that is paused until another one fires does nothing more when it goes on. */
    private void pause(LiveDomain domain) throws Exception {
        String owner = owner(domain);
        awaitRecorded();
        domain.signal(owner, "STOP");
        long paused = domain.process(owner).pid();
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(50)).until(() -> {
            List<Firing> all = firings("tick");
            return all.get(all.size() - 1).process() != paused;
        });
        awaitMore(2);
        domain.signal(owner, "CONT");
        awaitMore(3);
    }
}
