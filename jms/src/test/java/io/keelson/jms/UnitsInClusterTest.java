package io.keelson.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.base.time.Ticker;
import io.keelson.jms.broker.DestinationRules;
import io.keelson.jms.broker.JmsServer;
import io.keelson.jms.client.ClientConnectionFactory;
import io.keelson.jms.client.ClientDestination;
import io.keelson.jms.client.FactorySettings;
import io.keelson.jms.message.DestinationName;
import io.keelson.jms.net.ReconnectingLink;
import io.keelson.jms.net.RoutingLink;
import io.keelson.jms.store.FileMessageStore;
import io.keelson.jms.store.WritePolicy;
import io.keelson.jms.wire.JmsFailure;
import io.keelson.jms.wire.Link;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.ResourceAllocationRuntimeException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Units of order of a queue that three JMS servers have: clients of each, transactions, and servers that crash and move. */
@Timeout(120)
final class UnitsInClusterTest {
    private static final DestinationName NAME = DestinationName.queue("orders");
    private static final Queue ORDERS = (Queue) ClientDestination.of(NAME);
    private static final Set<String> SERVERS = new TreeSet<>(Set.of("a", "b", "c"));
    private static final int PRODUCERS = 4;
    private static final int UNITS = 12;
    private static final int MESSAGES = 150;

    private final Path directory;
    private final Map<String, JmsServer> open = new ConcurrentHashMap<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private volatile boolean holds = true;

    UnitsInClusterTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @BeforeEach
    void start() throws Exception {
        for (String each : SERVERS) {
            open(each);
        }
    }

    @AfterEach
    void close() {
        threads.shutdownNow();
        open.values().forEach(JmsServer::close);
    }

    /** Opens a JMS server over what it has left, as another member does that adopts it. */
    private void open(String name) throws IOException {
        JmsServer made = new JmsServer(
                name,
                new FileMessageStore(name, directory.resolve(name), WritePolicy.DISABLED, 1 << 20),
                Ticker.system(),
                millis -> {});
        made.open(0, Map.of(NAME, DestinationRules.STANDARD));
        open.put(name, made);
    }

    private void crash(String name) {
        open.remove(name).abandon();
    }

    private JmsServer server(String name) throws JmsFailure {
        JmsServer now = open.get(name);
        if (now == null) {
            throw new JmsFailure(JmsFailure.Code.LOST, "the server " + name + " is away");
        }
        return now;
    }

    private Link link(ReconnectingLink.Attempts attempts, Link.Handler handler, String origin) throws JmsFailure {
        return ReconnectingLink.open(attempts, handler, origin, origin, 60_000, Ticker.system());
    }

    private final class Routes implements RoutingLink.Routes {
        private final String home;

        Routes(String home) {
            this.home = home;
        }

        @Override
        public String serverOf(DestinationName destination) {
            return "";
        }

        @Override
        public String serverOfUnit(DestinationName queue, String unit) {
            String place = JmsRoutes.placeOf(SERVERS, null, unit);
            return place.equals(home) ? "" : place;
        }

        @Override
        public boolean holdsUnits(DestinationName queue) {
            return holds;
        }

        @Override
        public boolean isThere(String server) {
            return open.containsKey(server);
        }

        @Override
        public Link open(String server, Link.Handler handler) throws JmsFailure {
            return link(to -> server(server).connect(null, null, to), handler, "member " + UUID.randomUUID());
        }
    }

    /** A client whose home is one of the servers, which it follows. */
    private JMSContext client(String home, int mode, long sendTimeout) {
        FactorySettings settings = new FactorySettings("test", null, 10, false, false, false, 1, sendTimeout, 60_000);
        return new ClientConnectionFactory(
                        (user, password, handler) -> link(
                                to -> RoutingLink.open(
                                        own -> server(home).connect(null, null, own),
                                        new Routes(home),
                                        to,
                                        threads::execute),
                                handler,
                                UUID.randomUUID().toString()),
                        () -> settings,
                        null)
                .createContext(mode);
    }

    private static String home(int number) {
        return List.copyOf(SERVERS).get(number % SERVERS.size());
    }

    // ---- the checker -----------------------------------------------------------------------------------------------

    /** Messages that consumers have committed, in their order; knows nothing of how units are placed or kept. */
    private static final class Checker {
        /** @param redelivered as the message says */
        private record Taken(String producer, String unit, int number, boolean redelivered, String server) {}

        private final List<Taken> all = new ArrayList<>();

        /** Called before the commit, so that who gets the next message of the unit comes later. */
        synchronized Taken taken(Message message, String server) throws JMSException {
            String[] parts = message.getBody(String.class).split(" ");
            Taken made = new Taken(parts[0], parts[1], Integer.parseInt(parts[2]), message.getJMSRedelivered(), server);
            all.add(made);
            return made;
        }

        synchronized void rolledBack(Taken which) {
            all.removeIf(each -> each == which);
        }

        synchronized int count() {
            return all.size();
        }

        /** Returns what is wrong. */
        synchronized List<String> faults(Map<String, Integer> sent) {
            List<String> faults = new ArrayList<>();
            Map<String, Integer> last = new TreeMap<>();
            Map<String, Integer> counts = new TreeMap<>();
            Map<String, String> places = new HashMap<>();
            Set<String> seen = new HashSet<>();
            for (Taken each : all) {
                String key = each.producer() + " " + each.unit();
                if (!seen.add(key + " " + each.number())) {
                    if (!each.redelivered()) {
                        faults.add("twice and not marked: " + each);
                    }
                    continue;
                }
                counts.merge(key, 1, Integer::sum);
                Integer before = last.put(key, each.number());
                if (before != null && before > each.number()) {
                    faults.add("after " + before + " came " + each);
                }
                String place = places.putIfAbsent(each.unit(), each.server());
                if (place != null && !place.equals(each.server())) {
                    faults.add("the unit was at " + place + ": " + each);
                }
            }
            sent.forEach((key, count) -> {
                if (counts.getOrDefault(key, 0).intValue() != count) {
                    faults.add("of " + count + " of " + key + " came " + counts.get(key));
                }
            });
            return faults;
        }
    }

    @Test
    void theCheckerFindsFaults() {
        Checker checker = new Checker();
        checker.all.add(new Checker.Taken("p", "u", 2, false, "a"));
        checker.all.add(new Checker.Taken("p", "u", 1, false, "b"));
        checker.all.add(new Checker.Taken("p", "u", 1, false, "a"));
        assertThat(checker.faults(Map.of("p u", 3))).hasSize(4);
    }

    // ---- with servers that crash -----------------------------------------------------------------------------------

    private final Checker checker = new Checker();
    private final Map<String, Integer> sent = new ConcurrentHashMap<>();
    private final ConcurrentLinkedQueue<String> problems = new ConcurrentLinkedQueue<>();
    private volatile boolean over;

    private void produce(int number, long seed) {
        Random random = new Random(seed + number);
        try (JMSContext context = client(home(number), JMSContext.AUTO_ACKNOWLEDGE, 60_000)) {
            var producer = context.createProducer();
            for (int i = 0; i < MESSAGES; i++) {
                String unit = "u" + random.nextInt(UNITS);
                String key = "p" + number + " " + unit;
                producer.setProperty("JMS_BEA_UnitOfOrder", unit).send(ORDERS, key + " " + i);
                sent.merge(key, 1, Integer::sum);
            }
        } catch (RuntimeException e) {
            problems.add("producer " + number + ": " + e);
        }
    }

    private void consume(String server, long seed) {
        Random random = new Random(seed);
        try (JMSContext context = client(server, JMSContext.SESSION_TRANSACTED, 60_000)) {
            var consumer = context.createConsumer(ORDERS);
            while (!over) {
                Message next = consumer.receive(50);
                if (next == null) {
                    continue;
                }
                if (random.nextInt(8) == 0) {
                    context.rollback();
                    continue;
                }
                Checker.Taken taken = checker.taken(next, server);
                try {
                    context.commit();
                } catch (JMSRuntimeException e) { // the server has crashed before it was done
                    checker.rolledBack(taken);
                }
            }
        } catch (JMSException | RuntimeException e) {
            problems.add("consumer at " + server + ": " + e);
        }
    }

    @Test
    void theOrderOfUnitsHoldsThroughRollbackRedeliveryAndMigration() throws Exception {
        long seed = System.nanoTime();
        List<Thread> producers = new ArrayList<>();
        List<Thread> consumers = new ArrayList<>();
        for (int i = 0; i < PRODUCERS; i++) {
            int number = i;
            producers.add(new Thread(() -> produce(number, seed)));
        }
        for (int i = 0; i < 2 * SERVERS.size(); i++) {
            int number = i;
            consumers.add(new Thread(() -> consume(home(number), seed + 100 + number)));
        }
        consumers.forEach(Thread::start);
        producers.forEach(Thread::start);
        int crashes = 0;
        for (int at = 60; at < PRODUCERS * MESSAGES * 3 / 4; at += 70) {
            int enough = at;
            Awaitility.await()
                    .atMost(60, TimeUnit.SECONDS)
                    .until(() -> checker.count() >= enough || !problems.isEmpty());
            String which = home(crashes++);
            crash(which);
            TimeUnit.MILLISECONDS.sleep(20); // some send while it is away
            open(which);
        }
        for (Thread each : producers) {
            each.join(60_000);
        }
        int all = sent.values().stream().mapToInt(Integer::intValue).sum();
        Awaitility.await()
                .atMost(60, TimeUnit.SECONDS)
                .until(() -> !problems.isEmpty() || checker.faults(sent).isEmpty() && checker.count() >= all);
        over = true;
        for (Thread each : consumers) {
            each.join(60_000);
        }
        assertThat(problems).as("seed %d", seed).isEmpty();
        assertThat(all).isEqualTo(PRODUCERS * MESSAGES);
        assertThat(crashes).isGreaterThan(4);
        assertThat(checker.faults(sent)).as("seed %d", seed).isEmpty();
    }

    // ---- a server that is away -------------------------------------------------------------------------------------

    private static String unitOf(String server) {
        for (int i = 0; true; i++) {
            if (JmsRoutes.placeOf(SERVERS, null, "unit" + i).equals(server)) {
                return "unit" + i;
            }
        }
    }

    private static void send(JMSContext context, String unit, String text) {
        context.createProducer().setProperty("JMS_BEA_UnitOfOrder", unit).send(ORDERS, text);
    }

    private String received(String server) {
        try (JMSContext context = client(server, JMSContext.AUTO_ACKNOWLEDGE, 1000)) {
            return context.createConsumer(ORDERS).receiveBody(String.class, 20_000);
        }
    }

    @Test
    void aMessageOfAUnitWaitsForItsServer() throws Exception {
        crash("b");
        AtomicInteger done = new AtomicInteger();
        Thread sender = new Thread(() -> {
            try (JMSContext context = client("a", JMSContext.AUTO_ACKNOWLEDGE, 60_000)) {
                send(context, unitOf("b"), "held");
                done.incrementAndGet();
                send(context, unitOf("b"), "held, too");
                done.incrementAndGet();
            }
        });
        sender.start();
        try (JMSContext context = client("c", JMSContext.AUTO_ACKNOWLEDGE, 60_000)) {
            send(context, unitOf("a"), "another unit goes on");
        }
        assertThat(received("a")).isEqualTo("another unit goes on");
        assertThat(done.get()).isZero();
        open("b");
        assertThat(received("b")).isEqualTo("held");
        assertThat(received("b")).isEqualTo("held, too");
        sender.join(20_000);
        assertThat(done.get()).isEqualTo(2);
    }

    @Test
    void itIsRefusedWhenItsTimeIsOverOrWhereUnitsDoNotWait() {
        crash("b");
        try (JMSContext context = client("a", JMSContext.AUTO_ACKNOWLEDGE, 200)) {
            assertThatThrownBy(() -> send(context, unitOf("b"), "late"))
                    .isInstanceOf(ResourceAllocationRuntimeException.class)
                    .hasMessageContaining("the JMS server b");
            holds = false;
            assertThatThrownBy(() -> send(context, unitOf("b"), "refused"))
                    .isInstanceOf(ResourceAllocationRuntimeException.class)
                    .hasMessageContaining(unitOf("b"));
            send(context, unitOf("c"), "taken");
        }
        assertThat(received("c")).isEqualTo("taken");
    }

    @Test
    void aTransactionMayHaveSeveralUnitsOfOneServer() throws Exception {
        try (JMSContext context = client("a", JMSContext.SESSION_TRANSACTED, 1000)) {
            send(context, unitOf("b"), "one");
            send(context, unitOf("b"), "two");
            context.commit();
            send(context, unitOf("b"), "three");
            send(context, unitOf("c"), "four");
            assertThatThrownBy(context::commit)
                    .isInstanceOf(JMSRuntimeException.class)
                    .hasMessageContaining("several");
        }
        assertThat(received("b")).isEqualTo("one");
        assertThat(received("b")).isEqualTo("two");
    }

    @Test
    void unitsAreSpreadOverTheServersAndFewMoveWithANewOne() {
        Map<String, Integer> counts = new TreeMap<>();
        int moved = 0;
        Set<String> more = new TreeSet<>(SERVERS);
        more.add("d");
        for (int i = 0; i < 4000; i++) {
            String before = JmsRoutes.placeOf(SERVERS, null, "unit" + i);
            String after = JmsRoutes.placeOf(more, null, "unit" + i);
            counts.merge(before, 1, Integer::sum);
            if (!before.equals(after)) {
                assertThat(after).isEqualTo("d");
                moved++;
            }
        }
        assertThat(counts.keySet()).isEqualTo(SERVERS);
        assertThat(counts.values()).allMatch(each -> each > 1000 && each < 1700);
        assertThat(moved).isBetween(700, 1300);
    }
}
