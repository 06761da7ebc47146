package io.keelson.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.admin.access.AuditFile;
import io.keelson.admin.access.AuditLog;
import io.keelson.admin.access.Auditor;
import io.keelson.admin.access.Gate;
import io.keelson.admin.access.Passwords;
import io.keelson.admin.access.RoleGroups;
import io.keelson.admin.access.SessionSettings;
import io.keelson.admin.access.Sessions;
import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.rest.Answer;
import io.keelson.admin.rest.Route;
import io.keelson.admin.rest.Router;
import io.keelson.base.thread.Threads;
import io.keelson.base.time.Ticker;
import io.keelson.base.work.WorkManager;
import io.keelson.kernel.management.Role;
import io.keelson.security.Realm;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every operation of a server times every role times no login. The operations are taken from the server; what each needs is
 * written down once more, in authorisation.csv, so that a new one without an entry, or one whose role has changed, fails.
 */
@Timeout(60)
class AuthorisationMatrixIT {
    /** What a probe answers in place of the operation. */
    private static final int PASSED = 299;

    private static final Map<String, Set<Role>> USERS = Map.of(
            "monitor", EnumSet.of(Role.MONITOR),
            "operator", EnumSet.of(Role.OPERATOR),
            "deployer", EnumSet.of(Role.DEPLOYER),
            "admin", EnumSet.of(Role.ADMIN),
            "both", EnumSet.of(Role.OPERATOR, Role.DEPLOYER),
            "guest", EnumSet.noneOf(Role.class));

    /** The groups that WebLogic has. */
    private static final Map<Role, String> GROUPS = Map.of(
            Role.MONITOR, "Monitors",
            Role.OPERATOR, "Operators",
            Role.DEPLOYER, "Deployers",
            Role.ADMIN, "Administrators");

    @TempDir
    static Path directory;

    private static RunningServer server;
    private static Router router;
    private static ManagementHandler probes;
    private static final ScheduledExecutorService scheduler = Threads.scheduler("test");

    @BeforeAll
    static void start() throws Exception {
        DomainDirectory domain = DomainDirectory.create(directory.resolve("domain"));
        for (Map.Entry<String, Set<Role>> user : USERS.entrySet()) {
            List<String> groups = user.getValue().stream().map(GROUPS::get).toList();
            domain.realm()
                    .put(
                            user.getKey(),
                            password(user.getKey()).toCharArray(),
                            groups.isEmpty() ? List.of("staff") : groups);
        }
        server = RunningServer.start(domain, Map.of());
        router = server.server().find(Router.class).orElseThrow();
        List<Route> probing = router.routes().stream()
                .map(route -> route.answeredBy(call -> Answer.empty(PASSED)))
                .toList();
        Passwords passwords = new Passwords(server.server().find(Realm.class), RoleGroups.standard(), Ticker.system());
        probes = new ManagementHandler(
                new Gate(
                        domain.token(),
                        domain.path(),
                        passwords,
                        new Sessions(SessionSettings.standard(), passwords, Ticker.system()),
                        List.of()),
                new Router(router.prefix(), probing),
                new Auditor(
                        new AuditLog(new AuditFile(directory.resolve("audit.log"), 1 << 20, 2), "s", Ticker.system())),
                new AtOnce(),
                scheduler,
                "server-1");
    }

    @AfterAll
    static void stop() throws Exception {
        scheduler.shutdownNow();
        server.close();
    }

    private static String password(String user) {
        return user + "'s pässword:1";
    }

    private static String basic(String user) {
        return "Basic "
                + Base64.getEncoder().encodeToString((user + ":" + password(user)).getBytes(StandardCharsets.UTF_8));
    }

    /** From operation to the least role, or {@code open}. */
    private static Map<String, String> written() throws IOException {
        Map<String, String> written = new TreeMap<>();
        try (InputStream in = AuthorisationMatrixIT.class.getResourceAsStream("authorisation.csv")) {
            new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#") && !line.isBlank())
                    .forEach(line -> {
                        String[] cells = line.split(",");
                        assertThat(written.put(cells[0] + " " + cells[1], cells[2]))
                                .as("twice: " + line)
                                .isNull();
                    });
        }
        return written;
    }

    private static String name(Route route) {
        return route.method() + " " + route.address();
    }

    @Test
    void everyOperationIsWrittenDownWithItsRole() throws IOException {
        Map<String, String> there = new TreeMap<>();
        for (Route route : router.routes()) {
            Role least = route.least();
            there.put(name(route), least == null ? "open" : least.text());
        }
        assertThat(there).isEqualTo(written()).isNotEmpty();
    }

    @Test
    void everyOperationLetsThoseThroughWhoMay() throws IOException {
        Map<String, String> written = written();
        for (Route route : router.routes()) {
            String least = written.get(name(route));
            assertThat(ask(route, null)).as("nobody: " + name(route)).isEqualTo(least.equals("open") ? PASSED : 401);
            assertThat(ask(route, authorization()))
                    .as("the token: " + name(route))
                    .isEqualTo(PASSED);
            for (Map.Entry<String, Set<Role>> user : USERS.entrySet()) {
                assertThat(ask(route, basic(user.getKey())))
                        .as(user.getKey() + ": " + name(route))
                        .isEqualTo(may(user.getValue(), least) ? PASSED : 403);
            }
        }
    }

    /** Said once more, in other words than the server's. */
    private static boolean may(Set<Role> roles, String least) {
        return switch (least) {
            case "open", "monitor" -> !roles.isEmpty();
            case "operator" -> roles.contains(Role.OPERATOR) || roles.contains(Role.ADMIN);
            case "deployer" -> roles.contains(Role.DEPLOYER) || roles.contains(Role.ADMIN);
            case "admin" -> roles.contains(Role.ADMIN);
            default -> throw new AssertionError("no such role: " + least);
        };
    }

    /** HEAD is asked for as GET is. */
    private static int ask(Route route, String authorization) throws IOException {
        int status = ask(route.method(), route, authorization);
        if (route.method().equals("GET")) {
            assertThat(ask("HEAD", route, authorization))
                    .as("HEAD " + route.address())
                    .isEqualTo(status);
        }
        return status;
    }

    private static int ask(String method, Route route, String authorization) {
        String target =
                router.prefix() + "/" + route.address().replace("**", "a/b").replace("*", "x");
        FakeExchange exchange = new FakeExchange(method, target);
        if (authorization != null) {
            exchange.header("Authorization", authorization);
        }
        probes.handle(exchange);
        return exchange.status;
    }

    /** The real thing, over a socket, for those that do no harm. */
    @Test
    void usersOfTheRealmComeInByBasic() throws Exception {
        assertThat(send("GET", "server", basic("monitor"))).isEqualTo(200);
        assertThat(send("GET", "server", basic("guest"))).isEqualTo(403);
        assertThat(send("GET", "security/users", basic("monitor"))).isEqualTo(403);
        assertThat(send("GET", "security/users", basic("admin"))).isEqualTo(200);
        assertThat(send("POST", "server/shutdown", basic("deployer"))).isEqualTo(403);
        assertThat(send("DELETE", "deployments/nothing", basic("operator"))).isEqualTo(403);
        assertThat(send("DELETE", "deployments/nothing", basic("deployer"))).isEqualTo(404);
        assertThat(send(
                        "GET",
                        "server",
                        "Basic " + Base64.getEncoder().encodeToString("admin:x".getBytes(StandardCharsets.UTF_8))))
                .isEqualTo(401);
        assertThat(send("GET", "nothing", null)).isEqualTo(401);
        assertThat(send("GET", "nothing", basic("guest"))).isEqualTo(403);
    }

    /** The version would be kept and the restart refused, and with it whatever else a deployer does with the application. */
    @Test
    void whoMayNotRestartServersPutsNoVersionForARollingRedeployment() throws Exception {
        String rolling = "domain/deployments/nothing?rolling=true";
        assertThat(send("PUT", rolling, basic("deployer"))).isEqualTo(403);
        assertThat(send("PUT", rolling, basic("operator"))).isEqualTo(403);
        assertThat(send("PUT", rolling, basic("both")))
                .as("there is no such application")
                .isEqualTo(404);
        assertThat(send("PUT", rolling, basic("admin"))).isEqualTo(404);
        assertThat(send("PUT", rolling.replace("true", "false"), basic("deployer")))
                .isEqualTo(404);
    }

    private static int send(String method, String path, String authorization) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://" + server.address() + "/management/v1/" + path))
                .method(method, HttpRequest.BodyPublishers.noBody());
        Optional.ofNullable(authorization).ifPresent(value -> request.header("Authorization", value));
        return HttpClient.newHttpClient()
                .send(request.build(), HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    @Test
    void aServerThatAsksForSomebodyHasTheirRightsOnly() {
        String token = authorization();
        assertThat(onBehalf(token, "al%C3%A4", "monitor", "GET", "server")).isEqualTo(PASSED);
        assertThat(onBehalf(token, "al%C3%A4", "monitor", "POST", "server/shutdown"))
                .isEqualTo(403);
        assertThat(onBehalf(token, "x", "deployer,operator", "POST", "server/shutdown"))
                .isEqualTo(PASSED);
        assertThat(onBehalf(token, "x", "deployer,operator", "GET", "security/users"))
                .isEqualTo(403);
        for (String bad : Arrays.asList("", "MONITOR", "root", "monitor;admin", null)) {
            assertThat(onBehalf(token, "x", bad, "GET", "server"))
                    .as("roles " + bad)
                    .isEqualTo(400);
        }
        assertThat(onBehalf(token, null, "admin", "GET", "server")).isEqualTo(400);
        assertThat(onBehalf(token, "%zz", "admin", "GET", "server")).isEqualTo(400);
        assertThat(onBehalf(basic("monitor"), "x", "admin", "GET", "security/users"))
                .as("only who has the token is believed")
                .isEqualTo(403);
    }

    private static String authorization() {
        try {
            return server.domain().token().authorization();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static int onBehalf(String authorization, String name, String roles, String method, String path) {
        FakeExchange exchange =
                new FakeExchange(method, router.prefix() + "/" + path).header("Authorization", authorization);
        if (name != null) {
            exchange.header("X-Keelson-Caller", name);
        }
        if (roles != null) {
            exchange.header("X-Keelson-Roles", roles);
        }
        probes.handle(exchange);
        return exchange.status;
    }

    /** Runs what it is offered at once, as a fake exchange does with what is handed over. */
    private static final class AtOnce implements WorkManager {
        @Override
        public String name() {
            return "administration";
        }

        @Override
        public boolean offer(Runnable work) {
            work.run();
            return true;
        }

        @Override
        public int load() {
            return 0;
        }
    }
}
