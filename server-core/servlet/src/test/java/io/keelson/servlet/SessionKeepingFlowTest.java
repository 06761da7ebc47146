package io.keelson.servlet;

import static io.keelson.servlet.TestWeb.servlet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.keelson.deploy.spi.DeploymentException;
import io.keelson.servlet.fixture.FakeExchange;
import io.keelson.servlet.fixture.Said;
import io.keelson.servlet.session.MemorySessionStore;
import io.keelson.servlet.spi.SessionHost;
import io.keelson.servlet.spi.SessionState;
import io.keelson.servlet.spi.SessionStore;
import io.keelson.servlet.spi.SessionStoreProvider;
import io.keelson.servlet.spi.SessionUnreachableException;
import io.keelson.servlet.spi.StoreStatus;
import io.keelson.servlet.spi.StoreType;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpSessionActivationListener;
import jakarta.servlet.http.HttpSessionEvent;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests who keeps the sessions of an application, and what the container does with a store that is not its own. */
class SessionKeepingFlowTest {
    private static final List<String> EVENTS = new CopyOnWriteArrayList<>();
    private static final AtomicReference<HttpSession> KEPT = new AtomicReference<>();

    @TempDir
    Path directory;

    private TestWeb web;
    private final Keeper keeper = new Keeper();

    @BeforeEach
    void make() {
        EVENTS.clear();
        web = new TestWeb(directory).keeper(keeper);
    }

    @AfterEach
    void stop() {
        web.close();
    }

    /** Makes one store that the test looks into. */
    private static final class Keeper implements SessionStoreProvider {
        private Wanted wanted;
        private Outlasting made;

        @Override
        public Set<StoreType> types() {
            return Set.of(StoreType.FILE, StoreType.REPLICATED);
        }

        @Override
        public SessionStore make(Wanted wanted) throws DeploymentException {
            this.wanted = wanted;
            if ("bad".equals(wanted.directory())) {
                throw new DeploymentException("that directory is bad");
            }
            made = new Outlasting();
            return made;
        }
    }

    /** Memory that is told to be more. */
    private static final class Outlasting implements SessionStore {
        private final MemorySessionStore memory = new MemorySessionStore();
        private SessionHost host;
        private boolean away;

        @Override
        public void open(SessionHost host) {
            this.host = host;
            EVENTS.add("open");
        }

        @Override
        public boolean persistent() {
            return true;
        }

        @Override
        public SessionState find(String id) {
            if (away) {
                throw new SessionUnreachableException("away", null);
            }
            return memory.find(id);
        }

        @Override
        public boolean add(SessionState session) {
            return memory.add(session);
        }

        @Override
        public void rename(String oldId, SessionState session) {
            memory.rename(oldId, session);
        }

        @Override
        public void remove(String id) {
            memory.remove(id);
        }

        @Override
        public void requestEnds(SessionState session) {
            EVENTS.add("changed " + session.takeChanges());
        }

        @Override
        public Collection<SessionState> local() {
            return memory.local();
        }

        @Override
        public void bringIdle() {
            EVENTS.add("bring");
        }

        @Override
        public StoreStatus status() {
            return StoreStatus.available(StoreType.FILE);
        }

        @Override
        public void close() {
            memory.local().forEach(host::willPassivate);
            EVENTS.add("close");
        }
    }

    public static final class Uses extends HttpServlet {
        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
            HttpSession session = request.getSession();
            switch (request.getParameter("do")) {
                case "text" -> session.setAttribute("a", "1");
                case "object" -> {
                    try {
                        session.setAttribute("a", new Object());
                    } catch (IllegalArgumentException e) {
                        response.getWriter().print(e.getMessage());
                    }
                }
                case "listener" -> session.setAttribute("a", new Told());
                case "keep" -> KEPT.set(session);
                default -> response.getWriter().print(session.getAttribute("a"));
            }
        }
    }

    public static final class Told implements HttpSessionActivationListener, java.io.Serializable {
        private static final long serialVersionUID = 1L;

        @Override
        public void sessionWillPassivate(HttpSessionEvent event) {
            EVENTS.add("passivate " + (event.getSession().getAttribute("a") == this));
            event.getSession().setAttribute("passivated", "yes");
            throw new IllegalStateException("keeps nobody from anything");
        }

        @Override
        public void sessionDidActivate(HttpSessionEvent event) {
            EVENTS.add("activate");
        }
    }

    private TestWeb deploy(String session, String elements) throws Exception {
        web.file(
                "WEB-INF/weblogic.xml",
                "<weblogic-web-app>\n<session-descriptor>\n" + session + "</session-descriptor></weblogic-web-app>");
        return web.deploy(servlet("s", Uses.class, "/s") + elements);
    }

    private static final String FILE = "<persistent-store-type>file</persistent-store-type>";

    @ParameterizedTest
    @CsvSource({
        "memory, false, ",
        "replicated_if_clustered, false, ",
        "async-replicated-if-clustered, false, ",
        "replicated_if_clustered, true, REPLICATED",
        "replicated-if-clustered, true, REPLICATED",
        "file, false, FILE"
    })
    void theStoreIsTheOneThatWeblogicXmlNames(String type, boolean clustered, StoreType made) throws Exception {
        web.sessions(SessionSettings.MEMORY, clustered);
        deploy("<persistent-store-type>" + type + "</persistent-store-type>", "");
        assertThat(keeper.wanted == null ? null : keeper.wanted.type()).isEqualTo(made);
        assertThat(web.get("/shop/s?do=text").response().status()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cache|false|persistent-store-type cache cannot be had: this server does not keep sessions so; it has memory,"
                        + " replicated, file",
                "jdbc|true|persistent-store-type jdbc cannot be had: this server does not keep sessions so",
                "async-replicated|false|a member of no cluster; async_replicated_if_clustered would be memory here",
                "async-replicated-if-clustered|true|this server does not keep sessions so",
                "tape|false|there is no persistent-store-type 'tape'; there are memory, replicated, replicated_if_clustered",
            })
    void whatCannotBeHadRefusesTheDeploymentWithItsPlace(String type, boolean clustered, String why) {
        web.sessions(SessionSettings.MEMORY, clustered);
        assertThatExceptionOfType(DeploymentException.class)
                .isThrownBy(() -> deploy("<persistent-store-type>" + type + "</persistent-store-type>", ""))
                .withMessageStartingWith("WEB-INF/weblogic.xml:3:")
                .withMessageContaining(why);
    }

    @Test
    void whatTheProviderRefusesHasThePlaceToo() {
        assertThatExceptionOfType(DeploymentException.class)
                .isThrownBy(() -> deploy(FILE + "<persistent-store-dir>bad</persistent-store-dir>", ""))
                .withMessageStartingWith("WEB-INF/weblogic.xml:3:")
                .withMessageContaining("that directory is bad");
    }

    @Test
    void whatIsSetInAKeptSessionThatHasLeftIsSaidOnce() throws Exception {
        try (Said said = new Said()) {
            deploy(FILE, "");
            web.get("/shop/s?do=keep");
            HttpSession kept = KEPT.getAndSet(null);
            kept.setAttribute("early", "1");
            SessionState state = keeper.made.local().iterator().next();
            state.put("told", new Told());
            assertThat(state.retire()).isTrue();
            keeper.made.host.willPassivate(state);
            kept.setAttribute("late", "2");
            kept.removeAttribute("late");
            assertThat(said.messages())
                    .filteredOn(line -> line.contains("change is lost"))
                    .singleElement()
                    .asString()
                    .contains("/shop", "'late'");
        }
    }

    private static SessionSettings domain(StoreType type) {
        SessionSettings.Rules usual = SessionSettings.MEMORY.sessions();
        return new SessionSettings(new SessionSettings.Rules(
                type,
                "dir",
                17,
                "jdbc/of-the-domain",
                usual.persistentStoreTable(),
                usual.persistentSessionFlushInterval(),
                usual.persistentSessionFlushThreshold(),
                usual.persistentAsyncQueueTimeout()));
    }

    @Test
    void whereRowsAreAndWhenTheyAreWritten() throws Exception {
        web.sessions(domain(StoreType.FILE), false);
        deploy("", "");
        assertThat(keeper.wanted.dataSource()).isEqualTo("jdbc/of-the-domain");
        assertThat(keeper.wanted.table()).isEqualTo("wl_servlet_sessions");
        assertThat(keeper.wanted.delay())
                .isEqualTo(new SessionStoreProvider.Delay(Duration.ofSeconds(60), 10_000, Duration.ofSeconds(30)));
        web.close();
        web = new TestWeb(directory).keeper(keeper);
        deploy(
                FILE + "<persistent-data-source-jndi-name>jdbc/own</persistent-data-source-jndi-name>"
                        + "<persistent-store-table>own</persistent-store-table>"
                        + "<persistent-session-flush-interval>5</persistent-session-flush-interval>"
                        + "<persistent-session-flush-threshold>6</persistent-session-flush-threshold>"
                        + "<persistent-async-queue-timeout>7</persistent-async-queue-timeout>",
                "");
        assertThat(keeper.wanted.dataSource()).isEqualTo("jdbc/own");
        assertThat(keeper.wanted.table()).isEqualTo("own");
        assertThat(keeper.wanted.delay())
                .isEqualTo(new SessionStoreProvider.Delay(Duration.ofSeconds(5), 6, Duration.ofSeconds(7)));
        web.close();
        web = new TestWeb(directory).keeper(keeper);
        deploy(FILE + "<persistent-store-pool>pool-of-old</persistent-store-pool>", "");
        assertThat(keeper.wanted.dataSource()).isEqualTo("pool-of-old");
    }

    @Test
    void theDomainSaysWhereTheApplicationDoesNot() throws Exception {
        web.sessions(domain(StoreType.FILE), false);
        deploy("", "");
        assertThat(keeper.wanted.directory()).isEqualTo("dir");
        assertThat(keeper.wanted.mostInMemory()).isEqualTo(17);
        web.close();
        web = new TestWeb(directory).sessions(domain(StoreType.CACHE), false);
        assertThatExceptionOfType(DeploymentException.class)
                .isThrownBy(() -> web.deploy(servlet("s", Uses.class, "/s")))
                .withMessageStartingWith("domain.yaml, servlet.sessions: ");
        web = new TestWeb(directory);
    }

    @Test
    void howManyStayInMemory() throws Exception {
        deploy(FILE + "<cache-size>5</cache-size>", "");
        assertThat(keeper.wanted.mostInMemory()).isEqualTo(5);
        web.close();
        web = new TestWeb(directory).keeper(keeper);
        deploy(FILE + "<cache-size>5</cache-size><max-in-memory-sessions>1</max-in-memory-sessions>", "");
        assertThat(keeper.wanted.mostInMemory()).isEqualTo(1);
        web.get("/shop/s?do=text");
        assertThat(web.get("/shop/s?do=text").response().status())
                .as("more of them are no error: the store takes them")
                .isEqualTo(200);
    }

    @Test
    void theEndOfTheApplicationEndsNoSession() throws Exception {
        deploy(FILE, "");
        web.get("/shop/s?do=listener");
        web.close();
        assertThat(EVENTS).containsExactly("open", "changed [a]", "passivate true", "close");
        assertThat(keeper.made.memory.local()).allMatch(SessionState::valid);
    }

    /** 7.7.2. */
    @Test
    void aDistributableApplicationMayKeepOnlyWhatCanMove() throws Exception {
        deploy(FILE, "<distributable/>");
        assertThat(web.get("/shop/s?do=object").response().text())
                .startsWith("the session attribute 'a' is a java.lang.Object, which is not serializable");
        assertThat(web.get("/shop/s?do=text").response().status()).isEqualTo(200);
        web.close();
        web = new TestWeb(directory).keeper(keeper);
        deploy(FILE, "");
        assertThat(web.get("/shop/s?do=object").response().text()).isEmpty();
    }

    @Test
    void aSessionThatCannotBeReachedIsNoNewOne() throws Exception {
        deploy(FILE, "");
        keeper.made.away = true;
        FakeExchange answer =
                web.send(new FakeExchange("GET", "/shop/s?do=look").header("Cookie", "JSESSIONID=somewhere"));
        assertThat(answer.response().status()).isEqualTo(503);
        assertThat(answer.response().headers().get("Retry-After")).isEqualTo("2");
        assertThat(answer.response().headers().get("Set-Cookie")).isNull();
    }

    @Test
    void theStoreIsLookedThroughAsOftenAsTheApplicationSays() throws Exception {
        deploy(FILE + "<invalidation-interval-secs>20</invalidation-interval-secs>", "");
        web.pass(Duration.ofSeconds(19));
        assertThat(EVENTS).doesNotContain("bring");
        web.pass(Duration.ofSeconds(1));
        assertThat(EVENTS).contains("bring");
        List<String> before = new ArrayList<>(EVENTS);
        web.pass(Duration.ofSeconds(20));
        assertThat(EVENTS).hasSize(before.size() + 1);
    }
}
