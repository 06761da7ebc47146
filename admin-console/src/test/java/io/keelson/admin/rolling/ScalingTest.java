package io.keelson.admin.rolling;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.admin.rest.RuntimeJson;
import io.keelson.admin.rolling.ScaleProgress.Phase;
import io.keelson.base.time.Ticker;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scaling a cluster that lives in a map, on a clock that the test moves. */
class ScalingTest {
    private static final int TIMEOUT = 60;
    private static final int MOST = 8;
    private static final List<String> NAMES =
            IntStream.rangeClosed(1, MOST).mapToObj(i -> "s" + i).toList();

    private long nanos;
    private final Ticker ticker = new Ticker() {
        @Override
        public long nanoTime() {
            return nanos;
        }

        @Override
        public long currentTimeMillis() {
            return nanos / 1_000_000;
        }
    };
    private final Cluster cluster = new Cluster();
    private final List<ScaleProgress> kept = new ArrayList<>();
    private boolean diskFull;

    /** Servers that take a few looks to end and to start, of which the first three vote and others may. */
    private final class Cluster implements Fleet, Sizing {
        final Map<String, Long> pids = new TreeMap<>();
        final Map<String, Integer> ending = new TreeMap<>();
        final Map<String, Integer> starting = new TreeMap<>();
        final Map<String, Integer> voting = new TreeMap<>();
        final List<String> orders = new ArrayList<>();
        final Set<String> broken = new HashSet<>();
        String refuses = "";
        String withoutCopies = "";
        int size = 2;
        long nextPid = 1;
        /** What must never be: ended though the domain has others away, removed while it runs. */
        final List<String> wrong = new ArrayList<>();

        Cluster() {
            NAMES.subList(0, size).forEach(name -> pids.put(name, nextPid++));
        }

        void has(int servers) {
            size = servers;
            pids.clear();
            NAMES.subList(0, size).forEach(name -> pids.put(name, nextPid++));
        }

        void pass() {
            ending.replaceAll((server, left) -> left - 1);
            for (String server : List.copyOf(ending.keySet())) {
                if (ending.get(server) <= 0) {
                    ending.remove(server);
                    pids.remove(server);
                }
            }
            starting.replaceAll((server, left) -> left - 1);
            starting.values().removeIf(left -> left <= 0);
            // The vote of a server that is none of the domain goes after a few looks.
            voting.replaceAll((server, left) -> servers().contains(server) ? left : left - 1);
            voting.values().removeIf(left -> left <= 0);
        }

        @Override
        public Presence presence(String server) {
            Long pid = pids.get(server);
            if (pid == null) {
                return new Presence(
                        broken.contains(server) ? "FAILED_NOT_RESTARTABLE" : "SHUTDOWN", null, "exit code 1");
            }
            return new Presence(
                    ending.containsKey(server)
                            ? "SHUTTING_DOWN"
                            : starting.containsKey(server) ? "STARTING" : "RUNNING",
                    pid,
                    "");
        }

        @Override
        public Optional<String> unready(List<String> servers) {
            for (String server : servers) {
                if (!pids.containsKey(server) || ending.containsKey(server) || starting.containsKey(server)) {
                    return Optional.of(server + " is away");
                }
            }
            return withoutCopies.isEmpty() ? Optional.empty() : Optional.of(withoutCopies);
        }

        @Override
        public void stop(String server) {
            if (!ending.isEmpty() || !starting.isEmpty() || !formerVoters().isEmpty()) {
                wrong.add("stop " + server + " while " + ending + starting + formerVoters());
            }
            orders.add("stop " + server);
            ending.put(server, 3);
        }

        @Override
        public void start(String server) {
            if (!servers().contains(server)) {
                wrong.add("start " + server + ", which the domain does not have");
            }
            orders.add("start " + server);
            if (!broken.contains(server)) {
                pids.put(server, nextPid++);
                starting.put(server, 3);
            }
        }

        @Override
        public List<String> servers() {
            return NAMES.subList(0, size);
        }

        @Override
        public List<String> running() {
            return List.copyOf(pids.keySet());
        }

        @Override
        public Set<String> formerVoters() {
            Set<String> former = new TreeSet<>(voting.keySet());
            former.removeAll(servers());
            return former;
        }

        @Override
        public void resize(int to) throws IOException {
            if (!refuses.isEmpty()) {
                throw new IOException(refuses);
            }
            NAMES.subList(Math.min(to, size), size).stream()
                    .filter(pids::containsKey)
                    .forEach(server -> wrong.add("removed " + server + " while it runs"));
            orders.add("size " + to);
            size = to;
        }
    }

    private Scaling scaling(int to) {
        return scaling(new ScaleProgress(
                "c",
                "alice",
                "now",
                TIMEOUT,
                2,
                cluster.size,
                to,
                Progress.State.RUNNING,
                "",
                Scaling.plan(NAMES, cluster.size, to, cluster.pids.keySet())));
    }

    private Scaling scaling(ScaleProgress from) {
        return new Scaling(
                from,
                cluster,
                cluster,
                progress -> {
                    if (diskFull) {
                        throw new IOException("no space left");
                    }
                    kept.add(progress);
                },
                ticker);
    }

    private void run(Scaling scaling) {
        for (int i = 0; i < 2_000 && scaling.step(); i++) {
            pass();
        }
    }

    private void pass() {
        nanos += 250_000_000L;
        cluster.pass();
    }

    private void until(Scaling scaling, Phase phase) {
        for (int i = 0; i < 2_000; i++) {
            if (scaling.progress().members().stream().anyMatch(member -> member.phase() == phase)) {
                return;
            }
            assertThat(scaling.step()).as(scaling.progress().toString()).isTrue();
            pass();
        }
        throw new AssertionError("never " + phase + ": " + scaling.progress());
    }

    private void assertDone(Scaling scaling) {
        assertThat(scaling.progress().state()).as(scaling.progress().toString()).isEqualTo(Progress.State.DONE);
        assertThat(cluster.wrong).isEmpty();
    }

    @Test
    void serversThatComeAreAddedFirstAndThenStartTogether() {
        Scaling scaling = scaling(4);
        run(scaling);

        assertDone(scaling);
        assertThat(cluster.orders).containsExactly("size 4", "start s3", "start s4");
        assertThat(cluster.running()).containsExactly("s1", "s2", "s3", "s4");
        assertThat(kept).last().isEqualTo(scaling.progress());
    }

    @Test
    void serversThatGoDoSoOneAfterTheOtherTheLastFirst() {
        cluster.has(4);
        cluster.voting.put("s4", 20);
        Scaling scaling = scaling(2);
        run(scaling);

        assertDone(scaling);
        assertThat(cluster.orders).containsExactly("stop s4", "size 3", "stop s3", "size 2");
        assertThat(cluster.running()).containsExactly("s1", "s2");
    }

    @Test
    void oneServerIsLeftAloneInTheEnd() {
        cluster.has(3);
        Scaling scaling = scaling(1);
        until(scaling, Phase.SETTLING);
        cluster.withoutCopies = "3 sessions of s1 have no copy";
        for (int i = 0; i < 20; i++) {
            scaling.step();
            pass();
        }
        assertThat(cluster.size)
                .as("two are left, whose sessions are to have copies")
                .isEqualTo(2);
        cluster.withoutCopies = "";
        until(scaling, Phase.DONE);
        cluster.withoutCopies = "";
        run(scaling);

        assertDone(scaling);
        assertThat(cluster.running()).containsExactly("s1");
    }

    @Test
    void whoDoesNotRunIsStartedWhereNobodyComes() {
        cluster.pids.remove("s1");
        Scaling scaling = scaling(2);
        run(scaling);

        assertDone(scaling);
        assertThat(cluster.orders).containsExactly("start s1");
    }

    @Test
    void whereAllIsAsWantedNothingIsDone() {
        Scaling scaling = scaling(2);
        run(scaling);

        assertDone(scaling);
        assertThat(cluster.orders).isEmpty();
    }

    @Test
    void whoDoesNotRunLeavesWithoutBeingEnded() {
        cluster.has(3);
        cluster.pids.remove("s3");
        Scaling scaling = scaling(2);
        run(scaling);

        assertDone(scaling);
        assertThat(cluster.orders).containsExactly("size 2");
    }

    @Test
    void aSizeThatIsRefusedEndsItAndNobodyIsStarted() {
        cluster.refuses = "server-1 does not like it";
        Scaling scaling = scaling(4);
        run(scaling);

        assertThat(scaling.progress().state()).isEqualTo(Progress.State.FAILED);
        assertThat(scaling.progress().why()).contains("the size 4 was not activated", "does not like it");
        assertThat(cluster.orders).isEmpty();
    }

    @Test
    void aServerThatDoesNotStartFailsItAndTheSameOrderGoesOn() {
        cluster.broken.add("s4");
        Scaling scaling = scaling(4);
        run(scaling);
        assertThat(scaling.progress().state()).isEqualTo(Progress.State.FAILED);
        assertThat(scaling.progress().why()).isEqualTo("s4 does not start: exit code 1");
        assertThat(cluster.running()).containsExactly("s1", "s2", "s3");

        cluster.broken.clear();
        cluster.orders.clear();
        Scaling again = scaling(4);
        run(again);
        assertDone(again);
        assertThat(cluster.orders).containsExactly("start s4");
    }

    @Test
    void nobodyEndsWhileSessionsHaveNoCopy() {
        cluster.has(3);
        cluster.withoutCopies = "7 sessions of s3 have no copy";
        Scaling scaling = scaling(2);
        run(scaling);

        assertThat(scaling.progress().state()).isEqualTo(Progress.State.FAILED);
        assertThat(scaling.progress().why()).isEqualTo("7 sessions of s3 have no copy, after 60 s");
        assertThat(cluster.orders).isEmpty();
    }

    @Test
    void aDiskThatDoesNotKeepItEndsItBeforeAServerDoes() {
        cluster.has(3);
        Scaling scaling = scaling(2);
        diskFull = true;
        run(scaling);

        assertThat(scaling.progress().state()).isEqualTo(Progress.State.FAILED);
        assertThat(cluster.orders).isEmpty();
    }

    @Test
    void whoStopsItHasTheServerInTheMiddleGone() {
        cluster.has(4);
        Scaling scaling = scaling(1);
        until(scaling, Phase.STOPPING);
        scaling.stop("bob");
        run(scaling);

        assertThat(scaling.progress().state()).isEqualTo(Progress.State.STOPPED);
        assertThat(scaling.progress().why()).contains("ordered by bob");
        assertThat(cluster.size).isEqualTo(3);
        assertThat(cluster.running()).containsExactly("s1", "s2", "s3");
    }

    @Test
    void whoStopsItWhileServersComeLeavesThemAsTheyAre() {
        Scaling scaling = scaling(4);
        until(scaling, Phase.STARTING);
        scaling.stop("bob");

        assertThat(scaling.progress().state()).isEqualTo(Progress.State.STOPPED);
        assertThat(scaling.step()).isFalse();
        assertThat(cluster.size).isEqualTo(4);
    }

    @Test
    void whatIsWrittenIsRead() throws Exception {
        cluster.has(4);
        Scaling scaling = scaling(2);
        until(scaling, Phase.STOPPING);

        byte[] written = RuntimeJson.of(scaling.progress()).toString().getBytes(StandardCharsets.UTF_8);
        assertThat(ScaleFiles.parsed(written)).isEqualTo(scaling.progress());
    }

    /**
     * Admin servers die, servers crash and do not start, disks are full, and each time somebody orders some size again: in the end it is
     * had.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void whateverHappensTheLastOrderIsCarriedOut(long seed) {
        Random random = new Random(seed);
        int to = 2;
        Scaling scaling = scaling(to);
        for (int i = 0; i < 5_000; i++) {
            if (random.nextInt(40) == 0) {
                to = 1 + random.nextInt(MOST);
                scaling = scaling(to); // the admin server was killed, or it had ended
            }
            diskFull = random.nextInt(30) == 0;
            if (random.nextInt(60) == 0) {
                String any = NAMES.get(random.nextInt(MOST));
                if (!cluster.ending.containsKey(any) && !cluster.starting.containsKey(any)) {
                    cluster.pids.remove(any);
                }
            }
            if (random.nextInt(50) == 0) {
                cluster.voting.put(NAMES.get(random.nextInt(cluster.size)), 4);
            }
            scaling.step();
            pass();
        }
        assertThat(cluster.wrong).isEmpty();
        diskFull = false;
        for (int i = 0; i < 100; i++) {
            pass();
        }
        Scaling last = scaling(to);
        run(last);

        assertDone(last);
        assertThat(cluster.servers()).hasSize(to);
        assertThat(cluster.running()).containsExactlyInAnyOrderElementsOf(NAMES.subList(0, to));
    }
}
