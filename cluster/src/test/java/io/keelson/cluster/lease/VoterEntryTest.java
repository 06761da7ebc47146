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

/** Who begins a log, who joins one, and who waits; simulated time, and a log that only remembers how it was made. */
class VoterEntryTest {
    private static final List<String> THREE = List.of("admin", "s1", "s2");

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
        return server(name, THREE, "admin", "s1", "s2").started();
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
        admin.stop();
        Server one = start("s1");
        Server two = start("s2");
        run(30_000);
        assertThat(one.kept).isNull();

        Server again = server("admin", THREE, "admin", "s1", "s2");
        again.kept = admin.kept;
        again.promised = true;
        again.started();
        run(10_000);

        assertThat(again.kept).isEqualTo("admin~0");
        assertThat(one.kept).startsWith("s1~").isNotEqualTo("s1~0");
        assertThat(two.kept).startsWith("s2~").isNotEqualTo("s2~0");
        assertThat(again.voters).containsExactlyInAnyOrder("admin~0", one.kept, two.kept);
    }

    @Test
    void whoHasLostItsLogJoinsUnderANewId() {
        Server admin = start("admin");
        Server one = start("s1");
        Server two = start("s2");
        run(5_000);
        admin.promised = true;
        admin.leads = true;
        one.promised = true;
        two.stop();
        Server again = start("s2");
        run(10_000);

        assertThat(again.kept).startsWith("s2~").isNotEqualTo("s2~0");
        assertThat(admin.voters).containsExactlyInAnyOrder("admin~0", "s1~0", again.kept);
    }

    @Test
    void whoIsNoneOfTheFirstButHasALogGoesOn() {
        Server old = server("s3", THREE, "admin", "s1", "s2", "s3");
        old.kept = "s3~0";
        old.started();
        Server none = server("s4", THREE, "admin", "s1", "s2", "s4").started();
        run(10_000);

        assertThat(old.entry.voter()).contains("s3~0");
        assertThat(none.entry.voter()).isEmpty();
    }

    @Test
    void noMoreThanFiveVote() {
        Server admin = start("admin");
        start("s1");
        start("s2");
        run(5_000);
        admin.promised = true;
        admin.leads = true;
        admin.voters = new LinkedHashSet<>(List.of("admin~0", "a~0", "b~0", "c~0", "d~0"));
        servers.get("s2").stop();
        Server late = start("s2");
        run(10_000);

        assertThat(late.kept).startsWith("s2~");
        assertThat(admin.voters).hasSize(5).doesNotContain(late.kept);
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
        private Set<String> voters = new LinkedHashSet<>();

        Server(String name, List<String> first, Set<String> all) {
            this.name = name;
            Set<String> others = new TreeSet<>(all);
            others.remove(name);
            Owner owner = new Owner(name, order++, "", 0, 0);
            LeaseTiming timing = new LeaseTiming(5_000);
            node = new LeaseNode(owner, timing, this, this, this, (event, at) -> List.of(), others, other -> false);
            entry = new VoterEntry(name, first, others, node, this, this, new Random(order), (id, parts) -> {
                voters.addAll(first.stream().map(Voter::first).toList());
                leads = first.size() == 1 || promised;
                if (first.size() > 1 && promised) {
                    voters = new LinkedHashSet<>(Set.of(id)); // as its log says
                }
                return this;
            });
        }

        Server started() {
            node.start();
            entry.start();
            return this;
        }

        @Override
        public void start() {}

        @Override
        public void stop() {
            up = false;
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
            kept = voter;
        }

        @Override
        public void delivered(byte[] message) {}

        @Override
        public CompletionStage<byte[]> append(byte[] operation) {
            return new CompletableFuture<>();
        }

        @Override
        public CompletionStage<byte[]> read(byte[] question) {
            return new CompletableFuture<>();
        }

        @Override
        public CompletionStage<Set<String>> change(String voter, boolean votes) {
            List<String> next = new ArrayList<>(voters);
            next.remove(voter);
            if (votes) {
                next.add(voter);
            }
            voters = new LinkedHashSet<>(next);
            return CompletableFuture.completedFuture(voters);
        }

        @Override
        public CompletionStage<?> handOver(String voter) {
            return new CompletableFuture<>();
        }

        @Override
        public Set<String> voters() {
            return voters;
        }

        @Override
        public boolean leads() {
            return leads;
        }

        @Override
        public boolean established() {
            return promised;
        }
    }
}
