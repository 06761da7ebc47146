package io.keelson.jms.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.base.time.Ticker;
import io.keelson.jms.engine.QueueRules;
import io.keelson.jms.message.BodyKind;
import io.keelson.jms.message.DestinationName;
import io.keelson.jms.message.MessageData;
import io.keelson.jms.store.PagingFiles;
import io.keelson.jms.wire.BranchId;
import io.keelson.jms.wire.Delivery;
import io.keelson.jms.wire.JmsFailure;
import io.keelson.jms.wire.Link;
import io.keelson.jms.wire.Reply;
import io.keelson.jms.wire.Request;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/**
 * A JMS server over a store that loses what was not sure, with senders, consumers, transactions and branches, killed at random. A message
 * that was acknowledged to its sender is delivered until it is consumed, one that was consumed for sure never again, a second delivery is
 * marked, and first deliveries keep the sender's order. {@code -Dseed} and {@code -Druns} repeat and prolong it.
 */
final class JmsServerSimulationTest {
    private static final DestinationName QUEUE = DestinationName.queue("q");
    private static final DestinationName TOPIC = DestinationName.topic("t");

    @Test
    void losesNothingAndSaysWhatComesTwice() {
        long first = Long.getLong("seed", 1);
        int runs = Integer.getInteger("runs", 2000);
        for (long seed = first; seed < first + runs; seed++) {
            try {
                new Run(seed).go();
            } catch (Exception | AssertionError e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
    }

    /** A source of messages: a sender to the queue, or to the topic as one durable subscriber sees it. */
    private enum Fate {
        UNKNOWN,
        SENT,
        NEVER
    }

    private static final class Run implements Ticker {
        private final Random random;
        private long now = 1_000_000;
        private SortedMap<Long, byte[]> disk = new TreeMap<>();
        private SimulatedStore store;
        private JmsServer server;
        private Client client;

        /** By the id of a message: what is known of its send. */
        private final Map<String, Fate> sends = new HashMap<>();

        /** Messages that were delivered to somebody who could have acted on them. By subscriber and id. */
        private final Set<String> delivered = new HashSet<>();

        /** Consumed for sure. */
        private final Set<String> consumed = new HashSet<>();

        /** Consumed perhaps: the request was not answered before a crash, or its branch is in doubt. */
        private final Set<String> perhapsConsumed = new HashSet<>();

        private final Map<String, Integer> lastOf = new HashMap<>();
        private final Map<BranchId, Branch> inDoubt = new HashMap<>();
        private final ArrayDeque<Runnable> pager = new ArrayDeque<>();
        private final boolean paging;
        private int sequence;
        private int branches;

        private record Branch(List<String> sends, List<String> taken) {}

        Run(long seed) {
            random = new Random(seed);
            paging = random.nextBoolean();
        }

        @Override
        public long nanoTime() {
            return now * 1_000_000;
        }

        @Override
        public long currentTimeMillis() {
            return now;
        }

        void go() throws Exception {
            open();
            for (int step = 0; step < 150; step++) {
                act();
                if (random.nextInt(40) == 0) {
                    crash();
                }
            }
            finish();
        }

        private void open() throws Exception {
            store = new SimulatedStore(disk);
            server = new JmsServer("sim", store, this, millis -> {});
            pager.clear();
            if (paging) { // room for two or three bodies: no file is needed, as all messages are persistent
                server.pageTo(new PagingFiles(Path.of("none"), "sim", 1 << 20), (task, after) -> pager.add(task), 2000);
            }
            int delay = random.nextInt(2) * 5;
            DestinationRules rules = new DestinationRules(
                    new QueueRules(-1, delay, List.of()), -1, -1, false, -1, DestinationRules.Expired.DISCARD, null);
            server.open(0, Map.of(QUEUE, rules, TOPIC, rules));
            client = new Client();
            store.syncAll();
            Reply found = client.link.request(new Request.InDoubt()).get();
            assertThat(((Reply.Branches) found).branches())
                    .as("branches that were prepared for sure")
                    .containsAll(inDoubt.keySet());
        }

        private void crash() throws Exception {
            client.lost = true;
            disk = store.crash(random);
            open();
        }

        private void act() throws Exception {
            now += random.nextInt(3);
            switch (random.nextInt(14)) {
                case 0, 1, 2 -> send();
                case 3, 4 -> client.credit(random.nextInt(4) + 1);
                case 5 -> client.acknowledge();
                case 6 -> {
                    if (random.nextInt(3) == 0) {
                        client.revoke();
                    } else {
                        client.giveBack();
                    }
                }
                case 7 -> client.commit();
                case 8 -> client.prepare();
                case 9 -> decide();
                case 10 -> store.sync(random.nextInt(6));
                case 11, 12 -> page(random.nextInt(4));
                default -> server.tick();
            }
            if (random.nextInt(60) == 0) {
                store.fail(1);
            }
            if (random.nextInt(30) == 0) {
                store.readsThatFail = 1;
            }
        }

        /** Lets the pager do some of its tasks. */
        private void page(int most) {
            for (int i = 0; i < most && !pager.isEmpty(); i++) {
                pager.remove().run();
            }
        }

        private MessageData next(boolean topic) {
            return next(topic, topic ? "t" : "q" + random.nextInt(2));
        }

        private MessageData next(boolean topic, String sender) {
            int number = ++sequence;
            return new MessageData(
                    sender + "-" + number,
                    topic ? TOPIC : QUEUE,
                    now,
                    4,
                    true,
                    0,
                    0,
                    null,
                    null,
                    null,
                    sender.equals("q1") ? Map.of(MessageData.GROUP, sender) : Map.of(),
                    BodyKind.BYTES,
                    body(number),
                    "");
        }

        private static byte[] body(int number) {
            byte[] body = new byte[512 + number % 100];
            body[0] = (byte) number;
            return body;
        }

        private void send() {
            MessageData message = next(random.nextInt(3) == 0);
            sends.put(message.id(), Fate.UNKNOWN);
            var unused = client.link
                    .request(new Request.Send(List.of(message), 0))
                    .whenComplete((reply, error) -> sends.put(message.id(), error == null ? Fate.SENT : Fate.NEVER));
        }

        private void decide() {
            if (inDoubt.isEmpty()) {
                return;
            }
            BranchId id = inDoubt.keySet().iterator().next();
            boolean commit = random.nextBoolean();
            Branch branch = inDoubt.get(id);
            var unused = client.link.request(new Request.Decide(id, commit)).whenComplete((reply, error) -> {
                if (error == null) {
                    inDoubt.remove(id);
                    branch.sends().forEach(each -> sends.put(each, commit ? Fate.SENT : Fate.NEVER));
                    if (commit) {
                        consumed.addAll(branch.taken());
                    } else {
                        perhapsConsumed.removeAll(branch.taken());
                    }
                }
            });
            // A coordinator repeats its decision until it is answered.
            store.syncAll();
        }

        private void finish() throws Exception {
            crash();
            while (!inDoubt.isEmpty()) {
                decide();
            }
            Reply unknown = client.link.request(new Request.InDoubt()).get();
            for (BranchId each : ((Reply.Branches) unknown).branches()) { // presumed abort
                CompletableFuture<Reply> over = client.link.request(new Request.Decide(each, false));
                store.syncAll();
                over.get();
            }
            now += 1000;
            server.tick();
            client.credit(100_000);
            store.syncAll();
            server.tick();
            for (int i = 0; i < 10_000 && !(client.held.isEmpty() && pager.isEmpty()); i++) {
                page(Integer.MAX_VALUE);
                client.acknowledgeAll();
                store.syncAll();
                now += 10;
                server.tick();
            }
            sends.forEach((id, fate) -> {
                String key = (id.startsWith("t") ? "sub/" : "queue/") + id;
                if (fate == Fate.SENT) {
                    assertThat(delivered).as("acknowledged to its sender").contains(key);
                }
                if (fate == Fate.NEVER) {
                    assertThat(delivered).as("refused or rolled back").doesNotContain(key);
                }
            });
            server.close();
            assertThat(store.kept().keySet())
                    .as(
                            "nothing is left but the subscription, the mark of a good end and up to where numbers were given")
                    .hasSize(3);
        }

        /** A connection with a consumer of the queue and one of the durable subscription. */
        private final class Client implements Link.Handler {
            final Link link;
            final Map<Long, String> held = new TreeMap<>();
            boolean lost;
            long revoked;

            Client() throws Exception {
                link = server.connect(null, null, this);
                link.request(new Request.Identify("c")).get();
                link.request(new Request.Consume(1, QUEUE, null, false, "c", Request.Subscription.PLAIN))
                        .get();
                CompletableFuture<Reply> subscribed = link.request(
                        new Request.Consume(2, TOPIC, null, false, "c", new Request.Subscription("d", true, false)));
                store.syncAll();
                subscribed.get();
            }

            @Override
            public void delivered(long consumer, List<Delivery> batch) {
                if (lost) {
                    return;
                }
                assertThat(consumer).as("delivered without credit").isNotEqualTo(revoked);
                for (Delivery each : batch) {
                    String id = each.message().id();
                    String key = (consumer == 1 ? "queue/" : "sub/") + id;
                    int of = Integer.parseInt(id.substring(id.indexOf('-') + 1));
                    assertThat(each.message().body()).as("body of " + id).isEqualTo(body(of));
                    assertThat(consumed)
                            .as("consumed for sure and delivered again")
                            .doesNotContain(key);
                    boolean second = !delivered.add(key);
                    assertThat(second && !each.redelivered())
                            .as("twice without a mark: " + key)
                            .isFalse();
                    if (!each.redelivered()) {
                        String sender = key.substring(0, key.indexOf('-'));
                        int number = Integer.parseInt(key.substring(key.indexOf('-') + 1));
                        Integer before = lastOf.put(sender, number);
                        assertThat(before == null || before < number)
                                .as("order of " + sender)
                                .isTrue();
                    }
                    held.put(each.tag(), key);
                }
            }

            @Override
            public void ended(JmsFailure why) {
                lost = true;
            }

            void credit(int more) {
                var one = link.request(new Request.Credit(1, more));
                var two = link.request(new Request.Credit(2, more));
                assertThat(one.isCompletedExceptionally() || two.isCompletedExceptionally())
                        .isFalse();
            }

            private long[] some() {
                List<Long> tags = new ArrayList<>();
                for (Long each : held.keySet()) {
                    if (random.nextInt(2) == 0) {
                        tags.add(each);
                    }
                }
                return tags.stream().mapToLong(Long::longValue).toArray();
            }

            private List<String> take(long[] tags) {
                List<String> keys = new ArrayList<>();
                for (long each : tags) {
                    keys.add(held.remove(each));
                }
                return keys;
            }

            void acknowledge() {
                acknowledge(some());
            }

            void acknowledgeAll() {
                acknowledge(held.keySet().stream().mapToLong(Long::longValue).toArray());
            }

            private void acknowledge(long[] tags) {
                List<String> keys = take(tags);
                perhapsConsumed.addAll(keys);
                var unused = link.request(new Request.Acknowledge(tags)).whenComplete((reply, error) -> {
                    if (error == null) {
                        consumed.addAll(keys);
                    }
                });
            }

            void revoke() throws Exception {
                boolean queue = random.nextBoolean();
                CompletableFuture<Reply> done = link.request(new Request.Revoke(queue ? 1 : 2));
                for (int i = 0; i < 100 && !done.isDone(); i++) {
                    page(Integer.MAX_VALUE);
                }
                done.getNow(null); // whatever was on its way is here, and nothing more comes
                assertThat(done).isDone();
                revoked = queue ? 1 : 2;
                server.tick();
                page(Integer.MAX_VALUE);
                revoked = 0;
            }

            void giveBack() {
                long[] tags = some();
                List<String> unused = take(tags);
                var done = link.request(new Request.Return(tags, true));
                assertThat(done).isCompleted();
            }

            void commit() {
                long[] tags = some();
                List<String> keys = take(tags);
                List<MessageData> messages = random.nextBoolean() ? List.of(next(false), next(true)) : List.of();
                messages.forEach(each -> sends.put(each.id(), Fate.UNKNOWN));
                perhapsConsumed.addAll(keys);
                var unused = link.request(new Request.Commit(messages, tags, 0)).whenComplete((reply, error) -> {
                    messages.forEach(each -> sends.put(each.id(), error == null ? Fate.SENT : Fate.NEVER));
                    if (error == null) {
                        consumed.addAll(keys);
                    }
                });
            }

            void prepare() {
                long[] tags = some();
                List<String> keys = take(tags);
                boolean topic = random.nextBoolean();
                // A sender of its own: what a branch sends has its place when it is decided.
                List<MessageData> messages = List.of(next(topic, (topic ? "t" : "q") + "branch" + branches));
                messages.forEach(each -> sends.put(each.id(), Fate.UNKNOWN));
                perhapsConsumed.addAll(keys);
                BranchId id = new BranchId(1, new byte[] {(byte) ++branches, (byte) (branches >> 8)}, new byte[] {1});
                List<String> ids = messages.stream().map(MessageData::id).toList();
                var unused = link.request(new Request.Prepare(id, messages, tags, 0, 0))
                        .whenComplete((reply, error) -> {
                            if (error == null) {
                                inDoubt.put(id, new Branch(ids, keys));
                            } else {
                                ids.forEach(each -> sends.put(each, Fate.NEVER));
                            }
                        });
            }
        }
    }
}
