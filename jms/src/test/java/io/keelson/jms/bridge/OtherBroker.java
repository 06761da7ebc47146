package io.keelson.jms.bridge;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.server.JournalType;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/** Another provider in this process: Apache Artemis with a journal, on a port that it keeps over restarts. */
final class OtherBroker implements AutoCloseable {
    /** Its audit has a line for each message. */
    private static final Logger AUDIT = Logger.getLogger("org.apache.activemq.audit");

    static {
        AUDIT.setLevel(Level.OFF);
    }

    private final Path directory;
    private final int port;
    private EmbeddedActiveMQ broker;

    OtherBroker(Path directory) throws IOException {
        this.directory = directory;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
    }

    OtherBroker start() throws Exception {
        Configuration configuration = new ConfigurationImpl()
                .setSecurityEnabled(false)
                .setPersistenceEnabled(true)
                .setJournalType(JournalType.NIO)
                .setJournalFileSize(1 << 20)
                .setJournalMinFiles(2)
                .setJournalBufferTimeout_NIO(100_000) // nanoseconds; each write waits for it
                .setJournalDirectory(directory.resolve("journal").toString())
                .setBindingsDirectory(directory.resolve("bindings").toString())
                .setLargeMessagesDirectory(directory.resolve("large").toString())
                .setPagingDirectory(directory.resolve("paging").toString())
                .addAcceptorConfiguration("tcp", url())
                .addAddressSetting(
                        "#", new AddressSettings().setMaxDeliveryAttempts(-1).setRedeliveryDelay(0));
        for (String each : List.of("in", "out")) {
            configuration.addQueueConfiguration(
                    QueueConfiguration.of(each).setAddress(each).setRoutingType(RoutingType.ANYCAST));
        }
        broker = new EmbeddedActiveMQ().setConfiguration(configuration);
        broker.start();
        return this;
    }

    String url() {
        return "tcp://127.0.0.1:" + port;
    }

    ConnectionFactory factory() throws JMSException {
        return new ActiveMQConnectionFactory(url());
    }

    void stop() throws Exception {
        broker.stop();
    }

    /** Takes the texts of messages until there is none for a moment. */
    List<String> drain(String queue) throws JMSException {
        List<String> all = new ArrayList<>();
        try (ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory(url());
                JMSContext context = factory.createContext();
                JMSConsumer consumer = context.createConsumer(context.createQueue(queue))) {
            for (Message each = consumer.receive(2_000); each != null; each = consumer.receive(500)) {
                all.add(each.getBody(String.class));
            }
        }
        return all;
    }

    /** The beginning of a bridge's end in domain.yaml, indented by eight. */
    String end(String queue) {
        return """
                connection-factory: factory
                        destination: %s
                        jndi-properties:
                          java.naming.factory.initial: org.apache.activemq.artemis.jndi.ActiveMQInitialContextFactory
                          java.naming.provider.url: %s
                          connectionFactory.factory: %s?type=XA_CF
                          queue.%s: %s
                """.formatted(queue, url(), url(), queue, queue);
    }

    @Override
    public void close() throws Exception {
        stop();
    }
}
