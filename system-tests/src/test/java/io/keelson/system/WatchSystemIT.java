package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import javax.management.Notification;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Watches of a domain: made while it runs, seen and ended from wherever they are shown. */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
class WatchSystemIT {
    private static final Duration LONGEST = Duration.ofSeconds(20);

    @TempDir
    Path parent;

    @Test
    void serversTellWhatTheyWereToldToLookFor() throws Exception {
        List<String> posted = new CopyOnWriteArrayList<>();
        HttpServer receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/", exchange -> {
            posted.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        receiver.start();
        try (LiveDomain domain = LiveDomain.create(parent, 1)) {
            domain.launch("AdminServer", "server-1");
            domain.awaitRunning("AdminServer", "server-1");
            wrongOnesAreRefused(domain);
            try (Attached managed = Attached.to(domain, "server-1")) {
                await().atMost(LONGEST).until(() -> managed.has("type=server"));
                List<Notification> heard = new CopyOnWriteArrayList<>();
                managed.beans()
                        .addNotificationListener(
                                managed.name("type=server"), (told, back) -> heard.add(told), null, null);
                String url = "http://127.0.0.1:" + receiver.getAddress().getPort() + "/";
                set(domain, "webhooks.here.url", url);
                set(domain, "watches.threads.when", "process.threads > 1");
                set(domain, "watches.threads.alarm", "manual-reset");
                set(domain, "watches.threads.holds-for", "1s");
                set(domain, "watches.threads.image", "true");
                set(domain, "watches.threads.webhooks", "[\"here\"]");
                assertThat(domain.cli("config", "activate").exit()).isZero();

                await().atMost(LONGEST)
                        .until(() -> posted.size() == 2
                                && heard.stream()
                                        .anyMatch(told -> String.valueOf(told.getUserData())
                                                .contains("\"watch\":\"threads\"")));
                assertThat(posted)
                        .anyMatch(told -> told.contains("\"server\":\"AdminServer\""))
                        .anyMatch(told -> told.contains("\"server\":\"server-1\"") && told.contains("\"ALARM\""));
                assertThat(domain.output("server-1"))
                        .contains("KLS-141091", "The watch threads on server-1 has triggered (process.threads > 1)");
                await().atMost(LONGEST).until(() -> domain.output("server-1").contains("KLS-141095"));
                theImageHasNoSecrets(domain);

                LiveServer.Said list = domain.cli("watch", "list");
                assertThat(list.text()).containsPattern("server-1 +threads +ALARM +WARN +1 ");
                assertThat((String) managed.get("type=runtime,collection=watches,name=threads", "State"))
                        .isEqualTo("ALARM");
                assertThat(domain.manage("AdminServer", "metrics").body())
                        .contains("keelson_watches_state{is=\"ALARM\",name=\"threads\"");
                assertThat(managed.beans()
                                .invoke(
                                        managed.name("type=runtime,collection=watches,name=threads"),
                                        "reset",
                                        null,
                                        null))
                        .isEqualTo(true);
                await().atMost(LONGEST)
                        .until(() -> posted.stream()
                                .anyMatch(
                                        told -> told.contains("\"OVER\"") && told.contains("\"server\":\"server-1\"")));
                assertThat(domain.cli("watch", "reset", "threads", "--server", "AdminServer")
                                .text())
                        .contains("is ended on AdminServer");
            }
            assertThat(domain.cli("config", "remove", "watches.threads", "--activate")
                            .exit())
                    .isZero();
            assertThat(domain.cli("watch", "list").text()).contains("No server watches anything.");
        } finally {
            receiver.stop(0);
        }
    }

    private static void set(LiveDomain domain, String path, String value) throws Exception {
        LiveServer.Said said = domain.cli("config", "set", path, value);
        assertThat(said.exit()).as(said.text()).isZero();
    }

    private static void wrongOnesAreRefused(LiveDomain domain) throws Exception {
        assertThat(domain.cli("config", "set", "watches.wrong.when", "process.heap >", "--activate")
                        .text())
                .contains("watches.wrong.when: at character 15: expected a number");
        domain.cli("config", "discard");
        assertThat(domain.cli("config", "set", "watches.wrong.when", "process.heat > 5", "--activate")
                        .text())
                .contains("watches.wrong.when: 'process' has no 'heat'; it has uptime-seconds, heap-used-bytes");
        domain.cli("config", "discard");
        assertThat(Files.readString(domain.directory().resolve("domain.yaml"))).doesNotContain("watches");
    }

    private static void theImageHasNoSecrets(LiveDomain domain) throws Exception {
        Path directory = domain.directory().resolve("servers/server-1/diagnostics");
        List<Path> images;
        try (Stream<Path> files = Files.list(directory)) {
            images = files.toList();
        }
        assertThat(images).hasSize(1);
        try (ZipFile zip = new ZipFile(images.get(0).toFile())) {
            assertThat(zip.stream().map(Object::toString))
                    .containsExactly("alarm.json", "threads.txt", "state.json", "log.jsonl", "configuration.json");
            assertThat(read(zip, "threads.txt")).contains("keelson.management.Watches");
            assertThat(read(zip, "state.json")).contains("\"data-sources\"");
            assertThat(read(zip, "configuration.json")).contains("\"threads\":{\"when\":\"process.threads > 1\"");
        }
    }

    private static String read(ZipFile zip, String name) throws Exception {
        return new String(zip.getInputStream(zip.getEntry(name)).readAllBytes(), StandardCharsets.UTF_8);
    }
}
