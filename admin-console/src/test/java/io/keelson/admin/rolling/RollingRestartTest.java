package io.keelson.admin.rolling;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.base.time.Ticker;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rolling restarts of a cluster that lives in a map, on a clock that the test moves. */
class RollingRestartTest {
    private static final List<String> NAMES = List.of("a", "b", "c");
    private static final int TIMEOUT = 60;

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
    private final List<Progress> kept = new ArrayList<>();
    private boolean diskFull;

    /** Servers that take a few looks to end and to start. */
    private static final class Cluster implements Fleet {
        final Map<String, Long> pids = new TreeMap<>();
        final Map<String, Integer> ending = new TreeMap<>();
        final Map<String, Integer> starting = new TreeMap<>();
        final List<String> orders = new ArrayList<>();
        final Set<String> broken = new HashSet<>();
        final Set<String> hanging = new HashSet<>();
        String withoutCopies = "";
        final Map<String, String> versions = new TreeMap<>();
        final Map<String, String> running = new TreeMap<>();
        final Set<String> failing = new HashSet<>();
        boolean undecidable;
        boolean nodeManagerAway;
        long nextPid = 1;
        int mostAway;

        Cluster() {
            NAMES.forEach(name -> pids.put(name, nextPid++));
        }

        void pass() {
            ending.replaceAll((server, left) -> left - 1);
            for (String server : List.copyOf(ending.keySet())) {
                if (ending.get(server) <= 0 && !hanging.contains(server)) {
                    ending.remove(server);
                    pids.remove(server);
                }
            }
            starting.replaceAll((server, left) -> left - 1);
            starting.values().removeIf(left -> left <= 0);
            Set<String> away = new HashSet<>(NAMES);
            away.removeIf(
                    server -> pids.containsKey(server) && !ending.containsKey(server) && !starting.containsKey(server));
            mostAway = Math.max(mostAway, away.size());
        }

        @Override
        public Presence presence(String server) throws IOException {
            node();
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

        private void node() throws IOException {
            if (nodeManagerAway) {
                throw new IOException("no node manager runs");
            }
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
        public void stop(String server) throws IOException {
            node();
            orders.add("stop " + server);
            ending.put(server, 3);
        }

        @Override
        public void start(String server) throws IOException {
            node();
            orders.add("start " + server);
            if (!broken.contains(server)) {
                pids.put(server, nextPid++);
                starting.put(server, 3);
                String version = versions.getOrDefault(server, "old");
                running.put(server, failing.contains(server) && version.equals("new") ? "old" : version);
            }
        }

        @Override
        public Release release() {
            return new Release() {
                @Override
                public Optional<String> unfit(String application, String cluster) {
                    return Optional.empty();
                }

                @Override
                public List<String> servers(String application) {
                    return List.copyOf(versions.keySet());
                }

                @Override
                public void give(String application, String server, boolean coming, String by) throws IOException {
                    if (undecidable) {
                        throw new IOException("the disk is full");
                    }
                    String before = coming ? versions.put(server, "new") : versions.remove(server);
                    if (coming == (before == null)) {
                        orders.add((coming ? "give " : "take ") + server);
                    }
                }

                @Override
                public Standing standing(String application, String server) {
                    String wanted = versions.getOrDefault(server, "old");
                    boolean serves = wanted.equals(running.getOrDefault(server, "old"));
                    return new Standing(serves, !serves, serves ? "" : "class X is missing");
                }

                @Override
                public void end(String application, boolean coming, String by) throws IOException {
                    if (undecidable) {
                        throw new IOException("the disk is full");
                    }
                    orders.add(coming ? "new for all" : "old for all");
                }
            };
        }
    }

    private RollingRestart restart() {
        List<Progress.Member> members = NAMES.stream()
                .map(name -> new Progress.Member(name, Progress.Phase.WAITING, 0))
                .toList();
        return restart(new Progress("c", "", false, "alice", "now", TIMEOUT, 5, Progress.State.RUNNING, "", members));
    }

    private RollingRestart restart(Progress from) {
        return new RollingRestart(from, cluster, this::keep, ticker);
    }

    private void keep(Progress progress) throws IOException {
        if (diskFull) {
            throw new IOException("No space left on device");
        }
        kept.add(progress);
    }

    private void run(RollingRestart restart) {
        for (int i = 0; i < 1_000 && restart.step(); i++) {
            pass();
        }
    }

    private void pass() {
        nanos += Duration.ofSeconds(1).toNanos();
        cluster.pass();
    }

    private void until(RollingRestart restart, String server, Progress.Phase phase) {
        for (int i = 0; i < 1_000; i++) {
            if (restart.progress().members().stream()
                    .anyMatch(member -> member.server().equals(server) && member.phase() == phase)) {
                return;
            }
            assertThat(restart.step()).as(restart.progress().toString()).isTrue();
            pass();
        }
        throw new AssertionError("never " + phase + ": " + restart.progress());
    }

    private RollingRestart resumed() throws IOException {
        Progress last = kept.get(kept.size() - 1);
        return restart(RollingRestart.resumed(last, cluster, "bob", TIMEOUT, 0));
    }

    @Test
    void oneAfterTheOther() {
        RollingRestart restart = restart();
        run(restart);
        assertThat(restart.progress().state()).isEqualTo(Progress.State.DONE);
        assertThat(cluster.orders).containsExactly("stop a", "start a", "stop b", "start b", "stop c", "start c");
        assertThat(cluster.mostAway).isEqualTo(1);
        assertThat(cluster.pids.values()).doesNotContain(1L, 2L, 3L);
    }

    @Test
    void waitsForCopiesBeforeAndBetween() {
        cluster.withoutCopies = "2 sessions of b have no copy";
        RollingRestart restart = restart();
        for (int i = 0; i < 20; i++) {
            restart.step();
            pass();
        }
        assertThat(cluster.orders).isEmpty();
        cluster.withoutCopies = "";
        until(restart, "a", Progress.Phase.JOINING);
        cluster.withoutCopies = "2 sessions of b have no copy";
        for (int i = 0; i < 20; i++) {
            restart.step();
            pass();
        }
        assertThat(cluster.orders).containsExactly("stop a", "start a");
        run(restart);
        assertThat(restart.progress().state()).isEqualTo(Progress.State.FAILED);
        assertThat(restart.progress().why()).contains("a has started", "2 sessions of b have no copy");
    }

    @Test
    void pausesBetweenTwo() {
        RollingRestart restart = restart();
        until(restart, "a", Progress.Phase.DONE);
        long back = nanos;
        until(restart, "b", Progress.Phase.STOPPING);
        assertThat(Duration.ofNanos(nanos - back)).isGreaterThanOrEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void stopsAtTheFirstThatDoesNotComeBackAndGoesOnFromThere() throws Exception {
        cluster.broken.add("b");
        RollingRestart restart = restart();
        run(restart);
        assertThat(restart.progress().state()).isEqualTo(Progress.State.FAILED);
        assertThat(restart.progress().why()).isEqualTo("b does not start: exit code 1");
        assertThat(cluster.orders).containsExactly("stop a", "start a", "stop b", "start b");

        cluster.broken.clear();
        RollingRestart again = resumed();
        run(again);
        assertThat(again.progress().state()).isEqualTo(Progress.State.DONE);
        assertThat(again.progress().by()).isEqualTo("bob");
        assertThat(cluster.orders.subList(4, 7)).containsExactly("start b", "stop c", "start c");
    }

    @Test
    void oneThatDoesNotEndStopsIt() throws Exception {
        cluster.hanging.add("a");
        RollingRestart restart = restart();
        run(restart);
        assertThat(restart.progress().why()).isEqualTo("a has not ended after 60 s");
        assertThat(cluster.orders).containsExactly("stop a");

        // It ends after all: then it is started.
        cluster.hanging.clear();
        RollingRestart again = resumed();
        run(again);
        assertThat(again.progress().state()).isEqualTo(Progress.State.DONE);
        assertThat(cluster.orders.subList(0, 2)).containsExactly("stop a", "start a");
    }

    @ParameterizedTest
    @ValueSource(strings = {"READYING", "STOPPING", "STARTING", "JOINING"})
    void goesOnAfterTheAdminServerDied(String phase) throws Exception {
        RollingRestart restart = restart();
        until(restart, "b", Progress.Phase.valueOf(phase));
        restart.step();
        RollingRestart again = resumed();
        run(again);
        assertThat(again.progress().state()).as(again.progress().toString()).isEqualTo(Progress.State.DONE);
        assertThat(cluster.mostAway).isEqualTo(1);
        assertThat(cluster.pids.values()).doesNotContain(1L, 2L, 3L);
        assertThat(cluster.orders.stream().filter("start b"::equals)).hasSize(1);
        assertThat(cluster.orders.stream().filter("start a"::equals)).hasSize(1);
    }

    @Test
    void aNodeManagerThatIsAwayForAWhileIsWaitedFor() {
        RollingRestart restart = restart();
        until(restart, "a", Progress.Phase.STARTING);
        cluster.nodeManagerAway = true;
        for (int i = 0; i < 30; i++) {
            assertThat(restart.step()).isTrue();
            pass();
        }
        cluster.nodeManagerAway = false;
        run(restart);
        assertThat(restart.progress().state()).isEqualTo(Progress.State.DONE);
    }

    @Test
    void oneThatIsStoppedEndsWithTheServerWhoseTurnItIs() throws Exception {
        RollingRestart restart = restart();
        until(restart, "a", Progress.Phase.STARTING);
        restart.stop("alice");
        run(restart);
        assertThat(restart.progress().state()).isEqualTo(Progress.State.STOPPED);
        assertThat(cluster.orders).containsExactly("stop a", "start a");
        RollingRestart again = resumed();
        run(again);
        assertThat(again.progress().state()).isEqualTo(Progress.State.DONE);
    }

    @Test
    void endsNobodyWhoseEndTheDiskDoesNotKeep() {
        RollingRestart restart = restart();
        diskFull = true;
        run(restart);
        assertThat(restart.progress().state()).isEqualTo(Progress.State.FAILED);
        assertThat(restart.progress().why()).contains("the disk did not keep that a");
        assertThat(cluster.orders).isEmpty();
    }

    @Test
    void whatLiesOnTheDiskIsWhatWasWritten() throws Exception {
        run(restart());
        for (Progress progress : kept) {
            byte[] bytes = ProgressJson.write(progress).toString().getBytes(StandardCharsets.UTF_8);
            assertThat(ProgressJson.read(bytes)).isEqualTo(progress);
        }
    }

    private RollingRestart redeployment(boolean back, Set<String> through) {
        List<Progress.Member> members = NAMES.stream()
                .map(name -> new Progress.Member(
                        name, through.contains(name) ? Progress.Phase.DONE : Progress.Phase.WAITING, 0))
                .toList();
        return restart(
                new Progress("c", "shop", back, "alice", "now", TIMEOUT, 5, Progress.State.RUNNING, "", members));
    }

    @Test
    void eachComesBackWithTheNewVersion() {
        RollingRestart rolling = redeployment(false, Set.of());
        run(rolling);
        assertThat(rolling.progress().state()).isEqualTo(Progress.State.DONE);
        assertThat(cluster.orders)
                .containsExactly(
                        "stop a",
                        "give a",
                        "start a",
                        "stop b",
                        "give b",
                        "start b",
                        "stop c",
                        "give c",
                        "start c",
                        "new for all");
        assertThat(cluster.mostAway).isEqualTo(1);
        assertThat(cluster.running.values()).containsOnly("new");
    }

    @Test
    void oneOnWhichTheNewVersionDoesNotStartKeepsTheOldAndIsTheLast() throws Exception {
        cluster.failing.add("b");
        RollingRestart rolling = redeployment(false, Set.of());
        run(rolling);
        assertThat(rolling.progress().state()).isEqualTo(Progress.State.FAILED);
        assertThat(rolling.progress().why()).isEqualTo("shop does not start on b: class X is missing");
        assertThat(cluster.orders)
                .containsExactly("stop a", "give a", "start a", "stop b", "give b", "start b", "take b");
        assertThat(cluster.running)
                .containsEntry("a", "new")
                .containsEntry("b", "old")
                .doesNotContainKey("c");

        cluster.failing.clear();
        RollingRestart again = resumed();
        run(again);
        assertThat(again.progress().state()).isEqualTo(Progress.State.DONE);
        assertThat(cluster.orders.subList(7, 14))
                .containsExactly("stop b", "give b", "start b", "stop c", "give c", "start c", "new for all");
    }

    @Test
    void goesBackWithThoseThatHaveTheNewVersion() {
        cluster.versions.put("a", "new");
        cluster.running.put("a", "new");
        RollingRestart back = redeployment(true, Set.of("b", "c"));
        run(back);
        assertThat(back.progress().state()).isEqualTo(Progress.State.DONE);
        assertThat(cluster.orders).containsExactly("stop a", "take a", "start a", "old for all");
        assertThat(cluster.running).containsEntry("a", "old");
    }

    @ParameterizedTest
    @ValueSource(strings = {"READYING", "STOPPING", "STARTING", "JOINING"})
    void aRedeploymentGoesOnAfterTheAdminServerDied(String phase) throws Exception {
        RollingRestart rolling = redeployment(false, Set.of());
        until(rolling, "b", Progress.Phase.valueOf(phase));
        rolling.step();
        RollingRestart again = resumed();
        run(again);
        assertThat(again.progress().state()).as(again.progress().toString()).isEqualTo(Progress.State.DONE);
        assertThat(cluster.running)
                .containsEntry("a", "new")
                .containsEntry("b", "new")
                .containsEntry("c", "new");
        assertThat(cluster.mostAway).isEqualTo(1);
    }

    @Test
    void whatCannotBeDecidedIsWaitedFor() {
        RollingRestart rolling = redeployment(false, Set.of());
        until(rolling, "a", Progress.Phase.STARTING);
        cluster.undecidable = true;
        for (int i = 0; i < 30; i++) {
            assertThat(rolling.step()).isTrue();
            pass();
        }
        assertThat(cluster.orders).containsExactly("stop a");
        cluster.undecidable = false;
        until(rolling, "c", Progress.Phase.DONE);
        cluster.undecidable = true;
        run(rolling);
        assertThat(rolling.progress().state()).isEqualTo(Progress.State.FAILED);
        assertThat(rolling.progress().why()).contains("all servers have it, but that is not decided: the disk is full");
    }

    /** Whatever fails, and however often it is resumed: never two servers are away by its doing. */
    @Test
    void neverTwoAreAway() throws Exception {
        long seed = Long.getLong("seed", System.nanoTime());
        System.out.println("RollingRestartTest seed " + seed);
        Random random = new Random(seed);
        RollingRestart restart = restart();
        kept.add(restart.progress());
        int done = 0;
        for (int i = 0; i < 20_000; i++) {
            switch (random.nextInt(40)) {
                case 0 -> cluster.broken.add(NAMES.get(random.nextInt(3)));
                case 1, 2 -> cluster.broken.clear();
                case 3 -> cluster.hanging.add(NAMES.get(random.nextInt(3)));
                case 4, 5 -> cluster.hanging.clear();
                case 6 -> cluster.nodeManagerAway = !cluster.nodeManagerAway;
                case 7 -> diskFull = !diskFull;
                case 8 -> {
                    if (!cluster.nodeManagerAway) {
                        restart = resumed(); // the admin server died
                    }
                }
                default -> {}
            }
            if (!restart.step()) {
                if (restart.progress().state() == Progress.State.DONE) {
                    done++;
                    restart = restart();
                    kept.add(restart.progress());
                } else if (!cluster.nodeManagerAway) {
                    restart = resumed();
                }
            }
            pass();
            assertThat(cluster.mostAway).as("seed " + seed).isLessThan(2);
        }
        assertThat(done).as("seed " + seed).isPositive();
    }
}
