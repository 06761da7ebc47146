package io.keelson.session.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import io.keelson.servlet.session.SessionListeners;
import io.keelson.servlet.session.Sessions;
import io.keelson.servlet.session.VersionMark;
import io.keelson.servlet.session.WebSession;
import io.keelson.servlet.spi.SessionAnnex;
import io.keelson.servlet.spi.StoreType;
import io.keelson.session.cluster.MemoryServers.Server;
import io.keelson.session.store.TestHost;
import io.keelson.testkit.ManualTicker;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpSessionAttributeListener;
import jakarta.servlet.http.HttpSessionBindingEvent;
import jakarta.servlet.http.HttpSessionBindingListener;
import java.io.Serializable;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests what a room keeps with a session, on two servers. */
@Timeout(60)
class SessionAnnexTest {
    private static final List<String> HEARD = Collections.synchronizedList(new ArrayList<>());

    private final MemoryServers servers = new MemoryServers(false);
    private final List<ReplicatedStore> stores = new ArrayList<>();
    private final List<String> attributes = new ArrayList<>();
    private Server a;
    private Server b;
    private Sessions here;
    private Sessions there;

    /** A value of the application's classes, as an instance of a bean is. */
    private static final class Bean implements Serializable, HttpSessionBindingListener {
        private static final long serialVersionUID = 1;

        private final String name;

        Bean(String name) {
            this.name = name;
        }

        @Override
        public void valueBound(HttpSessionBindingEvent event) {
            HEARD.add("+" + name);
        }

        @Override
        public void valueUnbound(HttpSessionBindingEvent event) {
            HEARD.add("-" + name);
        }
    }

    @BeforeEach
    void start() throws Exception {
        HEARD.clear();
        a = servers.start("a");
        b = servers.start("b");
        here = sessions(a);
        there = sessions(b);
        await().atMost(Duration.ofSeconds(30))
                .until(() -> a.replication.snapshot().members().size() == 2
                        && b.replication.snapshot().members().size() == 2);
    }

    private Sessions sessions(Server server) throws Exception {
        ManualTicker ticker = new ManualTicker();
        ReplicatedStore store = new ReplicatedStore(StoreType.REPLICATED, server.replication, "shop");
        store.open(new TestHost(ticker));
        stores.add(store);
        SessionListeners listeners = new SessionListeners();
        listeners.add(new HttpSessionAttributeListener() {
            @Override
            public void attributeAdded(HttpSessionBindingEvent event) {
                attributes.add(event.getName());
            }

            @Override
            public void attributeRemoved(HttpSessionBindingEvent event) {
                attributes.add(event.getName());
            }
        });
        ServletContext none = (ServletContext) Proxy.newProxyInstance(
                SessionAnnexTest.class.getClassLoader(),
                new Class<?>[] {ServletContext.class},
                (proxy, m, args) -> null);
        return new Sessions(none, store, null, listeners, ticker, VersionMark.NONE, 0, -1, true, 3600);
    }

    @AfterEach
    void close() {
        stores.forEach(ReplicatedStore::close);
        servers.close();
    }

    private static void end(Sessions sessions, WebSession session) throws Exception {
        sessions.requestEnds(session).toCompletableFuture().get(30, TimeUnit.SECONDS);
    }

    @Test
    void goesWithTheSessionAndTheApplicationDoesNotSeeIt() throws Exception {
        WebSession session = here.create(null);
        session.setAttribute("cart", "book");
        SessionAnnex beans = SessionAnnex.of(session, "cdi");
        beans.put("scope", new Bean("one"));
        beans.put("conversation", "7");
        SessionAnnex.of(session, "ejb").put("scope", 1);
        assertThat(Collections.list(session.getAttributeNames())).containsExactly("cart");
        assertThat(session.getAttribute(SessionAnnex.PREFIX + "cdi/scope")).isNull();
        end(here, session);
        assertThat(attributes).containsExactly("cart");

        WebSession moved = there.join(session.getId());
        SessionAnnex same = SessionAnnex.of(moved, "cdi");
        assertThat(same.names()).containsExactlyInAnyOrder("scope", "conversation");
        assertThat(((Bean) same.get("scope")).name).isEqualTo("one");
        assertThat(same.get("conversation")).isEqualTo("7");
        assertThat(SessionAnnex.of(moved, "ejb").get("scope")).isEqualTo(1);
        same.put("conversation", null);
        same.put("scope", new Bean("two"));
        end(there, moved);

        a.dies(); // not the primary any more: what is there was acknowledged by both
        WebSession left = there.join(session.getId());
        assertThat(SessionAnnex.of(left, "cdi").names()).containsExactly("scope");
        assertThat(((Bean) SessionAnnex.of(left, "cdi").get("scope")).name).isEqualTo("two");
        assertThat(HEARD).containsExactly("+one", "+two", "-one");
        attributes.clear();
        left.invalidate();
        assertThat(attributes).containsExactly("cart");
        assertThat(HEARD).last().isEqualTo("-two");
        assertThatIllegalStateException()
                .isThrownBy(() -> SessionAnnex.of(left, "cdi").names());
    }

    @Test
    void theApplicationCannotTouchIt() throws Exception {
        WebSession session = here.create(null);
        SessionAnnex annex = SessionAnnex.of(session, "cdi");
        annex.put("x", 1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> session.setAttribute(SessionAnnex.PREFIX + "cdi/x", 2))
                .withMessageContaining("the server's own");
        session.removeAttribute(SessionAnnex.PREFIX + "cdi/x");
        session.setAttribute(SessionAnnex.PREFIX + "cdi/x", null);
        assertThat(annex.get("x")).isEqualTo(1);
        end(here, session);
    }

    @Test
    void whatCannotBeKeptIsRefused() {
        WebSession session = here.create(null);
        assertThatIllegalArgumentException()
                .as("the application is distributable")
                .isThrownBy(() -> SessionAnnex.of(session, "cdi").put("x", new Object()))
                .withMessageContaining("not serializable");
        assertThatIllegalArgumentException().isThrownBy(() -> SessionAnnex.of(session, "no/room"));
        HttpSession wrapped = (HttpSession) Proxy.newProxyInstance(
                SessionAnnexTest.class.getClassLoader(),
                new Class<?>[] {HttpSession.class},
                (proxy, method, args) -> Map.of());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SessionAnnex.of(wrapped, "cdi"))
                .withMessageContaining("wrapper");
    }
}
