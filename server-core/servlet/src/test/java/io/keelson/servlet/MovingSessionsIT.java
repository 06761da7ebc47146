package io.keelson.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.deploy.Deployer;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.targets.AssignedApplications;
import io.keelson.deploy.targets.Assignment;
import io.keelson.deploy.targets.TargetSettings.StageMode;
import io.keelson.servlet.spi.SessionState;
import io.keelson.servlet.spi.SessionStore;
import io.keelson.servlet.spi.SessionStoreProvider;
import io.keelson.servlet.spi.SessionStores;
import io.keelson.servlet.spi.SessionUnreachableException;
import io.keelson.servlet.spi.StoreType;
import io.keelson.testkit.TestServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two versions of an application of the domain whose sessions go from server to server: which are looked up, and by whom they are served.
 */
@Timeout(120)
class MovingSessionsIT {
    @TempDir
    Path directory;

    private final Set<String> elsewhere = ConcurrentHashMap.newKeySet();
    private final AtomicInteger asked = new AtomicInteger();
    private volatile boolean unreachable;
    private TestServer server;
    private AssignedApplications applications;

    /** A session that is elsewhere comes here when it is asked for; nobody sees it before. */
    private final class Moving implements SessionStore {
        private final Map<String, SessionState> sessions = new ConcurrentHashMap<>();

        @Override
        public boolean sideBySide() {
            return true;
        }

        @Override
        public @Nullable SessionState find(String id) {
            asked.incrementAndGet();
            if (unreachable && elsewhere.contains(id)) {
                throw new SessionUnreachableException("it is on its way", null);
            }
            elsewhere.remove(id);
            return sessions.get(id);
        }

        @Override
        public @Nullable SessionState findHere(String id) {
            return elsewhere.contains(id) ? null : sessions.get(id);
        }

        @Override
        public boolean add(SessionState session) {
            return sessions.putIfAbsent(session.id(), session) == null;
        }

        @Override
        public void rename(String oldId, SessionState session) {
            sessions.put(session.id(), session);
            sessions.remove(oldId);
        }

        @Override
        public void remove(String id) {
            sessions.remove(id);
        }

        @Override
        public void requestEnds(SessionState session) {
            session.dropChanges();
        }

        @Override
        public Collection<SessionState> local() {
            return sessions.values();
        }

        @Override
        public void close() {
            sessions.clear();
        }
    }

    @BeforeEach
    void start() throws Exception {
        server = TestServer.builder()
                .yaml("name: test\nservers:\n  AdminServer:\n    listen-port: 0\n")
                .start();
        applications = server.service(AssignedApplications.class);
        server.service(SessionStores.class).add(new SessionStoreProvider() {
            @Override
            public Set<StoreType> types() {
                return Set.of(StoreType.REPLICATED);
            }

            @Override
            public SessionStore make(Wanted wanted) {
                return new Moving();
            }
        });
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private Path war(String release, String descriptor) throws Exception {
        Path war = Files.createDirectories(directory.resolve("war" + release));
        Path classes = Files.createDirectories(war.resolve("WEB-INF/classes/io/keelson/servlet/webapp"));
        Path servlet = classes.resolve("ReleaseServlet.class");
        if (!Files.exists(servlet)) {
            Files.copy(
                    Path.of(MovingSessionsIT.class.getResource("webapp").toURI())
                            .resolve("ReleaseServlet.class"),
                    servlet);
        }
        Files.writeString(
                war.resolve("WEB-INF/web.xml"),
                "<web-app xmlns=\"https://jakarta.ee/xml/ns/jakartaee\" version=\"6.1\"><context-param><param-name>release"
                        + "</param-name><param-value>" + release + "</param-value></context-param>" + descriptor
                        + "</web-app>");
        Files.writeString(
                war.resolve("WEB-INF/weblogic.xml"),
                "<weblogic-web-app><session-descriptor><persistent-store-type>replicated</persistent-store-type>"
                        + "</session-descriptor></weblogic-web-app>");
        return war;
    }

    private void assign(@Nullable String version, boolean beside, String descriptor) throws Exception {
        String release = version == null ? "none" : version;
        applications.deploy(
                new Assignment(
                        "shop",
                        version,
                        "shop.war",
                        "0".repeat(64),
                        StageMode.NOSTAGE,
                        war(release, descriptor),
                        null,
                        "",
                        true,
                        false,
                        false,
                        beside),
                directory.resolve("war" + release));
    }

    private void turn(String to) throws Exception {
        assign(to, true, "");
        applications.activate("shop@" + to);
    }

    /** A client that keeps the session's id itself. */
    private final class Visitor {
        private final HttpClient client = HttpClient.newHttpClient();
        private String id = "";

        String get(String query) throws Exception {
            return send(HttpRequest.newBuilder(server.uri("/shop/release" + query)));
        }

        String post(int bytes) throws Exception {
            return send(HttpRequest.newBuilder(server.uri("/shop/release"))
                    .POST(HttpRequest.BodyPublishers.ofByteArray(new byte[bytes])));
        }

        private String send(HttpRequest.Builder request) throws Exception {
            request.timeout(Duration.ofSeconds(60));
            if (!id.isEmpty()) {
                request.header("Cookie", "JSESSIONID=" + id);
            }
            HttpResponse<String> answer = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
            answer.headers()
                    .firstValue("Set-Cookie")
                    .ifPresent(cookie -> id = cookie.substring("JSESSIONID=".length(), cookie.indexOf(';')));
            return answer.statusCode() == 200
                    ? answer.body().replaceAll(" shop.*", "")
                    : "status " + answer.statusCode();
        }

        /** Has its session go to another server. */
        Visitor away() {
            elsewhere.add(id);
            return this;
        }
    }

    private Visitor visitor(String version) throws Exception {
        Visitor visitor = new Visitor();
        assertThat(visitor.get("?count")).isEqualTo(version + " 1");
        return visitor;
    }

    @Test
    void aSessionThatIsElsewhereIsServedByItsVersion() throws Exception {
        assign("1", false, "");
        Visitor old = visitor("1");
        turn("2");
        Visitor fresh = visitor("2");
        assertThat(old.id).matches(".{43}~.{6}");
        assertThat(old.id.substring(43)).isNotEqualTo(fresh.id.substring(43));
        assertThat(old.away().get("?count")).isEqualTo("1 2");
        assertThat(old.get("?count")).as("it is here").isEqualTo("1 3");
        assertThat(old.away().post(300_000)).isEqualTo("1 4 300000");
        assertThat(fresh.away().get("?count")).isEqualTo("2 2");
        // In the URL, too; and a login stays in its version.
        String url = ";jsessionid=" + old.away().id;
        assertThat(new Visitor().get(url + "?count")).isEqualTo("1 5");
        assertThat(old.away().get("?again")).isEqualTo("1 1");
        assertThat(old.away().get("?count")).isEqualTo("1 2");

        // Who has none any more is a new client, whatever the cookie has.
        assertThat(old.away().get("?end")).isEqualTo("1 -");
        assertThat(old.get("?count")).isEqualTo("2 1");
        assertThat(old.get("?count")).isEqualTo("2 2");
        assertThat(old.id).endsWith(fresh.id.substring(43));
        Visitor liar = new Visitor();
        liar.id = "nonsense!1!2";
        assertThat(liar.get("?count")).isEqualTo("2 1");
    }

    @Test
    void onlyWhatMayBeTheOtherVersionsIsLookedUp() throws Exception {
        assign("1", false, "");
        Visitor old = visitor("1");
        turn("2");
        Visitor fresh = visitor("2");
        assertThat(new Visitor().get("")).isEqualTo("2 -");
        asked.set(0);
        assertThat(fresh.get("")).isEqualTo("2 1");
        int own = asked.get();
        assertThat(fresh.away().get("")).isEqualTo("2 1");
        assertThat(asked.get()).as("as often as without another version").isEqualTo(2 * own);
        asked.set(0);
        assertThat(old.away().get("")).isEqualTo("1 1");
        assertThat(asked.get()).isEqualTo(own + 1);
    }

    @Test
    void aSessionThatCannotBeHadNowIsNotReplacedByAnother() throws Exception {
        assign("1", false, "");
        Visitor old = visitor("1");
        turn("2");
        String id = old.away().id;
        unreachable = true;
        assertThat(old.get("?count")).isEqualTo("status 503");
        assertThat(old.id).isEqualTo(id);
        unreachable = false;
        assertThat(old.get("?count")).isEqualTo("1 2");
    }

    @Test
    void sessionsWithoutAMarkAreThoseOfTheApplicationThatHadNoVersion() throws Exception {
        assign(null, false, "");
        Visitor old = visitor("none");
        assertThat(old.id).doesNotContain("~");
        turn("2");
        assertThat(old.away().get("?count")).isEqualTo("none 2");
        assertThat(visitor("2").away().get("?count")).isEqualTo("2 2");
        applications.remove("shop");
        assertThat(old.get("?count")).isEqualTo("2 1");
    }

    @Test
    void beforeTheTurnSessionsOfTheVersionThatComesAreFoundAlready() throws Exception {
        assign("1", false, "");
        turn("2");
        Visitor second = visitor("2");
        // As a server that has not turned yet sees the client of one that has.
        applications.activate("shop@1");
        assertThat(second.away().get("?count")).isEqualTo("2 2");
        assertThat(new Visitor().get("")).isEqualTo("1 -");
        assertThat(server.service(Deployer.class).applications().stream()
                        .map(one -> one.version() + " " + one.state())
                        .toList())
                .isEqualTo(List.of("1 RUNNING", "2 RETIRING"));
        assertThat(applications.users("shop@2")).isEqualTo(1);
    }

    @Test
    void whatHasNoIdToMarkIsRefused() throws Exception {
        assign("1", false, "");
        Visitor old = visitor("1");
        assertThatThrownBy(
                        () -> assign("2", true, "<session-config><tracking-mode>SSL</tracking-mode></session-config>"))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("tracked by TLS");
        assertThat(old.away().get("?count")).isEqualTo("1 2");
    }
}
