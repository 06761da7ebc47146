package io.keelson.admin.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.keelson.admin.rest.RecordCollections;
import io.keelson.base.config.DataSize;
import io.keelson.base.log.LogForm;
import io.keelson.base.log.LogSettings;
import io.keelson.base.log.Logging;
import io.keelson.base.log.Severity;
import io.keelson.base.time.Ticker;
import io.keelson.kernel.config.ConfigurationException;
import io.keelson.kernel.config.ConfigurationReader;
import io.keelson.kernel.config.DomainConfiguration;
import io.keelson.kernel.config.DomainFile;
import io.keelson.kernel.config.Model;
import io.keelson.kernel.config.Overrides;
import io.keelson.kernel.config.Problem;
import io.keelson.kernel.management.RuntimeState;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class WatchesTest {
    @TempDir
    Path directory;

    private final List<Pump> pumps = new CopyOnWriteArrayList<>();
    private final List<JsonObject> told = new CopyOnWriteArrayList<>();
    private final List<String> images = new CopyOnWriteArrayList<>();
    private final RuntimeState rooms = new RuntimeState();
    private final Watches watches = new Watches(
            "server-1",
            "shop",
            new RecordCollections(rooms),
            Ticker.system(),
            (message, alarm) -> told.add(alarm),
            new Notices(
                    (watch, alarm) -> {
                        images.add(watch + " " + alarm.getString("state"));
                        return directory;
                    },
                    List.of(Duration.ofMillis(50), Duration.ofMillis(50))));

    /** Where it stands. */
    public record Place(String town, long height) {}

    /** A pump. */
    public record Pump(String name, long litres, long most, Duration rest, Optional<Place> place, double load) {}

    WatchesTest() {
        rooms.add("pumps", Pump.class, () -> pumps);
        pumps.add(new Pump("a", 3, 10, Duration.ofSeconds(2), Optional.empty(), Double.NaN));
        pumps.add(new Pump("b", 3, 0, Duration.ofSeconds(2), Optional.of(new Place("Ulm", 480)), 0.5));
    }

    @AfterEach
    void close() {
        watches.close();
    }

    private static DomainConfiguration read(String yaml) throws ConfigurationException {
        return new ConfigurationReader(Model.of(WatchSettings.class, WebhookSettings.class))
                .read(
                        DomainFile.parse(Path.of("domain.yaml"), yaml + "servers: {server-1: {}}\n"),
                        "server-1",
                        new Overrides(Map.of(), Map.of(), Set.of()));
    }

    private static String watch(String when, String... more) {
        return "watches:\n  w:\n    when: '" + when + "'\n    alarm: none\n"
                + (more.length == 0 ? "" : "    " + String.join("\n    ", more) + "\n");
    }

    private boolean holds(String when) throws Exception {
        watches.prepare(read(watch(when)));
        watches.commit();
        watches.turn();
        return watches.runtimes().get(0).state() == WatchRuntime.State.ALARM;
    }

    @Test
    void itLooksAtWhatTheServerDoes() throws Exception {
        assertThat(holds("pumps.litres > 2")).isTrue();
        assertThat(holds("pumps.litres > 3")).isFalse();
        assertThat(holds("pumps[name=b].rest >= 2s")).isTrue();
        assertThat(holds("pumps[name=b].rest-millis >= 2000")).isTrue();
        assertThat(holds("pumps[name=c].rest >= 2s")).isFalse();
        assertThat(holds("pumps.litres / most >= 0.3")).isTrue();
        assertThat(holds("pumps[name=b].litres / most >= 0.3")).as("by nothing").isFalse();
        assertThat(holds("pumps.place.town = Ulm")).isTrue();
        assertThat(holds("pumps.place.height > 480")).isFalse();
        assertThat(holds("pumps.name != a")).isTrue();
        assertThat(holds("pumps[name=a].load < 1")).as("no figure as yet").isFalse();
        assertThat(holds("pumps.load < 1")).isTrue();
        assertThat(watches.runtimes().get(0).value()).contains("b: 0.500");
    }

    @Test
    void whatTheRecordsDoNotHaveIsRefused() throws Exception {
        assertThatThrownBy(() -> holds("pumps.litre > 2"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("watches.w.when: 'pumps' has no 'litre'; it has name, litres, most, rest, place, load");
        assertThatThrownBy(() -> holds("pumps[colour=red].litres > 2")).hasMessageContaining("no 'colour'");
        assertThatThrownBy(() -> holds("pumps.name.length > 2")).hasMessageContaining("no 'length'");
        assertThatThrownBy(() -> holds("pumps.litres / mostly > 2")).hasMessageContaining("no 'mostly'");
        assertThat(holds("fans.speed > 1")).isFalse();
        assertThat(watches.runtimes().get(0).state()).isEqualTo(WatchRuntime.State.UNKNOWN);
        assertThat(watches.runtimes().get(0).problem()).contains("this server has no state 'fans'");
    }

    @Test
    void whatIsWrongInTheFileHasItsPlace() {
        assertThat(problems(watch("pumps.litres > many")))
                .containsExactly(
                        "domain.yaml:3:11: watches.w.when: at character 16: expected a number, a duration or a size");
        assertThat(problems(watch("event revision", "holds-for: 5s")).toString())
                .contains("domain.yaml:5:16: watches.w.holds-for: ", "leave holds-for out");
        assertThat(problems(watch("pumps.litres > 1", "webhooks: [nobody]")).toString())
                .contains("nobody");
        assertThat(problems("webhooks:\n  h:\n    url: ftp://x/y\n"))
                .containsExactly(
                        "domain.yaml:3:10: webhooks.h.url: expected an address that begins with http:// or https://"
                                + " and names a host");
        assertThat(problems("webhooks:\n  h:\n    url: http://x/y z\n").toString())
                .contains("at character 11");
    }

    private static List<String> problems(String yaml) {
        try {
            read(yaml);
            return List.of();
        } catch (ConfigurationException e) {
            return e.problems().stream().map(Problem::toString).toList();
        }
    }

    @Test
    void aChangeKeepsWhatTheOthersHaveSeen() throws Exception {
        String both = "watches:\n  v:\n    when: pumps.litres > 2\n  w:\n    when: pumps.litres > ";
        watches.start(read(both + "2\n"));
        watches.turn();
        assertThat(watches.runtimes()).allMatch(each -> each.triggered() == 1);
        watches.prepare(read(both + "1\n"));
        watches.rollback();
        watches.commit();
        assertThat(watches.runtimes()).allMatch(each -> each.triggered() == 1);
        watches.prepare(read(both + "1\n    severity: error\n"));
        watches.commit();
        assertThat(watches.runtimes()).extracting(WatchRuntime::triggered).containsExactly(1L, 0L);
        assertThat(watches.reset("v")).isTrue();
        assertThat(watches.reset("v")).isFalse();
        assertThatThrownBy(() -> watches.reset("x")).hasMessageContaining("[v, w]");
        watches.prepare(read("watches:\n  v:\n    when: pumps.litres > 2\n    servers: []\n    enabled: false\n"));
        watches.commit();
        assertThat(watches.runtimes()).isEmpty();
    }

    @Test
    void itHearsOfEvents() throws Exception {
        watches.start(read(watch("event state state = FAILED")));
        watches.event(
                "state", Json.createObjectBuilder().add("state", "RUNNING").build());
        watches.event(
                "restart", Json.createObjectBuilder().add("state", "FAILED").build());
        watches.event("state", Json.createObjectBuilder().add("state", "FAILED").build());
        watches.event(
                "state",
                Json.createObjectBuilder().add("state", "FAILED").add("n", 2).build());
        watches.turn();
        watches.turn();
        assertThat(told)
                .extracting(alarm -> alarm.getString("value"))
                .containsExactly("state {\"state\":\"FAILED\"} (and 1 more)");
    }

    @Test
    void itReadsTheLogButNotWhatItSaysItself() throws Exception {
        LogSettings settings = new LogSettings(
                Severity.INFO,
                Map.of(),
                LogForm.OFF,
                LogForm.JSON,
                Path.of("server.log"),
                DataSize.parse("1MiB"),
                1,
                false,
                100);
        try (Logging log = Logging.configure(settings, directory, Ticker.system())) {
            watches.start(read("watches:\n  all: {when: log severity >= WARN, alarm: none, severity: error}\n"
                    + "  one: {when: log exception contains Illegal and logger = test.a, alarm: none}\n"));
            Logger.getLogger("test.a.b").warn("first", new IllegalStateException("so"));
            Logger.getLogger("test.ab").warn("second", new IllegalStateException("so"));
            Logger.getLogger("test.a").info("third");
            for (int i = 0; i < 5; i++) {
                watches.turn();
            }
            assertThat(told)
                    .extracting(alarm -> alarm.getString("watch") + ": " + alarm.getString("value"))
                    .containsExactlyInAnyOrder("all: first (and 1 more)", "one: first");
            assertThat(log.dropped()).isZero();
        }
        assertThat(Files.readString(directory.resolve("server.log")))
                .contains(
                        "\"severity\":\"ERROR\",\"logger\":\"io.keelson.admin.watch\"",
                        "KLS-141092",
                        "The watch all on server-1 has triggered (log severity >= WARN): first (and 1 more)");
    }

    /** Somebody who listens over HTTP, and answers as the path says. */
    private record Receiver(HttpServer server, List<String> heard) implements AutoCloseable {
        static Receiver start() throws IOException {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            List<String> heard = new CopyOnWriteArrayList<>();
            server.createContext("/", exchange -> {
                String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
                String path = exchange.getRequestURI().getPath();
                heard.add(exchange.getRequestMethod() + " " + path + " "
                        + exchange.getRequestHeaders().getFirst("Authorization") + " "
                        + exchange.getRequestHeaders().getFirst("X-Team") + " "
                        + exchange.getRequestHeaders().getFirst("Content-Type") + " " + body);
                long before = heard.stream().filter(each -> each.contains(path)).count();
                boolean fails = path.equals("/never") || path.equals("/second") && before == 1;
                exchange.sendResponseHeaders(fails ? 500 : path.equals("/elsewhere") ? 302 : 204, -1);
                exchange.close();
            });
            server.start();
            return new Receiver(server, heard);
        }

        String url(String path) {
            return "http://127.0.0.1:" + server.getAddress().getPort() + path;
        }

        long count(String path) {
            return heard.stream()
                    .filter(each -> each.contains(" " + path + " "))
                    .count();
        }

        @Override
        public void close() {
            server.stop(0);
        }
    }

    @Test
    void othersAreToldOverHttp() throws Exception {
        try (Receiver receiver = Receiver.start()) {
            watches.start(read("webhooks:\n"
                    + "  good: {url: '" + receiver.url("/good")
                    + "', authorization: Bearer abc, headers: {X-Team: night}}\n"
                    + "  second: {url: '" + receiver.url("/second") + "'}\n"
                    + "  never: {url: '" + receiver.url("/never") + "'}\n"
                    + "  elsewhere: {url: '" + receiver.url("/elsewhere") + "'}\n"
                    + "  nobody: {url: 'http://127.0.0.1:9/', timeout: 100ms}\n"
                    + watch(
                            "pumps[name=a].litres > 2",
                            "webhooks: [nobody, never, elsewhere, second, good]",
                            "image: true",
                            "severity: info")));
            watches.turn();
            await().until(() -> receiver.count("/never") == 3 && receiver.count("/elsewhere") == 3);
            await().until(() -> receiver.count("/second") == 2 && receiver.count("/good") == 1);
            assertThat(receiver.heard())
                    .anySatisfy(heard -> assertThat(heard)
                            .startsWith(
                                    "POST /good Bearer abc night application/json {\"watch\":\"w\",\"server\":\"server-1\","
                                            + "\"domain\":\"shop\",\"state\":\"ALARM\",\"severity\":\"INFO\"")
                            .contains("\"value\":\"a: 3\""));
            await().until(() -> images.equals(List.of("w ALARM")));

            pumps.set(0, new Pump("a", 1, 10, Duration.ZERO, Optional.empty(), 0));
            watches.turn();
            await().until(() -> receiver.heard().stream()
                    .anyMatch(heard -> heard.startsWith("POST /good") && heard.contains("\"state\":\"OVER\"")));
            assertThat(images).hasSize(1);
            assertThat(new WebhookSettings("http://x/", "Bearer abc", Map.of(), Duration.ofSeconds(1)).toString())
                    .doesNotContain("abc");
        }
    }

    @Test
    void itLooksByItselfWhileThereAreWatches() throws Exception {
        watches.start(read(watch("pumps.litres > 5")));
        pumps.set(0, new Pump("a", 7, 10, Duration.ZERO, Optional.empty(), 0));
        await().until(() -> told.size() == 1);
        watches.prepare(read("watches: {}\n"));
        watches.commit();
        await().until(() -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().equals("keelson.management.Watches")));
    }
}
