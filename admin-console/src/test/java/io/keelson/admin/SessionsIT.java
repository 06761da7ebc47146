package io.keelson.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.admin.cli.CommandLineUser;
import io.keelson.admin.domain.DomainDirectory;
import io.keelson.base.subsystem.Services;
import io.keelson.base.subsystem.Subsystem;
import io.keelson.base.subsystem.SubsystemFactory;
import io.keelson.kernel.spi.session.SessionBudget;
import io.keelson.kernel.spi.session.SessionBudget.Cost;
import io.keelson.kernel.spi.session.SessionBudget.Knee;
import io.keelson.kernel.spi.session.SessionReports;
import io.keelson.kernel.spi.session.SessionSight;
import io.keelson.kernel.spi.session.SessionSight.Attribute;
import io.keelson.kernel.spi.session.SessionSight.Content;
import io.keelson.kernel.spi.session.SessionSight.Holding;
import io.keelson.kernel.spi.session.SessionSight.Move;
import io.keelson.kernel.spi.session.SessionSight.Where;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests what management and the command line say of sessions, on a server that runs and has a few. */
@Timeout(120)
class SessionsIT {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final String CREATED = "2026-01-01T10:00:00Z";

    @TempDir
    Path directory;

    /** Two applications have a session {@code twice}, one has one that has ended. */
    private static final class Known implements SessionReports, SubsystemFactory, Subsystem {
        @Override
        public boolean doubtful() {
            return false;
        }

        @Override
        public List<Sight> look(String id) {
            Content content = new Content(
                    Optional.of("alice\u001b[2J of Ümeå"),
                    Optional.of(CREATED),
                    Optional.of("2026-01-01T10:05:00Z"),
                    Optional.of("2026-01-01T11:05:00Z"),
                    false,
                    true,
                    OptionalLong.of(600),
                    List.of(
                            new Attribute("cart", "com.example.Cart", OptionalLong.of(600)),
                            new Attribute("socket", "java.net.Socket", OptionalLong.empty())));
            if (id.equals("ended")) {
                return List.of(Sight.of(
                        "shop",
                        "replicated",
                        new SessionSight(
                                new Where(
                                        Holding.ENDED,
                                        Optional.empty(),
                                        Optional.empty(),
                                        OptionalLong.of(2),
                                        OptionalLong.empty(),
                                        false),
                                Content.NONE,
                                List.of())));
            }
            if (!id.equals("twice")) {
                return List.of();
            }
            Where where = new Where(
                    Holding.PRIMARY,
                    Optional.of("AdminServer"),
                    Optional.of("server-2"),
                    OptionalLong.of(3),
                    OptionalLong.of(17),
                    false);
            return List.of(
                    Sight.of(
                            "shop",
                            "replicated",
                            new SessionSight(
                                    where,
                                    content,
                                    List.of(
                                            new Move(
                                                    CREATED,
                                                    "copy",
                                                    Optional.empty(),
                                                    Optional.of("AdminServer"),
                                                    OptionalLong.of(2),
                                                    "server-1 chose this server for the copy"),
                                            new Move(
                                                    "2026-01-01T10:04:00Z",
                                                    "session",
                                                    Optional.of("server-1"),
                                                    Optional.of("AdminServer"),
                                                    OptionalLong.of(3),
                                                    "server-1 left in good order")))),
                    Sight.of(
                            "blog",
                            "memory",
                            new SessionSight(
                                    Where.of(Holding.MEMORY, OptionalLong.empty(), true), content, List.of())));
        }

        @Override
        public List<SessionBudget> budgets(String application) {
            return switch (application) {
                case "shop" ->
                    List.of(budget(new Knee(OptionalLong.of(600), Optional.empty(), 300, 6_000, 0.35, MINUTE)));
                case "quiet" ->
                    List.of(budget(new Knee(OptionalLong.empty(), Optional.of("it rests"), 0, 0, 0, Duration.ZERO)));
                default -> List.of();
            };
        }

        private static SessionBudget budget(Knee knee) {
            return new SessionBudget(
                    "shop",
                    "/shop",
                    "replicated",
                    400,
                    OptionalLong.of(40_000),
                    1_000,
                    60_000,
                    List.of(
                            new Cost(
                                    "cart", "com.example.Cart", 1_000, 500, 50_000, 50_000, 50, 50_000 / 60_000.0, 900),
                            new Cost("n", "java.lang.Integer", 10, 10, 10_000, 0, 10, 10_000 / 60_000.0, 1)),
                    knee);
        }

        @Override
        public List<String> kept() {
            return List.of("carried");
        }

        @Override
        public String name() {
            return "known-sessions";
        }

        @Override
        public Set<Class<?>> provides() {
            return Set.of(SessionReports.class);
        }

        @Override
        public Subsystem create(Services services) {
            services.publish(SessionReports.class, this);
            return this;
        }
    }

    @Test
    void areShownWithoutTheirValues() throws Exception {
        DomainDirectory domain = DomainDirectory.create(directory.resolve("domain"));
        try (RunningServer server = RunningServer.start(domain, Map.of(), List.of(new Known()))) {
            CommandLineUser user = new CommandLineUser(domain.path());
            assertThat(user.run("session", "inspect", "twice")).as(user.err()).isZero();
            assertThat(user.out().lines().toList())
                    .containsExactly(
                            "Session of blog (memory) \"alice?[2J of Ümeå\"",
                            "  created 2026-01-01T10:00:00Z, last request 2026-01-01T10:05:00Z, expires 2026-01-01T11:05:00Z, a user is"
                                    + " logged in",
                            "  AdminServer       MEMORY       (a crash now would lose something)",
                            "  2 attributes, 600 bytes:",
                            "    cart                                600  com.example.Cart",
                            "    socket                                -  java.net.Socket",
                            "Session of shop (replicated) \"alice?[2J of Ümeå\"",
                            "  created 2026-01-01T10:00:00Z, last request 2026-01-01T10:05:00Z, expires 2026-01-01T11:05:00Z, a user is"
                                    + " logged in",
                            "  AdminServer       PRIMARY      epoch 3  version 17  copy on server-2",
                            "  2 attributes, 600 bytes:",
                            "    cart                                600  com.example.Cart",
                            "    socket                                -  java.net.Socket",
                            "  last: 2026-01-01T10:04:00Z  session  epoch 3  server-1 -> AdminServer  server-1 left in good order");
            assertThat(user.run("session", "inspect", "twice", "--json")).isZero();
            assertThat(user.out())
                    .startsWith(
                            "{\"sessions\":[{\"server\":\"AdminServer\",\"application\":\"shop\",\"store-type\":\"replicated\","
                                    + "\"where\":{\"holding\":\"PRIMARY\",\"primary\":\"AdminServer\","
                                    + "\"secondary\":\"server-2\",\"epoch\":3,"
                                    + "\"version\":17,\"at-risk\":false}")
                    .endsWith("\"not-asked\":[]}\n");

            assertThat(user.run("session", "trace", "twice")).isZero();
            assertThat(user.out())
                    .contains("It has not moved.")
                    .contains(
                            "  2026-01-01T10:00:00Z  copy     epoch 2  - -> AdminServer  server-1 chose this server for the copy\n"
                                    + "  2026-01-01T10:04:00Z  session  epoch 3  server-1 -> AdminServer  server-1 left in good order");
            assertThat(user.run("session", "trace", "twice", "--json", "--server", "AdminServer"))
                    .isZero();
            assertThat(user.out())
                    .contains("{\"application\":\"blog\",\"moves\":[]}")
                    .contains("\"seen-by\":\"AdminServer\"");

            assertThat(user.run("session", "inspect", "ended")).isEqualTo(1);
            assertThat(user.err()).contains("The session has ended.");
            assertThat(user.run("session", "trace", "nobody")).isEqualTo(1);
            assertThat(user.err())
                    .contains("No server that was asked knows a session of that id.")
                    .contains("The sessions of carried are kept by their clients");
            assertThat(user.run("session", "inspect", "twice", "--server", "server-9"))
                    .isEqualTo(1);
            assertThat(user.err()).contains("has no server 'server-9'");
            assertThat(post(server, "{\"id\":\"\"}")).isEqualTo(400);
            assertThat(post(server, "{\"id\":7}")).isEqualTo(400);
            assertThat(post(server, "no json")).isEqualTo(400);
        }
    }

    @Test
    void whatTheyCostIsShownByAttribute() throws Exception {
        DomainDirectory domain = DomainDirectory.create(directory.resolve("domain"));
        try (RunningServer server = RunningServer.start(domain, Map.of(), List.of(new Known()))) {
            CommandLineUser user = new CommandLineUser(server.domain().path());
            assertThat(user.run("session", "budget", "shop")).as(user.err()).isZero();
            assertThat(user.out().lines().toList())
                    .containsExactly(
                            "AdminServer: shop at /shop (replicated)",
                            "  400 sessions in memory, 40000 bytes; 1000 requests, 60000 bytes of attributes sent",
                            "    attribute                           set    changed         sent    unchanged    a request  share",
                            "    cart                               1000        500        50000        50000         50.0   83 %",
                            "    n                                    10         10        10000            0         10.0   17 %",
                            "  About 600 sessions in use are expected to be the most: 300 have used 35 % of the "
                                    + "processors in the last 60 s.");
            assertThat(user.run("session", "budget", "quiet")).isZero();
            assertThat(user.out()).contains("The knee cannot be told: it rests.");
            assertThat(user.run("session", "budget", "shop", "--json")).isZero();
            assertThat(user.out())
                    .startsWith(
                            "{\"budgets\":[{\"server\":\"AdminServer\",\"application\":\"shop\",\"context-root\":\"/shop\"")
                    .contains("\"unchanged-bytes\":50000", "\"window-millis\":60000")
                    .endsWith("\"not-asked\":[]}\n");
            assertThat(user.run("session", "budget", "no such")).isEqualTo(1);
            assertThat(user.err()).contains("No server that was asked has a web application 'no such'.");
        }
    }

    private static int post(RunningServer server, String body) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(
                                        "http://" + server.address() + "/management/v1/server/sessions/look"))
                                .header("Authorization", server.domain().token().authorization())
                                .header("Content-Type", "application/json")
                                .POST(HttpRequest.BodyPublishers.ofString(body))
                                .build(),
                        HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }
}
