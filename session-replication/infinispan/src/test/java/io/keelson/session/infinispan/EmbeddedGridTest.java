package io.keelson.session.infinispan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.keelson.session.grid.GridFounder.Standing;
import io.keelson.session.grid.GridVault;
import io.keelson.session.infinispan.MemoryCluster.Server;
import io.keelson.session.marshal.SessionRecord;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Grids of several servers, of which some end, leave, or are cut off. */
class EmbeddedGridTest {
    private static final int SESSIONS = 60;

    private final List<String> torn = new ArrayList<>();
    private MemoryCluster cluster = new MemoryCluster(2);

    @AfterEach
    void end() throws InterruptedException {
        cluster.close();
        assertThat(torn).isEmpty();
    }

    private GridVault vault(Server server) {
        return new GridVault(server.grid, "shop", true, torn::add);
    }

    private static SessionRecord record(int session, int value) {
        return new SessionRecord("id-" + session, 1, 2, 600, null, null, Map.of("a", new byte[] {(byte) value}));
    }

    private static int value(GridVault vault, int session) throws IOException {
        return Objects.requireNonNull(vault.read("id-" + session), "session " + session)
                .record()
                .attributes()
                .get("a")[0];
    }

    private void fill(Server server) throws IOException {
        GridVault vault = vault(server);
        for (int i = 0; i < SESSIONS; i++) {
            assertThat(vault.write(0, record(i, 1))).isTrue();
        }
    }

    /** Each session is there, and can be changed. */
    private void assertWhole(Server server, int value) throws IOException {
        GridVault vault = vault(server);
        for (int i = 0; i < SESSIONS; i++) {
            assertThat(value(vault, i)).isEqualTo(value);
            long version = vault.version("id-" + i);
            assertThat(vault.write(version, record(i, value + 1))).isTrue();
        }
    }

    private static void awaitCopies(Server... servers) {
        for (Server each : servers) {
            await().atMost(MemoryCluster.PATIENCE).untilAsserted(() -> {
                assertThat(each.grid.state().members()).isEqualTo(servers.length);
                assertThat(each.grid.state().partsWithoutCopies()).isEqualTo(servers.length == 1 ? 256 : 0);
            });
        }
    }

    private List<Server> open(String... names) {
        List<Server> opened = Stream.of(names).map(cluster::opens).toList();
        awaitCopies(opened.toArray(Server[]::new));
        return opened;
    }

    @Test
    void serversThatStartAtOnceHaveOneGrid() throws Exception {
        List<Server> all = Stream.of("a", "b", "c").map(cluster::comes).toList();
        all.forEach(server -> server.grid.open());
        awaitCopies(all.toArray(Server[]::new));
        fill(all.get(2));
        assertWhole(all.get(0), 1);
    }

    @Test
    void whatOneHadTheOthersHaveWhenItHasDied() throws Exception {
        List<Server> all = open("a", "b", "c");
        fill(all.get(0));
        all.get(0).dies();
        assertWhole(all.get(1), 1);
        awaitCopies(all.get(1), all.get(2));
        all.get(1).dies();
        assertWhole(all.get(2), 2);
        Server again = cluster.opens("a");
        awaitCopies(all.get(2), again);
        assertWhole(again, 3);
    }

    @Test
    void threeOwnersOutliveTwo() throws Exception {
        cluster = new MemoryCluster(3);
        List<Server> all = open("a", "b", "c", "d");
        fill(all.get(0));
        all.get(0).dies();
        all.get(1).dies();
        assertWhole(all.get(2), 1);
    }

    @Test
    void whoLeavesWaitsForItsTurn() throws Exception {
        List<Server> all = open("a", "b", "c");
        fill(all.get(0));
        List<Thread> leaving = all.subList(0, 2).stream()
                .map(server -> new Thread(server::leaves))
                .toList();
        leaving.forEach(Thread::start);
        for (Thread each : leaving) {
            each.join();
        }
        assertWhole(all.get(2), 1);
    }

    /** Both sides go on; of a session that both have changed the one with more changes stays, and one that has ended stays ended. */
    @Test
    void theNewerOneStaysWhenACutNetworkIsBack() throws Exception {
        List<Server> all = open("a", "b", "c");
        fill(all.get(0));
        Server alone = all.get(0);
        Server many = all.get(1);
        cluster.cut(alone);
        awaitCopies(alone);
        awaitCopies(many, all.get(2));
        assertThat(vault(alone).write(1, record(0, 10))).isTrue();
        assertThat(vault(alone).write(2, record(0, 11))).isTrue();
        assertThat(vault(many).write(1, record(0, 20))).isTrue();
        assertThat(vault(alone).write(1, record(1, 10))).isTrue();
        assertThat(vault(many).write(1, record(2, 20))).isTrue();
        vault(many).delete("id-3");
        assertThat(vault(alone).write(1, record(3, 10))).isTrue();
        cluster.heal();
        for (Server each : all) {
            assertThat(value(vault(each), 0)).isEqualTo(11);
            assertThat(value(vault(each), 1)).isEqualTo(10);
            assertThat(value(vault(each), 2)).isEqualTo(20);
            assertThat(vault(each).read("id-3")).isNull();
            assertThat(value(vault(each), 4)).isEqualTo(1);
        }
        awaitCopies(all.toArray(Server[]::new));
    }

    /** A server that was not seen, and did not notice: what it has is old, and it does not say it. */
    @Test
    void whoWasTakenOutOfTheClusterDoesNotAnswerFromWhatItHas() throws Exception {
        List<Server> all = open("a", "b", "c");
        fill(all.get(0));
        cluster.forget(all.get(0));
        awaitCopies(all.get(1), all.get(2));
        assertWhole(all.get(1), 1);
        cluster.heal();
        assertWhole(all.get(0), 2);
    }

    @Test
    void whoComesWhileOthersWriteHasAll() throws Exception {
        List<Server> all = open("a", "b");
        fill(all.get(0));
        Server third = cluster.opens("c");
        for (int value = 1; value < 6; value++) {
            assertWhole(all.get(value % 2), value);
        }
        third.ready();
        assertWhole(third, 6);
    }

    /** May have the grid. */
    @Test
    void nobodyEntersBeforeAllOthersHaveSaidHowFarTheyAre() {
        Server silent = cluster.comes("a");
        cluster.mute(silent);
        Server waiting = cluster.opens("b");
        await().atMost(MemoryCluster.PATIENCE)
                .failFast(
                        "it has entered",
                        () -> silent.members.peers().stream().anyMatch(peer -> peer.standing() != Standing.WAITING))
                .during(Duration.ofMillis(500))
                .until(() -> !silent.members.peers().isEmpty());
        cluster.heal();
        waiting.ready();
        assertThat(waiting.grid.state().standing()).isEqualTo("ready");
    }

    @Test
    void whatCannotBeHadFailsInTime() {
        Server closed = cluster.opens("a");
        closed.ready();
        closed.grid.close();
        assertThatThrownBy(() -> vault(closed).read("id-1")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> vault(closed).write(0, record(1, 1))).isInstanceOf(IOException.class);
    }
}
