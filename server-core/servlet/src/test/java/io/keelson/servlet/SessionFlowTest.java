package io.keelson.servlet;

import static io.keelson.servlet.TestWeb.listener;
import static io.keelson.servlet.TestWeb.servlet;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.servlet.descriptor.ServerSettings;
import io.keelson.servlet.descriptor.WebDescriptor;
import io.keelson.servlet.fixture.FakeExchange;
import io.keelson.servlet.session.SessionCookie;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpSessionAttributeListener;
import jakarta.servlet.http.HttpSessionBindingEvent;
import jakarta.servlet.http.HttpSessionBindingListener;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionIdListener;
import jakarta.servlet.http.HttpSessionListener;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionFlowTest {
    private static final List<String> EVENTS = new CopyOnWriteArrayList<>();

    @TempDir
    Path directory;

    private TestWeb web;

    @BeforeEach
    void deploy() throws Exception {
        EVENTS.clear();
        web = new TestWeb(directory).deploy(servlet("s", Uses.class, "/s") + listener(Notes.class));
    }

    @AfterEach
    void stop() {
        web.close();
    }

    public static final class Value implements HttpSessionBindingListener {
        @Override
        public void valueBound(HttpSessionBindingEvent event) {
            EVENTS.add("bound " + (event.getSession().getAttribute(event.getName()) == null));
        }

        @Override
        public void valueUnbound(HttpSessionBindingEvent event) {
            EVENTS.add("unbound " + (event.getSession().getAttribute(event.getName()) == null));
        }
    }

    public static final class Notes
            implements HttpSessionListener, HttpSessionAttributeListener, HttpSessionIdListener {
        @Override
        public void sessionCreated(HttpSessionEvent event) {
            EVENTS.add("created");
        }

        @Override
        public void sessionDestroyed(HttpSessionEvent event) {
            EVENTS.add("destroyed " + (event.getSession().getAttribute("v") != null));
        }

        @Override
        public void sessionIdChanged(HttpSessionEvent event, String oldId) {
            EVENTS.add("id " + !event.getSession().getId().equals(oldId));
        }

        @Override
        public void attributeAdded(HttpSessionBindingEvent event) {
            EVENTS.add("added " + event.getName());
        }
    }

    public static final class Uses extends HttpServlet {
        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
            String action = request.getParameter("do");
            HttpSession session = request.getSession(!"look".equals(action));
            if (session == null) {
                response.getWriter().print("none");
                return;
            }
            switch (action) {
                case "put" -> session.setAttribute("v", new Value());
                case "id" -> request.changeSessionId();
                case "end" -> session.invalidate();
                case "reset" -> {
                    response.addCookie(new Cookie("own", "1"));
                    response.reset();
                }
                case "id,reset" -> {
                    request.changeSessionId();
                    response.reset();
                }
                case "id,late" -> {
                    response.flushBuffer();
                    try {
                        request.changeSessionId();
                    } catch (IllegalStateException tooLate) {
                        response.getWriter().print("refused|" + session.getId());
                    }
                }
                case "error" -> response.sendError(HttpServletResponse.SC_CONFLICT);
                case "redirect" -> response.sendRedirect("elsewhere");
                case "fail" -> throw new IllegalStateException("as the test wants it");
                default ->
                    response.getWriter()
                            .print(session.isNew() + "|" + (session.getAttribute("v") != null) + "|"
                                    + request.isRequestedSessionIdFromCookie() + "|" + response.encodeURL("x?y#z"));
            }
        }
    }

    private static String cookie(FakeExchange exchange) {
        String field = exchange.response().headers().get("Set-Cookie");
        return field == null ? null : field.substring(0, field.indexOf(';'));
    }

    private FakeExchange get(String action, String cookie) {
        FakeExchange exchange = new FakeExchange("GET", "/shop/s?do=" + action);
        return web.send(cookie == null ? exchange : exchange.header("Cookie", cookie));
    }

    @Test
    void beginsJoinsAndEnds() {
        FakeExchange first = get("put", null);
        assertThat(first.response().headers().get("Set-Cookie"))
                .matches("JSESSIONID=[A-Za-z0-9_-]{43}; HttpOnly; Path=/shop");
        String cookie = cookie(first);
        FakeExchange second = get("see", cookie);
        assertThat(second.response().text()).isEqualTo("false|true|true|x?y#z");
        assertThat(cookie(second)).isNull();
        get("end", cookie);
        assertThat(get("look", cookie).response().text()).isEqualTo("none");
        assertThat(EVENTS).containsExactly("created", "bound true", "added v", "destroyed true", "unbound true");
    }

    /** A cookie of another path may come before or after the session's own; browsers send all in one field. */
    @Test
    void ofSeveralCookiesTheOneThatHasASessionCounts() {
        String own = cookie(get("put", null));
        for (List<String> sent : List.of(
                List.of("JSESSIONID=gone", own),
                List.of(own, "JSESSIONID=gone"),
                List.of("JSESSIONID=a", "b=c", own))) {
            FakeExchange exchange = new FakeExchange("GET", "/shop/s?do=see");
            sent.forEach(field -> exchange.header("Cookie", field));
            assertThat(web.send(exchange).response().text()).startsWith("false|true|true|");
            FakeExchange joined = get("see", String.join("; ", sent));
            assertThat(joined.response().text()).as(String.join("; ", sent)).startsWith("false|true|true|");
            assertThat(cookie(joined)).isNull();
        }
    }

    @Test
    void writesTheIdIntoUrlsWhereNoCookieCame() {
        String text = get("see", null).response().text();
        assertThat(text).matches("true\\|false\\|false\\|x;jsessionid=[A-Za-z0-9_-]{43}\\?y#z");
        String id = text.substring(text.indexOf("jsessionid="), text.indexOf("?y"));
        assertThat(web.get("/shop/s;" + id + "?do=see").response().text()).startsWith("false|false|false|x;jsession");
    }

    /** The client would not learn of the new id, and so lose its session. */
    @Test
    void theIdStaysOnceTheResponseIsCommitted() {
        String cookie = cookie(get("put", null));
        FakeExchange late = get("id,late", cookie);
        assertThat(late.response().text()).startsWith("refused|");
        assertThat(get("look", cookie).response().text()).contains("true");
    }

    @Test
    void changesTheId() {
        String cookie = cookie(get("put", null));
        String changed = cookie(get("id", cookie));
        assertThat(changed).isNotNull().isNotEqualTo(cookie);
        assertThat(get("look", cookie).response().text()).isEqualTo("none");
        assertThat(get("see", changed).response().text()).startsWith("false|true|true");
        assertThat(EVENTS).contains("id true");
    }

    /** The session goes on, so its client has to hear of it; what the application has set of its own is forgotten (5.1). */
    @Test
    void aNewSessionsCookieStaysWhateverBecomesOfTheResponse() {
        for (String action : List.of("reset", "error", "redirect", "fail")) {
            FakeExchange exchange = get(action, null);
            assertThat(exchange.response().headers().all("Set-Cookie"))
                    .as(action)
                    .hasSize(1);
            assertThat(get("see", cookie(exchange)).response().text())
                    .as(action)
                    .startsWith("false|");
        }
        String before = cookie(get("put", null));
        FakeExchange changed = get("id,reset", before);
        assertThat(changed.response().headers().all("Set-Cookie")).hasSize(1);
        assertThat(get("see", cookie(changed)).response().text()).startsWith("false|true|");
    }

    @Test
    void doesNotTakeAnIdThatItHasNotGiven() {
        FakeExchange exchange = get("see", "JSESSIONID=chosen-by-somebody");
        assertThat(exchange.response().text()).startsWith("true|");
        assertThat(cookie(exchange)).doesNotContain("chosen");
    }

    @Test
    void expires() {
        String cookie = cookie(get("put", null));
        web.pass(Duration.ofSeconds(3599));
        assertThat(get("see", cookie).response().text()).startsWith("false|true");
        web.pass(Duration.ofSeconds(3601));
        web.pass(Duration.ofSeconds(10));
        assertThat(EVENTS).contains("destroyed true");
        assertThat(get("look", cookie).response().text()).isEqualTo("none");
    }

    @Test
    void aStepOfTheClockEndsNoSessionAndKeepsNone() {
        String cookie = cookie(get("put", null));
        for (int hours : new int[] {2, -4}) {
            web.ticker.jumpWallClock(Duration.ofHours(hours));
            web.pass(Duration.ofSeconds(10));
            assertThat(get("see", cookie).response().text()).startsWith("false|true");
        }
        web.pass(Duration.ofSeconds(3601));
        web.pass(Duration.ofSeconds(10));
        assertThat(get("look", cookie).response().text()).isEqualTo("none");
    }

    @Test
    void endsSessionsWithTheApplication() {
        get("put", null);
        web.close();
        assertThat(EVENTS).endsWith("destroyed true", "unbound true");
    }

    /** 7.1.1: what is configured for all applications holds for those that say nothing. */
    @Test
    void theDomainSaysWhetherScriptsSeeTheCookie() {
        assertThat(cookieOf(null, null).isHttpOnly()).isFalse();
        assertThat(cookieOf(true, null).isHttpOnly()).isTrue();
        assertThat(cookieOf(null, true).isHttpOnly()).isTrue();
        assertThat(cookieOf(false, true).isHttpOnly()).isFalse();
    }

    private static SessionCookie cookieOf(Boolean declared, Boolean weblogic) {
        return new SessionCookie(
                new WebDescriptor.SessionCookie(null, null, null, null, declared, null, null, Map.of()),
                new ServerSettings.SessionDescriptor(
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        weblogic,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        ServerSettings.Persistence.NONE,
                        Map.of()),
                false,
                () -> false);
    }
}
