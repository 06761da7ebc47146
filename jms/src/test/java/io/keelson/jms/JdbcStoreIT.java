package io.keelson.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.base.subsystem.Services;
import io.keelson.base.subsystem.Subsystem;
import io.keelson.base.subsystem.SubsystemFactory;
import io.keelson.jms.store.UnreliableDatabase;
import io.keelson.kernel.management.RuntimeState;
import io.keelson.kernel.naming.Naming;
import io.keelson.kernel.spi.resource.ServerConnections;
import io.keelson.testkit.TestServer;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server whose messages are in a database that goes away. */
@Timeout(120)
final class JdbcStoreIT {
    private static final String YAML = """
            name: shop
            admin-server: AdminServer
            servers:
              AdminServer: {listen-port: 0}
            jms:
              message-store: jdbc
              message-data-source: %s
              message-table-prefix: shop_messages
              message-write-timeout: 1s
            jms-queues:
              orders: {}
            """;

    private final Path directory;
    private final String url;
    private final UnreliableDatabase database;
    private TestServer server;

    JdbcStoreIT(@TempDir Path directory) {
        this.directory = directory;
        this.url = "jdbc:h2:file:" + directory.resolve("messages") + ";DB_CLOSE_DELAY=-1";
        JdbcDataSource source = new JdbcDataSource();
        source.setURL(url);
        this.database = new UnreliableDatabase(source);
    }

    @AfterEach
    void close() throws Exception {
        if (server != null) {
            server.close();
        }
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("shutdown immediately");
        }
    }

    private Connection connect(String name) throws SQLException {
        assertThat(name).isEqualTo("messages");
        return database.open();
    }

    /** Stands for the data sources of a server, which need the deployer. */
    private final class Database implements SubsystemFactory {
        @Override
        public String name() {
            return "database-of-the-test";
        }

        @Override
        public Set<Class<?>> provides() {
            return Set.of(ServerConnections.class);
        }

        @Override
        public Subsystem create(Services services) {
            return new Subsystem() {
                @Override
                public void start() throws Exception {
                    JdbcDataSource bound = new JdbcDataSource();
                    bound.setURL(url);
                    services.get(Naming.class).context().bind("messages", bound);
                    services.publish(ServerConnections.class, JdbcStoreIT.this::connect);
                }
            };
        }
    }

    private TestServer start(String source) throws Exception {
        return start(YAML, source);
    }

    private TestServer start(String yaml, String source) throws Exception {
        return TestServer.builder()
                .directory(directory.resolve("domain"))
                .yaml(yaml.formatted(source))
                .subsystems(Stream.concat(
                                ServiceLoader.load(SubsystemFactory.class).stream()
                                        .map(ServiceLoader.Provider::get)
                                        .filter(each -> !each.name().equals("data-sources")),
                                Stream.of(new Database()))
                        .toList())
                .start();
    }

    private JMSContext context(int mode) throws Exception {
        return ((ConnectionFactory) server.service(Naming.class).context().lookup("jms/DefaultJMSConnectionFactory"))
                .createContext(mode);
    }

    private Queue orders() throws Exception {
        return (Queue) server.service(Naming.class).context().lookup("jms/orders");
    }

    private static String text(Message message) throws JMSException {
        assertThat(message).isNotNull();
        return message.getBody(String.class);
    }

    private Collection<? extends Record> stores() {
        return server.service(RuntimeState.class).of("jms-stores").orElseThrow();
    }

    private int rows() throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select count(*) from shop_messages_records")) {
            row.next();
            return row.getInt(1);
        }
    }

    @Test
    void messagesOutliveTheServerAndNoFileOfAStoreIsMade() throws Exception {
        server = start("messages");
        try (JMSContext context = context(JMSContext.AUTO_ACKNOWLEDGE)) {
            for (int i = 0; i < 50; i++) {
                context.createProducer().send(orders(), "order " + i);
            }
            try (JMSConsumer consumer = context.createConsumer(orders())) {
                for (int i = 0; i < 20; i++) {
                    assertThat(consumer.receiveBody(String.class, 5_000)).isEqualTo("order " + i);
                }
            }
        }
        JmsStoreRuntime store = (JmsStoreRuntime) stores().iterator().next();
        assertThat(store.name()).isEqualTo("AdminServer");
        assertThat(store.records()).isGreaterThanOrEqualTo(30);
        server.close();
        assertThat(rows()).isGreaterThanOrEqualTo(30);
        assertThat(directory.resolve("domain/servers/AdminServer/jms/store.header"))
                .doesNotExist();
        server = start("messages");
        List<String> rest = new ArrayList<>();
        try (JMSContext context = context(JMSContext.AUTO_ACKNOWLEDGE);
                JMSConsumer consumer = context.createConsumer(orders())) {
            for (Message each = consumer.receive(2_000); each != null; each = consumer.receive(200)) {
                rest.add(text(each));
                assertThat(each.getJMSRedelivered()).isFalse();
            }
        }
        assertThat(rest).hasSize(30).startsWith("order 20").endsWith("order 49");
    }

    @Test
    void sendsAndAcknowledgementsFailWhileTheDatabaseIsAwayAndGoOnAfterwards() throws Exception {
        server = start("messages");
        try (JMSContext sender = context(JMSContext.AUTO_ACKNOWLEDGE);
                JMSContext receiver = context(JMSContext.AUTO_ACKNOWLEDGE)) {
            sender.createProducer().send(orders(), "one");
            try (JMSConsumer consumer = receiver.createConsumer(orders())) {
                database.away = true;
                assertThatThrownBy(() -> sender.createProducer().send(orders(), "two"))
                        .hasMessageContaining("message-write-timeout")
                        .hasMessageContaining("the database of the data source 'messages' is away");
                assertThat(text(consumer.receive(5_000))).isEqualTo("one");
                Awaitility.await() // until it is known that it could not be acknowledged
                        .untilAsserted(() -> assertThatThrownBy(consumer::receiveNoWait)
                                .isInstanceOf(JMSRuntimeException.class)
                                .hasMessageContaining("'messages' is away"));
            }
            database.away = false;
            sender.createProducer().send(orders(), "three");
        }
        try (JMSContext context = context(JMSContext.AUTO_ACKNOWLEDGE);
                JMSConsumer consumer = context.createConsumer(orders())) {
            Message one = consumer.receive(5_000);
            assertThat(text(one)).isEqualTo("one");
            assertThat(one.getJMSRedelivered()).isTrue();
            assertThat(text(consumer.receive(5_000))).isEqualTo("three");
            assertThat(consumer.receiveNoWait()).isNull();
        }
    }

    @Test
    void aServerStartsWithoutItsDatabaseAndOpensItsStoreWhenThatIsBack() throws Exception {
        database.away = true;
        server = start("messages");
        assertThatThrownBy(() ->
                        context(JMSContext.AUTO_ACKNOWLEDGE).createProducer().send(orders(), "early"))
                .hasMessageContaining("connection refused")
                .hasMessageContaining("message-data-source of the section jms in domain.yaml");
        database.away = false;
        Awaitility.await().until(() -> !stores().isEmpty());
        try (JMSContext context = context(JMSContext.AUTO_ACKNOWLEDGE);
                JMSConsumer consumer = context.createConsumer(orders())) {
            context.createProducer().send(orders(), "late");
            assertThat(consumer.receiveBody(String.class, 5_000)).isEqualTo("late");
        }
    }

    @Test
    void aCommitOfWhichNobodyKnowsIsFoundWhenTheJmsServerIsOpenedAgain() throws Exception {
        server = start("messages");
        try (JMSContext sender = context(JMSContext.AUTO_ACKNOWLEDGE)) {
            sender.createProducer().send(orders(), "one");
            database.awayWithCommit = true;
            database.next = UnreliableDatabase.Commit.ANSWER_LOST;
            assertThatThrownBy(() -> sender.createProducer().send(orders(), "two"))
                    .hasMessageContaining("nobody knows whether the last write is kept");
        }
        Awaitility.await().until(() -> stores().isEmpty());
        database.awayWithCommit = false;
        database.away = false;
        Awaitility.await().until(() -> !stores().isEmpty());
        try (JMSContext context = context(JMSContext.AUTO_ACKNOWLEDGE);
                JMSConsumer consumer = context.createConsumer(orders())) {
            context.createProducer().send(orders(), "three");
            assertThat(consumer.receiveBody(String.class, 5_000)).isEqualTo("one");
            assertThat(consumer.receiveBody(String.class, 5_000)).isEqualTo("two");
            assertThat(consumer.receiveBody(String.class, 5_000)).isEqualTo("three");
            assertThat(consumer.receiveNoWait()).isNull();
        }
    }

    @Test
    void aDataSourceThatIsNotThereKeepsTheServerFromStarting() {
        assertThatThrownBy(() -> start("jdbc/nowhere"))
                .hasStackTraceContaining("message-data-source of the section jms in domain.yaml: no data source of this"
                        + " server is bound as 'jdbc/nowhere'");
    }

    @Test
    void aStoreInADatabaseNeedsADataSource() {
        assertThatThrownBy(() -> start(YAML.replace("  message-data-source: %s\n", ""), ""))
                .hasMessageContaining("domain.yaml")
                .hasMessageContaining("message-data-source")
                .hasMessageContaining("message-store: jdbc needs it");
        assertThatThrownBy(() -> start(YAML.replace("shop_messages", "shop-messages"), "messages"))
                .hasMessageContaining("domain.yaml:8:")
                .hasMessageContaining("'shop-messages' cannot begin a table's name");
    }
}
