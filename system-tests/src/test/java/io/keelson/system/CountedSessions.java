package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Three servers with the example session-counter, and clients that use it, each a thread. */
final class CountedSessions {
    static final List<String> SERVERS = List.of("server-1", "server-2", "server-3");
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    /** Clients that ask without a pause would take all processor time from the servers, and show no more. */
    private static final long PAUSE_MILLIS = Long.getLong("keelson.pause", 20);

    private final List<CounterClient> clients = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicBoolean over = new AtomicBoolean();

    /** What a client does again and again. */
    interface Use {
        void once(CounterClient client) throws InterruptedException;
    }

    /** Starts the servers, and the balancer where the domain has one, deploys the example, and waits until the servers see one another. */
    static void start(LiveDomain domain, Path directory, boolean balancer, UnaryOperator<String> descriptor)
            throws Exception {
        List<String> all = new ArrayList<>(SERVERS);
        if (balancer) {
            all.add("balancer");
        }
        domain.launch(all.toArray(String[]::new));
        domain.awaitRunning(all.toArray(String[]::new));
        WarFile war = WarFile.ofExample("session-counter", directory.resolve("classes"), "WEB-INF/classes/");
        for (String file : List.of("web.xml", "weblogic.xml")) {
            war.text(
                    "WEB-INF/" + file,
                    descriptor.apply(
                            Files.readString(Path.of("../examples/session-counter/src/main/webapp/WEB-INF/" + file))));
        }
        for (String server : SERVERS) {
            domain.deploy(server, "counter", war);
        }
        awaitTogether(domain);
    }

    /** Starts a server again that ends or has ended, and waits until all servers have it among them. */
    static void startAgain(LiveDomain domain, String server) throws Exception {
        assertThat(domain.process(server).waitFor(60, TimeUnit.SECONDS)).isTrue();
        domain.forget(server);
        domain.launch(server);
        domain.awaitRunning(server);
        awaitTogether(domain);
    }

    /** Waits until the others have gone on without a server that gives no sign of life. */
    static void awaitGone(LiveDomain domain, String paused) {
        for (String each : SERVERS) {
            if (!each.equals(paused)) {
                await().atMost(PATIENCE)
                        .untilAsserted(() -> assertThat(
                                        domain.manage(each, "server/cluster").body())
                                .contains("\"missing\":[\"AdminServer\",\"" + paused + "\"]"));
            }
        }
    }

    /** Until then a session of one server cannot be had on another. */
    private static void awaitTogether(LiveDomain domain) {
        for (String each : SERVERS) { // the admin server does not run
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(
                                    domain.manage(each, "server/cluster").body())
                            .contains("\"missing\":[\"AdminServer\"]"));
        }
    }

    /** Returns what every server has as its address. */
    static Map<String, String> addresses(Function<String, String> address) {
        Map<String, String> addresses = new LinkedHashMap<>();
        SERVERS.forEach(server -> addresses.put(server, address.apply(server)));
        return addresses;
    }

    /** Begins to use sessions, and returns when each client has had some answers. */
    void begin(int count, Supplier<CounterClient> made, Use use) {
        for (int i = 0; i < count; i++) {
            CounterClient client = made.get();
            clients.add(client);
            Thread thread = new Thread(() -> use(client, use), "client-" + i);
            threads.add(thread);
            thread.start();
        }
        awaitAnswers(5);
    }

    private void use(CounterClient client, Use use) {
        try {
            while (!over.get()) {
                use.once(client);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits as a client does between two requests. */
    static void pause() throws InterruptedException {
        Thread.sleep(PAUSE_MILLIS);
    }

    List<CounterClient> clients() {
        return clients;
    }

    /** All answers so far. */
    int answers() {
        return clients.stream().mapToInt(CounterClient::answers).sum();
    }

    void awaitAnswers(int more) {
        List<Integer> before = clients.stream().map(CounterClient::answers).toList();
        await().atMost(PATIENCE).untilAsserted(() -> {
            for (int i = 0; i < clients.size(); i++) {
                assertThat(clients.get(i).problems()).isEmpty();
                assertThat(clients.get(i).answers()).isGreaterThanOrEqualTo(before.get(i) + more);
            }
        });
    }

    /** Lets the clients end, whatever has become of them. */
    void stop() throws InterruptedException {
        over.set(true);
        for (Thread thread : threads) {
            thread.join();
        }
    }

    void end() throws InterruptedException {
        stop();
        for (CounterClient client : clients) {
            assertThat(client.problems()).isEmpty();
        }
    }
}
