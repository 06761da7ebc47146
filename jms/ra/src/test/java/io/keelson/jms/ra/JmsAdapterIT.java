package io.keelson.jms.ra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.keelson.base.subsystem.SubsystemFactory;
import io.keelson.testkit.TestServer;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.IllegalStateException;
import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSSecurityException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageListener;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.QueueConnection;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TextMessage;
import jakarta.jms.TopicConnection;
import jakarta.resource.spi.LocalTransaction;
import jakarta.resource.spi.ManagedConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The resource adapter in a container of the test's, with a whole server over the network. */
@Timeout(120)
final class JmsAdapterIT {
    private final Path directory;
    private final int port;
    private final TestContainer container = new TestContainer();
    private final JmsResourceAdapter adapter = new JmsResourceAdapter();
    private final ManagedFactory factory = new ManagedFactory();
    private final TestContainer.Pool pool = new TestContainer.Pool();
    private final NamedQueue orders = new NamedQueue();
    private TestServer server;

    JmsAdapterIT(@TempDir Path directory) throws Exception {
        this.directory = directory;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        orders.setDestination("orders");
        adapter.setUrl("keelson://127.0.0.1:" + port);
        factory.setResourceAdapter(adapter);
    }

    @BeforeEach
    void start() throws Exception {
        startServer();
        adapter.start(container);
    }

    private void startServer() throws Exception {
        server = TestServer.builder()
                .directory(directory)
                .yaml("""
                        name: test
                        admin-server: AdminServer
                        servers:
                          AdminServer: {listen-port: %d, listen-address: 127.0.0.1}
                        jms-queues:
                          orders: {redelivery-limit: 3, error-destination: errors}
                          errors: {}
                        jms-topics:
                          prices: {}
                        """.formatted(port))
                .subsystems(ServiceLoader.load(SubsystemFactory.class).stream()
                        .map(ServiceLoader.Provider::get)
                        .filter(each -> !each.name().equals("data-sources")) // it needs the deployer
                        .toList())
                .start();
    }

    @AfterEach
    void stop() throws Exception {
        adapter.stop();
        pool.close();
        server.close();
    }

    private ConnectionFactory connections() throws Exception {
        return (ConnectionFactory) factory.createConnectionFactory(pool);
    }

    private void send(String... texts) throws Exception {
        ManagedFactory own = new ManagedFactory();
        own.setResourceAdapter(adapter);
        try (JMSContext context = ((ConnectionFactory) own.createConnectionFactory()).createContext()) {
            for (String each : texts) {
                context.createProducer().send(orders, each);
            }
        }
    }

    /** Receives what a queue has. */
    private List<String> drained(String queue) throws Exception {
        ManagedFactory own = new ManagedFactory();
        own.setResourceAdapter(adapter);
        List<String> texts = new ArrayList<>();
        try (JMSContext context = ((ConnectionFactory) own.createConnectionFactory()).createContext()) {
            var consumer = context.createConsumer(context.createQueue(queue));
            String next;
            while ((next = consumer.receiveBody(String.class, 300)) != null) {
                texts.add(next);
            }
        }
        return texts;
    }

    // ---- outbound --------------------------------------------------------------------------------------------------

    @Test
    void connectionsAreUsedAgain() throws Exception {
        ConnectionFactory connections = connections();
        for (int i = 0; i < 5; i++) {
            try (Connection connection = connections.createConnection();
                    Session session = connection.createSession()) {
                session.createProducer(orders).send(session.createTextMessage("m" + i));
            }
        }
        try (JMSContext context = connections.createContext()) {
            var consumer = context.createConsumer(orders);
            for (int i = 0; i < 5; i++) {
                assertThat(consumer.receiveBody(String.class, 5_000)).isEqualTo("m" + i);
            }
        }
        assertThat(pool.all).hasSize(1);
    }

    @Test
    void aTransactionHasAllSessionsOfItsConnection() throws Exception {
        send("first", "second");
        ConnectionFactory connections = connections();
        for (boolean commit : new boolean[] {false, true}) {
            pool.begin();
            try (Connection connection = connections.createConnection();
                    Session one = connection.createSession();
                    Session two = connection.createSession(true, Session.SESSION_TRANSACTED)) {
                connection.start();
                one.createProducer(orders).send(one.createTextMessage("third"));
                TextMessage first = (TextMessage) two.createConsumer(orders).receive(5_000);
                assertThat(first.getText()).isEqualTo("first");
                assertThat(first.getJMSRedelivered()).isEqualTo(commit);
            }
            try (JMSContext context = connections.createContext()) {
                context.createProducer().send(orders, "fourth");
            }
            if (commit) {
                pool.commit();
            } else {
                pool.rollback();
            }
        }
        assertThat(pool.all).hasSize(1);
        assertThat(drained("orders")).containsExactly("second", "third", "fourth");
    }

    @Test
    void aLocalTransactionCommitsAndRollsBack() throws Exception {
        ManagedConnection managed = factory.createManagedConnection(null, null);
        Borrowed borrowed = (Borrowed) managed.getConnection(null, null);
        LocalTransaction transaction = managed.getLocalTransaction();
        try (Connection connection = borrowed.open(Borrowed.Kind.ANY, borrowed);
                Session session = connection.createSession();
                MessageProducer producer = session.createProducer(orders)) {
            transaction.begin();
            producer.send(session.createTextMessage("gone"));
            transaction.rollback();
            transaction.begin();
            producer.send(session.createTextMessage("there"));
            assertThat(drained("orders")).isEmpty();
            transaction.commit();
            assertThatThrownBy(transaction::commit).hasMessageContaining("no local transaction");
        }
        assertThat(drained("orders")).containsExactly("there");
        managed.destroy();
    }

    @Test
    void whatContainersForbidIsRefused() throws Exception {
        ConnectionFactory connections = connections();
        try (Connection connection = connections.createConnection();
                Session session = connection.createSession(false, Session.CLIENT_ACKNOWLEDGE)) {
            assertThatThrownBy(() -> connection.setClientID("x")).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(connection::stop).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> connection.setExceptionListener(why -> {}))
                    .isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> connection.createConnectionConsumer(orders, null, null, 1))
                    .isInstanceOf(IllegalStateException.class);
            MessageConsumer consumer = session.createConsumer(orders);
            assertThatThrownBy(() -> consumer.setMessageListener(message -> {}))
                    .isInstanceOf(IllegalStateException.class);
            assertThat(session.getAcknowledgeMode()).isEqualTo(Session.AUTO_ACKNOWLEDGE);
        }
        try (JMSContext context = connections.createContext()) {
            assertThatThrownBy(() -> context.setClientID("x")).isInstanceOf(IllegalStateRuntimeException.class);
            assertThatThrownBy(context::stop).isInstanceOf(IllegalStateRuntimeException.class);
            assertThatThrownBy(context::acknowledge).isInstanceOf(IllegalStateRuntimeException.class);
            assertThatThrownBy(() -> context.createContext(JMSContext.AUTO_ACKNOWLEDGE))
                    .isInstanceOf(IllegalStateRuntimeException.class);
        }
    }

    @Test
    void legacyFactoriesHaveTheirDomain() throws Exception {
        PooledFactory connections = (PooledFactory) factory.createConnectionFactory(pool);
        try (QueueConnection queues = connections.createQueueConnection();
                TopicConnection topics = connections.createTopicConnection()) {
            var session = queues.createQueueSession(false, Session.AUTO_ACKNOWLEDGE);
            session.createSender(orders).send(session.createTextMessage("old"));
            assertThatThrownBy(() -> session.createTopic("prices")).isInstanceOf(IllegalStateException.class);
            assertThat(topics.createTopicSession(false, Session.AUTO_ACKNOWLEDGE))
                    .isNotNull();
        }
        assertThat(drained("orders")).containsExactly("old");
    }

    @Test
    void aClosedConnectionIsClosed() throws Exception {
        Connection connection = connections().createConnection();
        Session session = connection.createSession();
        MessageProducer producer = session.createProducer(orders);
        TemporaryQueue answers = session.createTemporaryQueue();
        connection.close();
        connection.close();
        assertThatThrownBy(connection::createSession).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(session::createTextMessage).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> producer.setPriority(3)).isInstanceOf(IllegalStateException.class);
        try (JMSContext context = connections().createContext()) {
            assertThatThrownBy(() -> context.createProducer().send(answers, "nobody"))
                    .hasMessageContaining(answers.getQueueName());
        }
        assertThat(pool.all).hasSize(1);
    }

    /** Does what a container does that takes connections from what stays open at the end of a call. */
    @Test
    void aHandleMovesToAnotherConnection() throws Exception {
        Connection connection = connections().createConnection();
        connection.start();
        Session session = connection.createSession();
        MessageProducer producer = session.createProducer(orders);
        producer.setPriority(9);
        producer.send(session.createTextMessage("one"));
        MessageConsumer consumer = session.createConsumer(orders, "kind = 'mine'");

        for (ManagedConnection each : pool.all) {
            each.cleanup();
        }
        assertThatThrownBy(() -> producer.send(session.createTextMessage("lost")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("back in its pool");

        ManagedConnection next = factory.createManagedConnection(null, null);
        next.associateConnection(pool.handle);
        TextMessage two = session.createTextMessage("two");
        two.setStringProperty("kind", "mine");
        producer.send(two);
        assertThat(producer.getPriority()).isEqualTo(9);
        assertThat(((TextMessage) consumer.receive(5_000)).getText()).isEqualTo("two");
        connection.close();
        next.destroy();
        assertThat(drained("orders")).containsExactly("one");
    }

    @Test
    void usersHaveConnectionsOfTheirOwn() throws Exception {
        assertThatThrownBy(() -> connections().createConnection("eve", "apple"))
                .isInstanceOf(JMSSecurityException.class)
                .hasMessageContaining("eve")
                .hasMessageNotContaining("apple");
        ManagedConnection nobodys = factory.createManagedConnection(null, null);
        assertThat(factory.matchManagedConnections(java.util.Set.of(nobodys), null, null))
                .isSameAs(nobodys);
        assertThat(factory.matchManagedConnections(java.util.Set.of(nobodys), null, new Login("eve", "apple")))
                .isNull();
        assertThatThrownBy(() -> nobodys.getConnection(null, new Login("eve", "apple")))
                .hasMessageContaining("reauthentication");
        nobodys.destroy();
        assertThat(factory.matchManagedConnections(java.util.Set.of(nobodys), null, null))
                .isNull();
    }

    @Test
    void thePoolHearsOfALostConnection() throws Exception {
        factory.setReconnectTimeout(0L);
        ConnectionFactory connections = connections();
        Connection connection = connections.createConnection();
        server.close();
        await().until(() -> pool.failures.get() == 1);
        assertThatThrownBy(connection::createSession).isInstanceOf(JMSException.class);
        assertThatThrownBy(connections::createConnection)
                .isInstanceOf(JMSException.class)
                .hasMessageContaining("keelson://127.0.0.1:" + port);
        startServer();
        connections.createConnection().close();
    }

    // ---- inbound ---------------------------------------------------------------------------------------------------

    private MessageActivation activation() throws Exception {
        MessageActivation activation = new MessageActivation();
        activation.setDestination("orders");
        activation.setRedeliveryPause(1L);
        activation.setResourceAdapter(adapter);
        return activation;
    }

    private static String text(Message message) {
        try {
            return ((TextMessage) message).getText();
        } catch (JMSException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void beansGetMessagesInTransactions() throws Exception {
        ConcurrentLinkedQueue<String> got = new ConcurrentLinkedQueue<>();
        MessageListener listener = message -> {
            got.add(text(message));
            if (text(message).equals("poison")) {
                throw new java.lang.IllegalStateException("on purpose");
            }
        };
        var bean = new TestContainer.Bean(true, listener);
        adapter.endpointActivation(bean, activation());
        send("one", "poison", "two");
        await().untilAsserted(() -> assertThat(drained("errors")).containsExactly("poison"));
        await().until(() -> got.contains("two"));
        assertThat(got).filteredOn("poison"::equals).hasSize(4);
        adapter.endpointDeactivation(bean, activation());
        assertThat(container.running).isEmpty();
        send("late");
        assertThat(drained("orders")).containsExactly("late");
        assertThat(got).doesNotContain("late");
    }

    @Test
    void beansOutsideOfTransactionsAcknowledge() throws Exception {
        ConcurrentLinkedQueue<String> got = new ConcurrentLinkedQueue<>();
        MessageListener listener = message -> {
            String once = text(message);
            boolean first = !got.contains(once);
            got.add(once);
            if (first && once.equals("again")) {
                throw new java.lang.IllegalStateException("on purpose");
            }
        };
        MessageActivation activation = activation();
        activation.setAcknowledgeMode("Dups-ok-acknowledge");
        activation.setMaxSession(1);
        var bean = new TestContainer.Bean(false, listener);
        adapter.endpointActivation(bean, activation);
        send("one", "again", "two");
        await().until(() -> got.size() == 4);
        assertThat(got).containsExactly("one", "again", "again", "two");
        adapter.endpointDeactivation(bean, activation);
        assertThat(drained("orders")).isEmpty();
    }

    @Test
    void severalMessagesAreHandledAtATime() throws Exception {
        CountDownLatch together = new CountDownLatch(3);
        CountDownLatch all = new CountDownLatch(4);
        container.rejections.set(1);
        MessageListener listener = message -> {
            all.countDown();
            together.countDown();
            try {
                boolean unused = together.await(20, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };
        MessageActivation activation = activation();
        activation.setMaxSession(3);
        var bean = new TestContainer.Bean(true, listener);
        adapter.endpointActivation(bean, activation);
        send("a", "b", "c", "d");
        assertThat(together.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(all.await(20, TimeUnit.SECONDS)).isTrue();
        adapter.endpointDeactivation(bean, activation);
        assertThat(drained("orders")).isEmpty();
    }

    @Test
    void beansGoOnAfterTheServerIsBack() throws Exception {
        ConcurrentLinkedQueue<String> got = new ConcurrentLinkedQueue<>();
        server.close();
        MessageActivation activation = activation();
        activation.setReconnectTimeout(300L); // shorter than the server is away: the activation connects anew
        adapter.endpointActivation(new TestContainer.Bean(true, message -> got.add(text(message))), activation);
        for (int i = 0; i < 2; i++) {
            startServer();
            send("m" + i);
            String expected = "m" + i;
            await().atMost(Duration.ofSeconds(10)).until(() -> got.contains(expected));
            server.close();
        }
        startServer();
        assertThat(got).containsExactly("m0", "m1");
    }

    @Test
    void aDurableSubscriptionWaitsForItsBean() throws Exception {
        ConcurrentLinkedQueue<String> got = new ConcurrentLinkedQueue<>();
        MessageActivation activation = activation();
        activation.setDestination("prices");
        activation.setDestinationType("jakarta.jms.Topic");
        activation.setSubscriptionDurability("Durable");
        activation.setSubscriptionName("ledger");
        activation.setClientId("bean");
        activation.setMessageSelector("kind = 'gold'");
        NamedTopic prices = new NamedTopic();
        prices.setDestination("prices");
        for (int i = 0; i < 2; i++) {
            var bean = new TestContainer.Bean(true, message -> got.add(text(message)));
            adapter.endpointActivation(bean, activation);
            await().until(() -> !container.running.isEmpty());
            try (JMSContext context = connections().createContext()) {
                context.createProducer().setProperty("kind", "gold").send(prices, "with" + i);
                String expected = "with" + i;
                await().until(() -> got.contains(expected));
                adapter.endpointDeactivation(bean, activation);
                context.createProducer().setProperty("kind", "gold").send(prices, "without" + i);
                context.createProducer().setProperty("kind", "lead").send(prices, "other" + i);
            }
        }
        assertThat(got).containsExactly("with0", "without0", "with1");
    }

    @Test
    void anActivationThatIsWrongIsRefused() throws Exception {
        MessageActivation activation = activation();
        activation.setMaxSession(0);
        assertThatThrownBy(() -> adapter.endpointActivation(new TestContainer.Bean(true, message -> {}), activation))
                .hasMessageContaining("maxSession is 0");
    }

    // ---- recovery --------------------------------------------------------------------------------------------------

    @Test
    void branchesInDoubtAreRecovered() throws Exception {
        ConnectionFactory connections = connections();
        List<Xid> prepared = new ArrayList<>();
        for (String text : List.of("kept", "dropped")) {
            pool.begin();
            try (JMSContext context = connections.createContext()) {
                context.createProducer().send(orders, text);
            }
            prepared.add(pool.prepare());
            pool.close(); // the container is gone
            pool.forget();
        }
        assertThat(drained("orders")).isEmpty();
        server.close();
        startServer();

        XAResource[] recovery = adapter.getXAResources(new MessageActivation[] {activation(), activation()});
        assertThat(recovery).hasSize(1);
        Xid[] found = recovery[0].recover(XAResource.TMSTARTRSCAN);
        assertThat(found).extracting(Xid::getFormatId).containsExactly(4711, 4711);
        assertThat(recovery[0].recover(XAResource.TMENDRSCAN)).isEmpty();
        recovery[0].commit(prepared.get(0), false);
        recovery[0].rollback(prepared.get(1));
        assertThat(recovery[0].recover(XAResource.TMSTARTRSCAN)).isEmpty();
        assertThat(drained("orders")).containsExactly("kept");
    }

    @Test
    void aDestinationMayBeLookedUpNowhere() throws Exception {
        MessageActivation activation = activation();
        activation.setDestination(null);
        activation.setDestinationLookup("java:/nowhere");
        assertThatThrownBy(() -> MessageSource.of(activation))
                .hasMessageContaining("destinationLookup is java:/nowhere");
        Queue none = new NamedQueue();
        assertThatThrownBy(() -> connections().createContext().createProducer().send(none, "x"))
                .hasMessageContaining("property destination");
    }
}
