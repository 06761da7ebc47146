package io.keelson.cluster.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.base.time.Ticker;
import io.keelson.cluster.io.Link;
import io.keelson.cluster.io.Scheduler;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** Tests who begins a log, who joins one, and who waits; simulated time, and a log that only remembers how it was made. */
class VoterEntryTest {
    private static final List<String> THREE = List.of("admin", "s1", "s2");

    /** Who votes, as was decided. */
    private final Set<String> group = new LinkedHashSet<>();

    private final Map<String, Server> servers = new HashMap<>();
    private final PriorityQueue<Task> tasks = new PriorityQueue<>();
    private long now;
    private long order;

    private Server server(String name, List<String> first, String... all) {
        Server server = new Server(name, first, new TreeSet<>(List.of(all)));
        servers.put(name, server);
        return server;
    }

    private Server start(String name) {
        return server(name, THREE, "admin", "s1", "s2", "s3").started();
    }

    @Test
    void allWhoAreNewBeginTogether() {
        List<Server> three = List.of(start("admin"), start("s1"), start("s2"));
        run(5_000);

        assertThat(three).extracting(s -> s.kept).containsExactly("admin~0", "s1~0", "s2~0");
    }

    /** Seen in the simulation: one that had lost its log began anew with one that had never had a part in it. */
    @Test
    void aMajorityOfThemWaitsForTheRest() {
        Server admin = start("admin");
        Server one = start("s1");
        run(60_000);
        assertThat(admin.kept).isNull();
        assertThat(one.kept).isNull();

        Server two = start("s2");
        run(5_000);
        assertThat(List.of(admin.kept, one.kept, two.kept)).containsExactly("admin~0", "s1~0", "s2~0");
    }

    /** Found by thinking: two servers that are new in a domain of one voter would have begun beside it. */
    @Test
    void thoseWhoAreAddedToADomainOfOneVoterJoinIt() {
        Server admin = server("admin", List.of("admin"), "admin").started();
        run(3_000);
        assertThat(admin.kept).isEqualTo("admin~0");
        admin.halt();
        Server one = start("s1");
        Server two = start("s2");
        run(30_000);
        assertThat(one.kept).isNull();

        Server again = server("admin", THREE, "admin", "s1", "s2");
        again.kept = admin.kept;
        again.promised = true;
        again.leads = true;
        again.started();
        run(10_000);

        assertThat(again.kept).isEqualTo("admin~0");
        assertThat(one.kept).startsWith("s1~").isNotEqualTo("s1~0");
        assertThat(two.kept).startsWith("s2~").isNotEqualTo("s2~0");
        assertThat(group).containsExactlyInAnyOrder("admin~0", one.kept, two.kept);
    }

    @Test
    void whoHasLostItsLogJoinsUnderANewId() {
        Server admin = leadsOfThree();
        servers.get("s2").halt();
        Server again = start("s2");
        run(10_000);

        assertThat(again.kept).startsWith("s2~").isNotEqualTo("s2~0");
        assertThat(group).containsExactlyInAnyOrder("admin~0", "s1~0", again.kept);
        assertThat(admin.changes).containsExactly("-s2~0", "+" + again.kept);
    }

    /** One that was let in later, in another's place. */
    @Test
    void whoIsNoneOfTheFirstAndHasLostItsLogJoinsAgainAsWell() {
        Server admin = leadsOfThree();
        Server third = spare("s3");
        admin.entry.replace("s2", "s3");
        run(5_000);
        String lost = third.kept;
        third.halt();
        Server again = spare("s3");
        run(5_000);

        assertThat(again.kept).startsWith("s3~").isNotEqualTo(lost);
        assertThat(group).containsExactlyInAnyOrder("admin~0", "s1~0", again.kept);
    }

    /**
     * Found by the simulation: one came back under its id, found in its log that it had been taken out, and had no part any more though
     * it voted.
     */
    @Test
    void nobodyComesBackUnderAnIdThatWasTakenOut() {
        leadsOfThree();
        servers.get("s2").halt();
        group.remove("s2~0");
        Server again = server("s2", THREE, "admin", "s1", "s2", "s3");
        again.kept = "s2~0";
        again.promised = true;
        again.started();
        run(10_000);

        assertThat(again.kept).startsWith("s2~").isNotEqualTo("s2~0");
        assertThat(group).containsExactlyInAnyOrder("admin~0", "s1~0", again.kept);
    }

    /**
     * Found by the simulation as well: one that had been let in later. Its log still says that it is in, and it asks as it hears no
     * leader.
     */
    @Test
    void nobodyWhoWasLetInLaterComesBackUnderItsIdEither() {
        Server admin = leadsOfThree();
        Server third = spare("s3");
        admin.entry.replace("s2", "s3");
        run(5_000);
        String before = third.kept;
        third.believes = Set.copyOf(group);
        servers.get("s2").halt(); // it would take the place
        group.remove(before);
        run(10_000);

        assertThat(admin.changes).doesNotHaveDuplicates();
        assertThat(third.kept).isNotEqualTo(before);
    }

    /**
     * Found by the simulation: of three one had never begun a log, and the one that was not seen for a while was taken out first. The
     * other two could decide nothing.
     */
    @Test
    void nobodyIsTakenOutFirstWhereOneOfTheOthersMayHaveNoLog() {
        Server admin = leadsOfThree();
        servers.get("s2").kept = null;
        Server third = spare("s3");
        admin.lost("s1");
        run(10);
        admin.entry.replace("s1", "s3");
        run(300);

        assertThat(admin.changes).first().isEqualTo("+" + third.kept);
    }

    @Test
    void whoFindsInItsOwnLogThatItWasTakenOutGivesThatUp() {
        leadsOfThree();
        Server two = servers.get("s2");
        two.removed = true;
        run(10_000);

        assertThat(two.kept).startsWith("s2~").isNotEqualTo("s2~0");
        assertThat(group).containsExactlyInAnyOrder("admin~0", "s1~0", two.kept);
    }

    @Test
    void whoIsNoneOfTheFirstButHasALogGoesOn() {
        Server old = server("s3", THREE, "admin", "s1", "s2", "s3");
        old.kept = "s3~0";
        group.addAll(List.of("admin~0", "s1~0", "s3~0"));
        old.started();
        Server none = server("s4", THREE, "admin", "s1", "s2", "s4").started();
        run(10_000);

        assertThat(old.entry.voter()).contains("s3~0");
        assertThat(none.entry.voter()).isEmpty();
    }

    /** One of the first servers whose vote is another's by now comes back with nothing. */
    @Test
    void whoIsNotNeededDoesNotVote() {
        leadsOfThree();
        servers.get("s2").halt();
        group.remove("s2~0");
        group.add("s3~7");
        Server late = start("s2");
        run(10_000);

        assertThat(late.kept).isNull();
        assertThat(group).containsExactly("admin~0", "s1~0", "s3~7");
    }

    @Test
    void aVoterThatRunsIsReplacedWithoutEverBeingMissed() {
        Server admin = leadsOfThree();
        Server third = spare("s3");
        admin.entry.replace("s2", "s3");
        run(5_000);

        assertThat(admin.changes).containsExactly("+" + third.kept, "-s2~0");
        assertThat(group).containsExactlyInAnyOrder("admin~0", "s1~0", third.kept);
        assertThat(third.entry.voter()).contains(third.kept);
        Server replaced = servers.get("s2");
        assertThat(replaced.entry.voter()).isEmpty();
        assertThat(replaced.kept).isNull();
        assertThat(replaced.retired).isTrue();
        assertThat(replaced.stopped).as("its log").isTrue();
        assertThat(replaced.entry.voters()).as("as it was told").isEqualTo(group);
    }

    /** Its vote must not be needed for its own end. */
    @Test
    void aDeadVoterGoesFirst() {
        Server admin = leadsOfThree();
        Server third = spare("s3");
        servers.get("s2").halt();
        admin.lost("s2");
        servers.get("s1").entry.replace("s2", "s3"); // whoever is asked: the leader hears of it
        run(5_000);

        assertThat(admin.changes).containsExactly("-s2~0", "+" + third.kept);
        assertThat(group).containsExactlyInAnyOrder("admin~0", "s1~0", third.kept);
    }

    @Test
    void whoWasReplacedWhileItWasAwayIsToldSo() {
        Server admin = leadsOfThree();
        spare("s3");
        Server away = servers.get("s2");
        away.halt();
        admin.lost("s2");
        admin.entry.replace("s2", "s3");
        run(5_000);
        Server back = server("s2", THREE, "admin", "s1", "s2");
        back.kept = away.kept;
        back.started();
        assertThat(back.kept).isEqualTo("s2~0");
        run(10_000);

        assertThat(back.kept).isNull();
        assertThat(back.retired).isTrue();
        assertThat(back.stopped).isTrue();
        assertThat(group).hasSize(3).doesNotContain("s2~0");
    }

    /** A leader that is one no more must not send a voter away. */
    @Test
    void whoOnlyBelievesToLeadTellsNobodyThatItWasReplaced() {
        Server admin = leadsOfThree();
        admin.confirmed = false;
        group.remove("s2~0");
        group.add("s3~7");
        Server away = servers.get("s2");
        run(10_000);

        assertThat(away.kept).isEqualTo("s2~0");
    }

    @Test
    void aLeaderThatIsReplacedHandsTheLeadOverBeforeItGoes() {
        Server admin = leadsOfThree();
        Server third = spare("s3");
        admin.entry.replace("admin", "s3");
        run(5_000);

        assertThat(admin.changes).containsExactly("+" + third.kept);
        assertThat(servers.get("s1").changes).containsExactly("-admin~0");
        assertThat(admin.entry.voter()).isEmpty();
        assertThat(group).containsExactlyInAnyOrder("s1~0", "s2~0", third.kept);
    }

    @Test
    void whoLeavesHandsItsVoteOn() {
        leadsOfThree();
        Server third = spare("s3");
        Server leaving = servers.get("s2");
        CompletableFuture<Void> done = leaving.entry.leave("s3").toCompletableFuture();
        run(2_000);

        assertThat(done).isCompleted();
        assertThat(leaving.kept).isNull();
        assertThat(group).containsExactlyInAnyOrder("admin~0", "s1~0", third.kept);
    }

    /** The leader dies when the new one is in and the old one not yet out: the next leader ends it. */
    @Test
    void whatALeaderHasBegunTheNextOneEnds() {
        Server admin = leadsOfThree();
        Server third = spare("s3");
        admin.dieAfterChange = true;
        admin.entry.replace("s2", "s3");
        run(1_000);
        assertThat(group).hasSize(4);
        servers.get("s1").leads = true;
        run(5_000);

        assertThat(group).containsExactlyInAnyOrder("admin~0", "s1~0", third.kept);
    }

    /** All who vote are gone for a while; those who voted first, and gave it up, must not begin a second group. */
    @Test
    void whoHasGivenUpItsVoteBeginsNothing() {
        for (String name : THREE) {
            server(name, THREE, "admin", "s1", "s2", "s3").retired = true;
            servers.get(name).started();
        }
        run(60_000);

        assertThat(servers.values()).allMatch(server -> server.kept == null);
    }

    @Test
    void oneVoterTooManyIsTakenOutWhenAllAreThere() {
        Server admin = leadsOfThree();
        Server third = server("s3", THREE, "admin", "s1", "s2", "s3");
        third.kept = "s3~7";
        group.add("s3~7");
        third.started();
        run(20_000);
        assertThat(group).as("one is not seen").hasSize(4);

        admin.found("s3");
        run(20_000);
        assertThat(group).containsExactlyInAnyOrder("admin~0", "s1~0", "s2~0");
        assertThat(third.retired).isTrue();
    }

    @Test
    void theVoteOfAServerThatIsNoneOfTheClusterAnyMoreIsTakenOut() {
        Server admin = leadsOfThree();
        Server third = spare("s3");
        admin.entry.replace("s1", "s3");
        run(5_000);
        assertThat(group).containsExactlyInAnyOrder("admin~0", "s2~0", third.kept);
        third.halt();
        admin.lost("s3");
        admin.entry.expect(THREE, Set.of("s1", "s2"));
        servers.get("s1").entry.expect(THREE, Set.of("admin", "s2"));
        run(20_000);

        assertThat(admin.changes).contains("-" + third.kept);
        assertThat(group)
                .as("the first that gave its vote up has one again")
                .containsExactlyInAnyOrder("admin~0", "s2~0", servers.get("s1").kept);
    }

    /** May be new, and the leader behind. */
    @Test
    void theVoteOfAServerThatIsSeenStays() {
        Server admin = leadsOfThree();
        Server third = spare("s3");
        admin.entry.replace("s1", "s3");
        run(5_000);
        admin.entry.expect(THREE, Set.of("s1", "s2"));
        run(20_000);

        assertThat(group).containsExactlyInAnyOrder("admin~0", "s2~0", third.kept);
    }

    @Test
    void aClusterOfOneVoterThatGrowsHasThree() {
        Server admin = server("admin", List.of("admin"), "admin", "s1").started();
        Server one = server("s1", List.of("admin"), "admin", "s1").started();
        run(5_000);
        admin.promised = true;
        admin.found("s1");
        assertThat(group).containsExactly("admin~0");

        admin.entry.expect(THREE, Set.of("s1", "s2"));
        one.entry.expect(THREE, Set.of("admin", "s2"));
        Server two = start("s2");
        admin.found("s2");
        run(10_000);

        assertThat(group).containsExactlyInAnyOrder("admin~0", one.kept, two.kept);
        assertThat(one.kept).isNotEqualTo("s1~0");
    }

    /** Three would begin with two of themselves, and five with three: two groups. */
    @Test
    void whoExpectsOthersToVoteFirstDoesNotBeginWithThem() {
        List<String> five = List.of("admin", "s1", "s2", "s3", "s4");
        String[] all = five.toArray(String[]::new);
        server("s1", THREE, all).started();
        server("s2", THREE, all).started();
        server("admin", five, all).started();
        server("s3", five, all).started();
        server("s4", five, all).started();
        run(30_000);
        assertThat(servers.values()).allMatch(server -> server.kept == null);

        for (String behind : List.of("s1", "s2")) {
            Set<String> others = new TreeSet<>(five);
            others.remove(behind);
            servers.get(behind).entry.expect(five, others);
        }
        run(5_000);
        assertThat(servers.values()).extracting(server -> server.kept).doesNotContainNull();
        assertThat(group).hasSize(5);
    }

    /** Three voters that have begun, of which the admin server leads and sees the others. */
    private Server leadsOfThree() {
        Server admin = start("admin");
        List.of("s1", "s2").forEach(this::start);
        run(5_000);
        servers.values().forEach(server -> server.promised = true);
        admin.leads = true;
        List.of("s1", "s2").forEach(admin::found);
        run(10);
        return admin;
    }

    private Server spare(String name) {
        Server spare = server(name, THREE, "admin", "s1", "s2", name).started();
        THREE.forEach(other -> servers.get(other).found(name));
        run(10);
        return spare;
    }

    private void run(long millis) {
        long end = now + millis * 1_000_000;
        while (!tasks.isEmpty() && tasks.peek().at <= end) {
            Task task = tasks.poll();
            now = task.at;
            task.body.run();
        }
        now = end;
    }

    private record Task(long at, long order, Runnable body) implements Comparable<Task> {
        @Override
        public int compareTo(Task other) {
            return at != other.at ? Long.compare(at, other.at) : Long.compare(order, other.order);
        }
    }

    private final class Server implements Scheduler, Link, Ticker, VoterIdentity, ConsensusLog {
        private final String name;
        private final LeaseNode node;
        private final VoterEntry entry;
        private Receiver receiver;
        private boolean up = true;
        private String kept;
        private boolean promised;
        private boolean leads;
        private boolean retired;
        private boolean removed;
        private boolean stopped;
        private boolean confirmed = true;
        private boolean dieAfterChange;
        /** What its own log says of who votes; null: what was decided. */
        private Set<String> believes;

        private final List<String> changes = new ArrayList<>();

        Server(String name, List<String> first, Set<String> all) {
            this.name = name;
            Set<String> others = new TreeSet<>(all);
            others.remove(name);
            Owner owner = new Owner(name, order++, "", 0, 0);
            LeaseTiming timing = new LeaseTiming(5_000);
            node = new LeaseNode(owner, timing, this, this, this, (event, at) -> List.of(), others, other -> false);
            entry = new VoterEntry(name, first, others, node, this, this, new Random(order), (id, voters, parts) -> {
                if (group.isEmpty()) {
                    group.addAll(voters.stream().map(Voter::first).toList());
                    leads = voters.size() == 1;
                }
                return this;
            });
        }

        Server started() {
            node.start();
            entry.start();
            return this;
        }

        void lost(String other) {
            receiver.lost(other);
        }

        void found(String other) {
            receiver.found(other);
        }

        /** The process ends. */
        void halt() {
            up = false;
        }

        @Override
        public void start() {}

        @Override
        public void stop() {
            stopped = true;
        }

        @Override
        public void execute(Runnable task) {
            schedule(task, 0);
        }

        @Override
        public void schedule(Runnable task, long nanos) {
            tasks.add(new Task(now + nanos, order++, () -> {
                if (up) {
                    task.run();
                }
            }));
        }

        @Override
        public String self() {
            return name;
        }

        @Override
        public void send(String to, byte[] message) {
            byte[] copy = Arrays.copyOf(message, message.length);
            tasks.add(new Task(now + 1_000_000, order++, () -> {
                Server target = servers.get(to);
                if (target != null && target.up) {
                    target.receiver.delivered(name, copy);
                }
            }));
        }

        @Override
        public void receive(Receiver taker) {
            receiver = taker;
        }

        @Override
        public long nanoTime() {
            return now;
        }

        @Override
        public long currentTimeMillis() {
            return now / 1_000_000;
        }

        @Override
        public Optional<String> read() {
            return Optional.ofNullable(kept);
        }

        @Override
        public void write(String voter) {
            removed = false;
            kept = voter;
        }

        @Override
        public void retire() {
            kept = null;
            retired = true;
        }

        @Override
        public boolean retired() {
            return retired;
        }

        @Override
        public void delivered(byte[] message) {}

        @Override
        public CompletionStage<byte[]> append(byte[] operation) {
            return new CompletableFuture<>();
        }

        @Override
        public CompletionStage<byte[]> read(byte[] question) {
            return confirmed ? CompletableFuture.completedFuture(new byte[0]) : new CompletableFuture<>();
        }

        @Override
        public CompletionStage<Set<String>> change(String voter, boolean votes) {
            assertThat(leads).isTrue();
            changes.add((votes ? "+" : "-") + voter);
            if (votes) {
                group.add(voter);
            } else {
                group.remove(voter);
            }
            if (dieAfterChange) {
                leads = false;
                halt();
                return new CompletableFuture<>();
            }
            return CompletableFuture.completedFuture(group);
        }

        @Override
        public CompletionStage<?> handOver(String voter) {
            leads = false;
            servers.get(Voter.server(voter)).leads = true;
            return CompletableFuture.completedFuture(voter);
        }

        @Override
        public Set<String> voters() {
            return believes == null ? group : believes;
        }

        @Override
        public boolean knowsLeader() {
            return group.contains(kept) && servers.values().stream().anyMatch(server -> server.up && server.leads);
        }

        @Override
        public boolean leads() {
            return leads;
        }

        @Override
        public Set<String> followers() {
            Set<String> heard = new TreeSet<>(group);
            heard.removeIf(voter ->
                    servers.get(Voter.server(voter)) == null || !voter.equals(servers.get(Voter.server(voter)).kept));
            return heard;
        }

        @Override
        public boolean removed() {
            return removed;
        }

        @Override
        public boolean established() {
            return promised;
        }
    }
}
