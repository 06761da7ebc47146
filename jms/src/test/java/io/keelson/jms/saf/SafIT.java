package io.keelson.jms.saf;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.base.subsystem.SubsystemFactory;
import io.keelson.jms.JmsSafRuntime;
import io.keelson.kernel.management.RuntimeState;
import io.keelson.kernel.naming.Naming;
import io.keelson.remoting.RemoteObjects;
import io.keelson.remoting.spi.RemoteCaller;
import io.keelson.remoting.spi.ScramRealm;
import io.keelson.security.Realm;
import io.keelson.security.RealmEditor;
import io.keelson.security.ScramVerifier;
import io.keelson.testkit.TestServer;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.Destination;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.Message;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Store and forward between the servers of two domains in one process. */
@Timeout(120)
final class SafIT {
    private static final long SOON = 20_000;

    private final Path directory;
    private final int port;
    private TestServer local;
    private TestServer remote;

    SafIT(@TempDir Path directory) throws IOException {
        this.directory = directory;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
    }

    @AfterEach
    void close() {
        if (local != null) {
            local.close();
        }
        if (remote != null) {
            remote.close();
        }
    }

    private static TestServer start(Path domain, String yaml) throws Exception {
        return TestServer.builder()
                .directory(domain)
                .yaml(yaml)
                .subsystems(ServiceLoader.load(SubsystemFactory.class).stream()
                        .map(ServiceLoader.Provider::get)
                        .filter(each -> !each.name().equals("data-sources")) // it needs the deployer
                        .toList())
                .start();
    }

    private void startRemote() throws Exception {
        remote = start(directory.resolve("remote"), """
                name: remote
                admin-server: AdminServer
                servers:
                  AdminServer: {listen-port: %d, listen-address: 127.0.0.1}
                jms-queues:
                  orders: {}
                jms-topics:
                  prices: {}
                """.formatted(port));
    }

    private void stopRemote() {
        remote.close();
        remote = null;
    }

    /** The users of a realm, as the distribution gives them to the native protocol. */
    private record Users(Realm realm) implements ScramRealm {
        @Override
        public Verifier verifier(String user) {
            return verifier(realm.scramVerifier(user));
        }

        @Override
        public Optional<RemoteCaller> authenticate(String user, Predicate<Verifier> proof) {
            return realm.authenticateByScram(user, each -> proof.test(verifier(each)))
                    .map(caller -> new RemoteCaller(caller.principal(), caller.groups()));
        }

        private static Verifier verifier(ScramVerifier of) {
            return new Verifier(of.iterations(), of.salt(), of.storedKey(), of.serverKey());
        }
    }

    /** Does the same as {@link #startLocal}, with a login. */
    private void startLocal(String user, String password) throws Exception {
        local = start(directory.resolve("local"), """
                name: local
                admin-server: AdminServer
                servers:
                  AdminServer: {listen-port: 0}
                saf:
                  head-office:
                    provider-url: keelson://127.0.0.1:%d
                    user: %s
                    password: "%s"
                    retry-delay-minimum: 100ms
                    retry-delay-maximum: 500ms
                    destinations:
                      to-office: {remote-destination: orders}
                """.formatted(port, user, password));
    }

    private void startLocal() throws Exception {
        local = start(directory.resolve("local"), """
                name: local
                admin-server: AdminServer
                servers:
                  AdminServer: {listen-port: 0}
                jms-queues:
                  late: {}
                saf:
                  head-office:
                    provider-url: keelson://127.0.0.1:%d
                    retry-delay-minimum: 100ms
                    retry-delay-maximum: 500ms
                    window-size: 20
                    destinations:
                      to-office: {remote-destination: orders}
                      to-prices: {remote-destination: prices, topic: true}
                      hasty: {remote-destination: orders, time-to-live: 1ms, error-handling: redirect, error-destination: late}
                """.formatted(port));
    }

    private static ConnectionFactory factory(TestServer of) throws Exception {
        return (ConnectionFactory) of.service(Naming.class).context().lookup("jms/DefaultJMSConnectionFactory");
    }

    private static Destination destination(TestServer of, String name) throws Exception {
        return (Destination) of.service(Naming.class).context().lookup("jms/" + name);
    }

    private JmsSafRuntime state(String name) {
        return local.service(RuntimeState.class).of("jms-saf").orElseThrow().stream()
                .map(JmsSafRuntime.class::cast)
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private void send(String to, List<String> texts) throws Exception {
        try (JMSContext context = factory(local).createContext()) {
            for (String each : texts) {
                context.createProducer()
                        .setPriority(each.hashCode() & 7)
                        .setProperty("text", each)
                        .send(destination(local, to), each);
            }
        }
    }

    private static List<String> drain(TestServer of, String queue) throws Exception {
        List<String> all = new ArrayList<>();
        try (JMSContext context = factory(of).createContext();
                JMSConsumer consumer = context.createConsumer(destination(of, queue))) {
            for (Message each = consumer.receive(2_000); each != null; each = consumer.receive(300)) {
                all.add(each.getBody(String.class));
                assertThat(each.getStringProperty("text")).isEqualTo(each.getBody(String.class));
            }
        }
        return all;
    }

    private static List<String> numbers(int from, int to) {
        return IntStream.range(from, to).mapToObj(each -> "m" + each).toList();
    }

    @Test
    void messagesArriveAtQueuesAndTopicsOfTheOtherDomain() throws Exception {
        startRemote();
        startLocal();
        try (JMSContext context = factory(remote).createContext();
                JMSConsumer prices = context.createConsumer(destination(remote, "prices"))) {
            send("to-office", List.of("one", "two"));
            send("to-prices", List.of("three"));
            assertThat(prices.receiveBody(String.class, SOON)).isEqualTo("three");
        }
        Awaitility.await().until(() -> state("to-office").forwarded() == 2);
        assertThat(drain(remote, "orders")).containsExactlyInAnyOrder("one", "two");
        Awaitility.await()
                .untilAsserted(() -> assertThat(state("to-office").waiting()).isZero());
        assertThat(state("to-prices").remote()).isEqualTo("topic prices");
        assertThat(state("to-office").failures()).isZero();
    }

    @Test
    void messagesWaitWhileTheLoginIsRefusedAndAreNotLost() throws Exception {
        new RealmEditor(directory.resolve("remote/security/realm"), 4_096, "keelson", List.of())
                .put("alice", "wonder land".toCharArray(), List.of());
        startRemote();
        remote.service(RemoteObjects.class).realm(new Users(remote.service(Realm.class)));
        startLocal("alice", "mistaken");
        send("to-office", numbers(0, 5));
        Awaitility.await().until(() -> state("to-office").failing());
        assertThat(state("to-office").waiting()).isEqualTo(5);
        assertThat(state("to-office").lastFailure())
                .contains("password is wrong")
                .doesNotContain("mistaken");
        assertThat(drain(remote, "orders")).isEmpty();

        local.close();
        startLocal("alice", "wonder land");
        Awaitility.await().until(() -> state("to-office").waiting() == 0);
        assertThat(drain(remote, "orders")).containsExactlyInAnyOrderElementsOf(numbers(0, 5));
        assertThat(state("to-office").failing()).isFalse();
    }

    @Test
    void messagesWaitForTheOtherDomainAndForTheServersOwnRestart() throws Exception {
        startLocal();
        send("to-office", numbers(0, 20));
        Awaitility.await().until(() -> state("to-office").failing());
        assertThat(state("to-office").state()).isEqualTo("retrying");
        assertThat(state("to-office").waiting()).isEqualTo(20);
        assertThat(state("to-office").lastFailure()).isNotEmpty();
        local.close();
        startLocal();
        send("to-office", numbers(20, 30));
        startRemote();
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> state("to-office").waiting() == 0);
        assertThat(drain(remote, "orders")).containsExactlyInAnyOrderElementsOf(numbers(0, 30));
        assertThat(state("to-office").failing()).isFalse();
    }

    @Test
    void restartsOfEitherSideLoseAndDoubleNothing() throws Exception {
        int count = 3_000;
        startRemote();
        startLocal();
        Thread sender = new Thread(() -> {
            try {
                send("to-office", numbers(0, count / 2));
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        sender.start();
        Awaitility.await().until(() -> state("to-office").forwarded() > 50);
        stopRemote();
        sender.join();
        Awaitility.await().until(() -> state("to-office").failing());
        startRemote();
        Awaitility.await().until(() -> state("to-office").forwarded() > count / 4);
        local.close();
        startLocal();
        send("to-office", numbers(count / 2, count));
        stopRemote();
        startRemote();
        Awaitility.await()
                .atMost(Duration.ofSeconds(40))
                .until(() -> state("to-office").waiting() == 0);
        assertThat(drain(remote, "orders")).containsExactlyInAnyOrderElementsOf(numbers(0, count));
    }

    @Test
    void whatHasWaitedTooLongGoesToTheErrorDestination() throws Exception {
        startLocal();
        send("hasty", List.of("too late"));
        Awaitility.await().until(() -> state("hasty").failing());
        startRemote();
        Awaitility.await().until(() -> state("hasty").waiting() == 0);
        assertThat(drain(local, "late")).containsExactly("too late");
        assertThat(drain(remote, "orders")).isEmpty();
    }
}
