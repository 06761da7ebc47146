package io.keelson.ee.amqp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.security.RealmEditor;
import io.keelson.testkit.TestServer;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.JMSSecurityRuntimeException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.qpid.jms.JmsConnectionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Clients that log in at a server that asks for it, and those that do not, or send what is no AMQP. */
@Timeout(60)
final class AmqpLoginIT {
    private static final byte[] SASL = {'A', 'M', 'Q', 'P', 3, 1, 0, 0};
    private static final byte[] PLAIN_AMQP = {'A', 'M', 'Q', 'P', 0, 1, 0, 0};

    private final Path directory;
    private TestServer server;

    AmqpLoginIT(@TempDir Path directory) {
        this.directory = directory;
    }

    @BeforeEach
    void start() throws Exception {
        new RealmEditor(directory.resolve("security/realm"), 4_096, "keelson", List.of())
                .put("alice", "wonder land".toCharArray(), List.of());
        server = TestServer.builder().directory(directory).yaml("""
                        name: test
                        admin-server: AdminServer
                        servers:
                          AdminServer:
                            listen-port: 0
                            amqp: {enabled: true, login-timeout: 2s}
                        jms-queues:
                          orders: {}
                        """).start();
    }

    @AfterEach
    void stop() {
        try {
            logsIn(); // whatever was sent, others are served
        } finally {
            server.close();
        }
    }

    private JmsConnectionFactory factory(String options) {
        return new JmsConnectionFactory("amqp://127.0.0.1:" + server.address().getPort() + options);
    }

    private void logsIn() {
        try (JMSContext context = factory("").createContext("alice", "wonder land");
                JMSConsumer consumer = context.createConsumer(context.createQueue("orders"))) {
            context.createProducer().send(context.createQueue("orders"), "hello");
            assertThat(consumer.receiveBody(String.class, 10_000)).isEqualTo("hello");
        }
    }

    private Socket connect() throws IOException {
        Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), server.address().getPort());
        socket.setSoTimeout(20_000);
        return socket;
    }

    /** Reads until the server closes. */
    private static byte[] rest(Socket socket) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        try {
            InputStream in = socket.getInputStream();
            for (int b = in.read(); b >= 0; b = in.read()) {
                all.write(b);
            }
        } catch (SocketException e) {
            return all.toByteArray(); // closed while something was on its way
        }
        return all.toByteArray();
    }

    /** Returns a SASL frame with the performative init: its descriptor is 0x41. */
    private static byte[] init(String mechanism, byte[] response) {
        ByteArrayOutputStream list = new ByteArrayOutputStream();
        list.write(0xa3); // a symbol
        list.write(mechanism.length());
        list.writeBytes(mechanism.getBytes(StandardCharsets.US_ASCII));
        list.write(0xa0); // bytes
        list.write(response.length);
        list.writeBytes(response);
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        frame.writeBytes(new byte[] {0, 0, 0, (byte) (8 + 3 + 3 + list.size()), 2, 1, 0, 0});
        frame.writeBytes(new byte[] {0, 0x53, 0x41, (byte) 0xc0, (byte) (1 + list.size()), 2});
        frame.writeBytes(list.toByteArray());
        return frame.toByteArray();
    }

    /** Returns the code of the outcome among a server's bytes; -1: there is none. */
    private static int outcome(byte[] bytes) {
        for (int i = 0; i + 7 < bytes.length; i++) {
            if (bytes[i] == 0 && bytes[i + 1] == 0x53 && bytes[i + 2] == 0x44) {
                return bytes[i + 7]; // after the head of a list and the code of an octet
            }
        }
        return -1;
    }

    @Test
    void plainIsCheckedByTheRealm() {
        logsIn();
        for (String[] each :
                new String[][] {{"alice", "wonderland"}, {"alice", ""}, {"bob", "wonder land"}, {"", ""}}) {
            assertThatThrownBy(() -> factory("?amqp.saslMechanisms=PLAIN").createContext(each[0], each[1]))
                    .as("%s", Arrays.toString(each))
                    .isInstanceOf(JMSRuntimeException.class);
        }
        assertThatThrownBy(() -> factory("").createContext("alice", "wrong"))
                .isInstanceOf(JMSSecurityRuntimeException.class);
    }

    @Test
    void withoutALoginNobodyIsServed() throws Exception {
        assertThatThrownBy(() -> factory("").createContext()).isInstanceOf(JMSSecurityRuntimeException.class);
        for (byte[] each : List.of(
                init("ANONYMOUS", new byte[0]),
                init("EXTERNAL", new byte[0]),
                init("PLAIN", new byte[0]),
                init("PLAIN", "alice".getBytes(StandardCharsets.UTF_8)),
                init("PLAIN", "root\0alice\0wonder land".getBytes(StandardCharsets.UTF_8)),
                init("PLAIN", "\0alice\0wonder lan".getBytes(StandardCharsets.UTF_8)))) {
            try (Socket socket = connect()) {
                socket.getOutputStream().write(SASL);
                socket.getOutputStream().write(each);
                byte[] got = rest(socket);
                assertThat(outcome(got)).isEqualTo(1); // amqp: auth
                assertThat(new String(got, StandardCharsets.ISO_8859_1))
                        .contains("PLAIN")
                        .doesNotContain("ANONYMOUS");
            }
        }
        try (Socket socket = connect()) { // the raw frames of this test are good ones
            socket.getOutputStream().write(SASL);
            socket.getOutputStream().write(init("PLAIN", "\0alice\0wonder land".getBytes(StandardCharsets.UTF_8)));
            assertThat(outcome(rest(socket))).isZero();
        }
        try (Socket socket = connect()) {
            socket.getOutputStream().write(PLAIN_AMQP);
            assertThat(outcome(rest(socket))).isEqualTo(-1);
        }
        try (Socket socket = connect()) { // goes on as if it were in
            socket.getOutputStream().write(SASL);
            socket.getOutputStream().write(init("PLAIN", "\0alice\0wrong".getBytes(StandardCharsets.UTF_8)));
            socket.getOutputStream().write(PLAIN_AMQP);
            socket.getOutputStream()
                    .write(new byte[] {0, 0, 0, 16, 2, 0, 0, 0, 0, 0x53, 0x10, (byte) 0xc0, 4, 1, (byte) 0xa1, 0});
            String got = new String(rest(socket), StandardCharsets.ISO_8859_1);
            assertThat(got).doesNotContain("\0\u0053\u0010"); // no open
        }
    }

    @Test
    void whoDoesNotLogInInTimeIsClosed() throws Exception {
        try (Socket silent = connect();
                Socket dripping = connect()) {
            silent.getOutputStream().write(SASL);
            dripping.getOutputStream().write(SASL);
            byte[] frame = init("PLAIN", new byte[200]);
            boolean open = true;
            for (int i = 0; i < frame.length && open; i++) {
                try {
                    dripping.getOutputStream().write(frame[i]);
                    dripping.setSoTimeout(100);
                    for (int b = 0; b >= 0; ) {
                        b = dripping.getInputStream().read();
                    }
                    open = false;
                } catch (SocketTimeoutException e) {
                    open = true;
                } catch (IOException e) {
                    open = false;
                }
            }
            assertThat(open).isFalse();
            assertThat(outcome(rest(silent))).isEqualTo(-1);
        }
    }

    @Test
    void garbageEndsItsConnectionAlone() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 200; i++) {
            byte[] garbage = new byte[1 + random.nextInt(2_000)];
            random.nextBytes(garbage);
            try (Socket socket = connect()) {
                socket.getOutputStream().write(i % 2 == 0 ? SASL : PLAIN_AMQP);
                socket.getOutputStream().write(garbage);
                socket.shutdownOutput();
                assertThat(outcome(rest(socket))).as("seed %d", seed).isNotZero();
            } catch (SocketException e) {
                continue; // closed before it was written; any other exception fails
            }
        }
    }

    @Test
    void aFloodBeforeTheLoginIsCutOff() throws Exception {
        byte[] megabyte = new byte[1 << 20];
        for (byte[] start : List.of(
                new byte[] {0x7f, (byte) 0xff, (byte) 0xff, (byte) 0xff, 2, 1, 0, 0}, // a frame of 2 GiB
                new byte[] {0, 0, 2, 1, 2, 1, 0, 0}, // one byte more than SASL may have
                init("PLAIN", "\0alice\0wrong".getBytes(StandardCharsets.UTF_8)))) {
            try (Socket socket = connect()) {
                socket.getOutputStream().write(SASL);
                socket.getOutputStream().write(start);
                assertThatThrownBy(() -> {
                            for (int i = 0; i < 256; i++) { // more than the buffers of both sides take
                                socket.getOutputStream().write(megabyte);
                            }
                        })
                        .isInstanceOf(SocketException.class);
            }
        }
    }
}
