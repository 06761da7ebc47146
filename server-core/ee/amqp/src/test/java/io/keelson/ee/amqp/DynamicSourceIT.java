package io.keelson.ee.amqp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.testkit.TestServer;
import jakarta.jms.InvalidDestinationRuntimeException;
import jakarta.jms.JMSContext;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import org.apache.qpid.jms.JmsConnectionFactory;
import org.apache.qpid.proton.Proton;
import org.apache.qpid.proton.amqp.messaging.AmqpValue;
import org.apache.qpid.proton.amqp.messaging.Source;
import org.apache.qpid.proton.engine.Connection;
import org.apache.qpid.proton.engine.Delivery;
import org.apache.qpid.proton.engine.EndpointState;
import org.apache.qpid.proton.engine.Receiver;
import org.apache.qpid.proton.engine.Session;
import org.apache.qpid.proton.engine.Transport;
import org.apache.qpid.proton.message.Message;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A client that asks for a temporary source, as those of other languages do for replies. Proton's engine over a socket is the client. */
@Timeout(60)
final class DynamicSourceIT {
    private final Transport transport = Proton.transport();
    private final Connection connection = Proton.connection();
    private final byte[] read = new byte[65_536];

    /** Moves bytes in both directions until something has come. */
    private void until(Socket socket, BooleanSupplier come) throws Exception {
        while (!come.getAsBoolean()) {
            while (transport.pending() > 0) {
                ByteBuffer out = transport.head();
                byte[] bytes = new byte[out.remaining()];
                out.get(bytes);
                socket.getOutputStream().write(bytes);
                transport.pop(bytes.length);
            }
            if (come.getAsBoolean()) {
                return;
            }
            int length = socket.getInputStream().read(read, 0, Math.min(read.length, transport.capacity()));
            assertThat(length).as("bytes of the server").isPositive();
            transport.tail().put(read, 0, length);
            transport.process();
        }
    }

    @Test
    void isATemporaryQueueThatEndsWithItsLink(@TempDir Path directory) throws Exception {
        try (TestServer server =
                        TestServer.builder().directory(directory).yaml("""
                        name: test
                        admin-server: AdminServer
                        servers:
                          AdminServer:
                            listen-port: 0
                            amqp: {enabled: true, anonymous: true}
                        """).start();
                Socket socket = new Socket(
                        InetAddress.getLoopbackAddress(), server.address().getPort());
                JMSContext others = new JmsConnectionFactory(
                                "amqp://127.0.0.1:" + server.address().getPort() + "?amqp.saslMechanisms=ANONYMOUS")
                        .createContext()) {
            socket.setSoTimeout(20_000);
            connection.setContainer("a client");
            connection.open();
            transport.bind(connection);
            Session session = connection.session();
            session.open();
            Receiver receiver = session.receiver("replies");
            Source source = new Source();
            source.setDynamic(true);
            receiver.setSource(source);
            receiver.open();
            receiver.flow(10);
            until(socket, () -> receiver.getRemoteState() == EndpointState.ACTIVE);
            assertThat(receiver.getRemoteSource()).isInstanceOf(Source.class);
            String address = receiver.getRemoteSource().getAddress();
            assertThat(address).isNotEmpty();

            others.createProducer().send(others.createQueue(address), "an answer");
            until(
                    socket,
                    () -> receiver.current() != null && !receiver.current().isPartial());
            Delivery delivery = receiver.current();
            byte[] bytes = new byte[delivery.pending()];
            assertThat(receiver.recv(bytes, 0, bytes.length)).isEqualTo(bytes.length);
            Message message = Proton.message();
            message.decode(bytes, 0, bytes.length);
            assertThat(((AmqpValue) message.getBody()).getValue()).isEqualTo("an answer");

            receiver.close();
            until(socket, () -> receiver.getRemoteState() == EndpointState.CLOSED);
            assertThatThrownBy(() -> others.createProducer().send(others.createQueue(address), "too late"))
                    .isInstanceOf(InvalidDestinationRuntimeException.class);
        }
    }
}
