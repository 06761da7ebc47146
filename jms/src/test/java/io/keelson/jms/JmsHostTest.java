package io.keelson.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.base.config.DataSize;
import io.keelson.base.time.Ticker;
import io.keelson.jms.broker.DestinationRules;
import io.keelson.jms.client.ClientConnectionFactory;
import io.keelson.jms.client.ClientDestination;
import io.keelson.jms.client.FactorySettings;
import io.keelson.jms.message.DestinationName;
import io.keelson.jms.store.FileMessageStore;
import io.keelson.jms.store.JdbcMessageStore;
import io.keelson.jms.store.JdbcSettings;
import io.keelson.jms.store.MessageStore;
import io.keelson.jms.store.UnreliableDatabase;
import io.keelson.jms.store.WritePolicy;
import io.keelson.jms.wire.Delivery;
import io.keelson.jms.wire.JmsFailure;
import io.keelson.jms.wire.Link;
import io.keelson.kernel.spi.lease.Lease;
import io.keelson.kernel.spi.lease.LeaseService;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.h2.jdbcx.JdbcDataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** JMS servers under leases: when they open, and who may write their stores. */
@Timeout(60)
final class JmsHostTest {
    private static final long SOON = 20_000;
    private static final String LEASE = JmsHost.leaseOf("server-1");
    private static final DestinationName NAME = DestinationName.queue("orders");
    private static final Queue ORDERS = (Queue) ClientDestination.of(NAME);
    private static final JmsSettings SETTINGS = new JmsSettings(
            WritePolicy.CACHE_FLUSH,
            new DataSize(64 << 20),
            null,
            null,
            null,
            StoreKind.FILE,
            null,
            "keelson_jms",
            Duration.ofSeconds(1),
            ReplicaMissing.ALONE,
            Duration.ofSeconds(3),
            new DataSize(1 << 20));

    private final Path directory;
    private final TestLeases leases = new TestLeases();
    private final List<JmsHost> hosts = new ArrayList<>();

    JmsHostTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @AfterEach
    void close() {
        hosts.forEach(JmsHost::close);
    }

    private JmsHost host(HostStore stored, @Nullable LeaseService of) {
        JmsHost made = new JmsHost(
                "server-1",
                stored,
                new BranchPlaces(directory.resolve("places")),
                directory.resolve("paging" + hosts.size()),
                SETTINGS,
                Ticker.system(),
                of,
                topic -> Set.of());
        made.want(NAME, DestinationRules.STANDARD);
        hosts.add(made);
        return made;
    }

    private FileHostStore files() {
        return new FileHostStore("server-1", directory.resolve("store"), SETTINGS);
    }

    private FileMessageStore opened() throws Exception {
        FileMessageStore store =
                new FileMessageStore("test", directory.resolve("store"), WritePolicy.CACHE_FLUSH, 1 << 20);
        MessageStore.Recovered unused = store.open(0);
        return store;
    }

    private static boolean writes(String store) {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(each -> each.getName().equals("keelson.jms: store " + store));
    }

    @Test
    void aStoreWhoseRecoveryFailsIsClosed() throws Exception {
        try (FileMessageStore store = opened()) {
            CompletableFuture<Object> kept = new CompletableFuture<>();
            store.append(
                    List.of(new MessageStore.Put(7, new byte[] {99, 99, 99})),
                    error -> kept.complete(error == null ? "kept" : error));
            assertThat(kept.get(SOON, TimeUnit.MILLISECONDS)).isEqualTo("kept");
        }

        JmsHost host = host(files(), null);
        assertThatThrownBy(host::open)
                .isInstanceOfSatisfying(
                        JmsFailure.class, failure -> assertThat(failure.code()).isEqualTo(JmsFailure.Code.STORE))
                .hasMessageContaining("the record 7");

        assertThat(writes("server-1")).isFalse();
        opened().close(); // nobody has its lock any more
    }

    @Test
    void soIsOneUnderALease() throws Exception {
        try (FileMessageStore store = opened()) {
            store.append(List.of(new MessageStore.Put(7, new byte[] {99, 99, 99})), error -> {});
        }
        JmsHost host = host(files(), leases.of("server-1"));
        host.openIfStored();
        leases.grant(LEASE, "server-1");
        Awaitility.await()
                .untilAsserted(() -> assertThatThrownBy(() -> host.connectSoon(new Nothing()))
                        .isInstanceOfSatisfying(
                                JmsFailure.class,
                                failure -> assertThat(failure.code()).isEqualTo(JmsFailure.Code.STORE)));
        Awaitility.await().until(() -> !writes("server-1"));
    }

    @Test
    void aClientOfAnotherProcessHearsSoonThatTheLeaseIsNotGranted() throws Exception {
        JmsHost host = host(files(), leases.of("server-1"));
        assertThatThrownBy(() -> host.connectSoon(new Nothing()))
                .isInstanceOfSatisfying(
                        JmsFailure.class, failure -> assertThat(failure.code()).isEqualTo(JmsFailure.Code.ELSEWHERE))
                .hasMessageContaining("jms/server-1")
                .hasMessageContaining("within 1 s");
        assertThat(leases.asks(LEASE, "server-1")).isTrue();

        leases.grant(LEASE, "server-1");
        Awaitility.await().until(() -> host.ifOpen() != null);
        host.connectSoon(new Nothing()).close();
    }

    // ---- a store in a database, in a cluster -----------------------------------------------------------------------

    /** A store in tables of H2, which each member reaches. */
    private static final class Tables implements HostStore {
        private final UnreliableDatabase database;

        Tables(UnreliableDatabase database) {
            this.database = database;
        }

        @Override
        public boolean stored() {
            return true;
        }

        @Override
        public boolean mayOwn() {
            return true;
        }

        @Override
        public void prepare(@Nullable Lease lease) {}

        @Override
        public MessageStore make(Runnable broken) {
            return new JdbcMessageStore(
                    "server-1",
                    database::open,
                    new JdbcSettings("messages", "cluster_messages", Duration.ofSeconds(5)),
                    Ticker.system(),
                    broken);
        }

        @Override
        public boolean comesBack() {
            return true;
        }

        @Override
        public void closed() {}
    }

    private static JMSContext context(JmsHost host, int mode) {
        return new ClientConnectionFactory(host, () -> FactorySettings.STANDARD, null).createContext(mode);
    }

    private static void send(JmsHost to, String text) {
        try (JMSContext context = context(to, JMSContext.AUTO_ACKNOWLEDGE)) {
            context.createProducer().send(ORDERS, text);
        }
    }

    private static String text(Message message) throws JMSException {
        assertThat(message).isNotNull();
        return message.getBody(String.class);
    }

    @Test
    void theOldOwnerOfAStoreInADatabaseWritesNothingAfterItsLeaseHasMoved() throws Exception {
        JdbcDataSource source = new JdbcDataSource();
        source.setURL("jdbc:h2:file:" + directory.resolve("messages") + ";DB_CLOSE_DELAY=-1");
        try {
            JmsHost first = host(new Tables(new UnreliableDatabase(source)), leases.of("server-1"));
            JmsHost second = host(new Tables(new UnreliableDatabase(source)), leases.of("server-2"));
            first.openIfStored();
            second.openIfStored();
            leases.grant(LEASE, "server-1");
            Awaitility.await().until(() -> first.ifOpen() != null);

            JMSContext paused = context(first, JMSContext.CLIENT_ACKNOWLEDGE);
            paused.createProducer().send(ORDERS, "one");
            paused.createProducer().send(ORDERS, "two");
            JMSConsumer consumer = paused.createConsumer(ORDERS);
            Message inFlight = consumer.receive(SOON);
            assertThat(text(inFlight)).isEqualTo("one");

            leases.grant(LEASE, "server-2"); // the first one is paused, and believes in its lease
            Awaitility.await().until(() -> second.ifOpen() != null);

            assertThatThrownBy(inFlight::acknowledge).isInstanceOf(JMSException.class);
            assertThatThrownBy(() -> send(first, "from the old owner")).isInstanceOf(RuntimeException.class);
            send(second, "three");

            leases.lose(LEASE, "server-1");
            Awaitility.await().until(() -> first.ifOpen() == null);
            first.retry();
            assertThat(first.ifOpen()).as("nobody opens it without the lease").isNull();

            try (JMSContext context = context(second, JMSContext.AUTO_ACKNOWLEDGE)) {
                JMSConsumer all = context.createConsumer(ORDERS);
                Message again = all.receive(SOON);
                assertThat(text(again)).isEqualTo("one");
                assertThat(again.getJMSRedelivered()).isTrue();
                assertThat(text(all.receive(SOON))).isEqualTo("two");
                assertThat(text(all.receive(SOON))).isEqualTo("three");
                assertThat(all.receiveNoWait()).isNull();
            }

            leases.lose(LEASE, "server-2"); // and back
            Awaitility.await().until(() -> second.ifOpen() == null);
            leases.grant(LEASE, "server-1");
            Awaitility.await().until(() -> first.ifOpen() != null);
            send(first, "four");
            try (JMSContext context = context(first, JMSContext.AUTO_ACKNOWLEDGE)) {
                JMSConsumer all = context.createConsumer(ORDERS);
                assertThat(text(all.receive(SOON))).isEqualTo("four");
                assertThat(all.receiveNoWait()).isNull();
            }
        } finally {
            hosts.forEach(JmsHost::close);
            try (Connection connection = source.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("shutdown immediately");
            }
        }
    }

    private static final class Nothing implements Link.Handler {
        @Override
        public void delivered(long consumer, List<Delivery> batch) {}

        @Override
        public void ended(JmsFailure why) {}
    }
}
