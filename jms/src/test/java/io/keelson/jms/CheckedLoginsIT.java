package io.keelson.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.base.subsystem.SubsystemFactory;
import io.keelson.kernel.naming.Naming;
import io.keelson.security.RealmEditor;
import io.keelson.testkit.TestServer;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSSecurityException;
import jakarta.jms.JMSSecurityRuntimeException;
import jakarta.jms.Queue;
import jakarta.jms.QueueConnectionFactory;
import jakarta.jms.TopicConnectionFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Applications of the server itself that name a user when they connect. */
@Timeout(60)
final class CheckedLoginsIT {
    private final Path directory;
    private TestServer server;

    CheckedLoginsIT(@TempDir Path directory) {
        this.directory = directory;
    }

    @BeforeEach
    void start() throws Exception {
        new RealmEditor(directory.resolve("security/realm"), 4_096, "keelson", List.of())
                .put("alice", "wonder land".toCharArray(), List.of());
        server = TestServer.builder()
                .directory(directory)
                .yaml("""
                        name: test
                        admin-server: AdminServer
                        servers:
                          AdminServer: {listen-port: 0}
                        jms-queues:
                          orders: {}
                        jms-connection-factories:
                          other: {}
                        """)
                .subsystems(ServiceLoader.load(SubsystemFactory.class).stream()
                        .map(ServiceLoader.Provider::get)
                        .filter(each -> !each.name().equals("data-sources"))
                        .toList())
                .start();
    }

    @AfterEach
    void close() {
        server.close();
    }

    private Object found(String name) throws Exception {
        return server.service(Naming.class).context().lookup(name);
    }

    @ParameterizedTest
    @CsvSource({"jms/DefaultJMSConnectionFactory", "jms/other"})
    void aUserOfTheRealmConnects(String name) throws Exception {
        ConnectionFactory factory = (ConnectionFactory) found(name);
        Queue orders = (Queue) found("jms/orders");
        try (JMSContext context = factory.createContext("alice", "wonder land")) {
            context.createProducer().send(orders, "hello");
            assertThat(context.createConsumer(orders).receiveBody(String.class, 10_000))
                    .isEqualTo("hello");
        }
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {"alice,wrong", "alice,''", "alice,-", "nobody,wonder land", "ALICE,wonder land"})
    void everybodyElseIsRefused(String user, String password) throws Exception {
        ConnectionFactory factory = (ConnectionFactory) found("jms/other");
        assertThatThrownBy(() -> factory.createConnection(user, password))
                .isInstanceOf(JMSSecurityException.class)
                .hasMessageContaining("'" + user + "'")
                .hasMessageNotContaining("wonder");
        assertThatThrownBy(() -> ((QueueConnectionFactory) factory).createQueueConnection(user, password))
                .isInstanceOf(JMSSecurityException.class);
        assertThatThrownBy(() -> ((TopicConnectionFactory) factory).createTopicConnection(user, password))
                .isInstanceOf(JMSSecurityException.class);
        assertThatThrownBy(() -> factory.createContext(user, password)).isInstanceOf(JMSSecurityRuntimeException.class);
    }

    @Test
    void withoutAUserTheApplicationConnects() throws Exception {
        ConnectionFactory factory = (ConnectionFactory) found("jms/other");
        try (Connection connection = factory.createConnection(null, null);
                Connection another = factory.createConnection()) {
            assertThat(connection.getMetaData().getJMSMajorVersion()).isEqualTo(3);
            assertThat(another.getClientID()).isNull();
        }
    }
}
