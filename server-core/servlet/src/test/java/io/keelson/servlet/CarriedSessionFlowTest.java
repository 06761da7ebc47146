package io.keelson.servlet;

import static io.keelson.servlet.TestWeb.servlet;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.servlet.auth.SessionLogin;
import io.keelson.servlet.fixture.FakeExchange;
import io.keelson.servlet.spi.SessionState;
import io.keelson.servlet.spi.SessionStore;
import io.keelson.servlet.spi.SessionTooLargeException;
import io.keelson.servlet.spi.StoreType;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what the container does with a store whose clients keep the sessions. */
class CarriedSessionFlowTest {
    @TempDir
    Path directory;

    private TestWeb web;
    private final Pocket store = new Pocket();
    /** What the client has, by name. */
    private final Map<String, String> cookies = new TreeMap<>();

    /** Gives the client a number for all that a session has. */
    private static final class Pocket implements SessionStore {
        private final List<Kept> kept = new ArrayList<>();
        private int looked;
        private int released;

        private record Kept(String id, Map<String, Object> attributes, String awaited, SessionLogin.Login login) {}

        @Override
        public String cookie() {
            return "POCKET";
        }

        @Override
        public boolean persistent() {
            return true;
        }

        @Override
        public SessionState find(String id) {
            return null;
        }

        @Override
        public SessionState find(String id, String content) {
            looked++;
            for (String piece : content.split(" ")) {
                Kept found = piece.matches("\\d+") ? kept.get(Integer.parseInt(piece)) : null;
                if (found != null && found.id().equals(id)) {
                    SessionState state = SessionState.restored(id, 0, 0, 0, 0);
                    state.attributes().putAll(found.attributes());
                    if (found.awaited() != null) {
                        state.login().await(found.awaited());
                    }
                    state.login().login(found.login());
                    return state;
                }
            }
            return null;
        }

        @Override
        public List<String> content(SessionState session) {
            if (!session.valid()) {
                return List.of();
            }
            if (session.attributes().containsKey("large")) {
                throw new SessionTooLargeException("large");
            }
            kept.add(new Kept(
                    session.id(),
                    Map.copyOf(session.attributes()),
                    session.login().awaited(),
                    session.login().login()));
            String number = Integer.toString(kept.size() - 1);
            return session.attributes().containsKey("two") ? List.of(number, "rest") : List.of(number);
        }

        @Override
        public boolean add(SessionState session) {
            return true;
        }

        @Override
        public void rename(String oldId, SessionState session) {}

        @Override
        public void remove(String id) {}

        @Override
        public void requestEnds(SessionState session) {}

        @Override
        public void released(SessionState session) {
            assertThat(session.inUse()).isFalse();
            released++;
        }

        @Override
        public Collection<SessionState> local() {
            return List.of();
        }

        @Override
        public void close() {}
    }

    /** Sets what it is asked to, when it has written. */
    public static final class Uses extends HttpServlet {
        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
            String set = request.getParameter("set");
            if (set == null) {
                HttpSession there = request.getSession(false);
                response.getWriter().print(there == null ? "none" : new TreeMap<>(attributes(there)) + who(request));
                return;
            }
            HttpSession session = request.getSession();
            int size = Integer.parseInt(request.getParameter("size"));
            if (request.getParameter("length") != null) {
                response.setContentLength(size);
            }
            response.getOutputStream().write(new byte[size]);
            if (request.getParameter("flush") != null) {
                response.flushBuffer();
            }
            if (request.getParameter("close") != null) {
                response.getOutputStream().close();
            }
            switch (set) {
                case "end" -> session.invalidate();
                case "anew" -> {
                    session.invalidate();
                    request.getSession().setAttribute("new", 1);
                }
                case "largeAndSmall" -> {
                    session.setAttribute("large", 1);
                    try {
                        response.flushBuffer();
                        throw new AssertionError("it was sent");
                    } catch (SessionTooLargeException e) {
                        session.removeAttribute("large");
                        session.setAttribute("small", 1);
                    }
                }
                default -> session.setAttribute(set, 1);
            }
        }

        private static String who(HttpServletRequest request) {
            return request.getRemoteUser() == null ? "" : request.getRemoteUser();
        }

        private static Map<String, Object> attributes(HttpSession session) {
            Map<String, Object> all = new TreeMap<>();
            session.getAttributeNames()
                    .asIterator()
                    .forEachRemaining(name -> all.put(name, session.getAttribute(name)));
            return all;
        }
    }

    @BeforeEach
    void make() throws Exception {
        web = new TestWeb(directory).keptIn(StoreType.COOKIE, store);
        web.file(
                "WEB-INF/weblogic.xml",
                "<weblogic-web-app><session-descriptor><persistent-store-type>cookie</persistent-store-type>"
                        + "<cookie-secure>true</cookie-secure></session-descriptor></weblogic-web-app>");
    }

    @AfterEach
    void stop() {
        web.close();
    }

    private void deploy(String more) throws Exception {
        web.deploy(servlet("s", Uses.class, "/s", "/in") + more);
    }

    private FakeExchange send(FakeExchange exchange) {
        if (!cookies.isEmpty()) {
            List<String> pairs = new ArrayList<>();
            cookies.forEach((name, value) -> pairs.add(name + "=" + value));
            exchange.header("Cookie", String.join("; ", pairs));
        }
        web.send(exchange);
        for (String set : exchange.response().headers().all("Set-Cookie")) {
            String name = set.substring(0, set.indexOf('='));
            String value = set.substring(name.length() + 1, set.indexOf(';'));
            if (value.isEmpty()) {
                cookies.remove(name);
            } else {
                cookies.put(name, value);
            }
            assertThat(set).contains("; Path=/shop").contains("; Secure").contains("; HttpOnly");
        }
        return exchange;
    }

    private FakeExchange get(String target) {
        return send(new FakeExchange("GET", target));
    }

    private String look() {
        return get("/shop/s").response().text();
    }

    @Test
    void theResponseWaitsForWhatIsInTheSession() throws Exception {
        deploy("");
        for (String query :
                List.of("size=10", "size=10&close=1", "size=10&length=1", "size=10&length=1&close=1", "size=0")) {
            cookies.clear();
            FakeExchange answer = get("/shop/s?set=a&" + query);
            assertThat(answer.response().bytes()).as(query).hasSize(query.contains("size=0") ? 0 : 10);
            assertThat(answer.response().ended()).as(query).isTrue();
            assertThat(cookies).as(query).containsOnlyKeys("JSESSIONID", "POCKET");
            assertThat(look()).as(query).isEqualTo("{a=1}");
        }
        assertThat(store.released).isEqualTo(10);
    }

    @Test
    void whatHasBegunHasWhatThereWas() throws Exception {
        deploy("");
        for (String query : List.of("size=10&flush=1", "size=20000", "size=20000&length=1")) {
            cookies.clear();
            get("/shop/s?set=a&" + query);
            assertThat(look()).as(query).isEqualTo("{}");
        }
    }

    @Test
    void theEndTakesBackWhatTheClientHas() throws Exception {
        deploy("");
        get("/shop/s?set=two&size=1");
        assertThat(cookies).containsOnlyKeys("JSESSIONID", "POCKET", "POCKET_2");
        get("/shop/s?set=anew&size=1");
        assertThat(cookies).containsOnlyKeys("JSESSIONID", "POCKET");
        assertThat(look()).isEqualTo("{new=1}");
        get("/shop/s?set=end&size=1");
        assertThat(cookies).containsOnlyKeys("JSESSIONID");
        assertThat(look()).isEqualTo("none");
    }

    @Test
    void whatIsTooLargeIsNotAnsweredAsIfItWereKept() throws Exception {
        deploy("");
        get("/shop/s?set=a&size=1");
        FakeExchange refused = get("/shop/s?set=large&size=1");
        assertThat(refused.response().status()).isEqualTo(500);
        assertThat(refused.response().headers().get("Retry-After")).isNull();
        assertThat(look()).isEqualTo("{a=1}");
        assertThat(get("/shop/s?set=largeAndSmall&size=1").response().status()).isEqualTo(200);
        assertThat(look()).isEqualTo("{a=1, small=1}");
    }

    @Test
    void whatIsNoSessionIsLookedAtOnce() throws Exception {
        deploy("");
        cookies.put("JSESSIONID", "some-id");
        cookies.put("POCKET", "nonsense");
        get("/shop/s?set=a&size=1");
        assertThat(store.looked).isEqualTo(1);
        assertThat(look()).isEqualTo("{a=1}");
    }

    @Test
    void theLoginAndItsPageComeAlong() throws Exception {
        web.file("login.html", "<form>");
        deploy("<security-constraint><web-resource-collection><web-resource-name>x</web-resource-name>"
                + "<url-pattern>/in</url-pattern></web-resource-collection><auth-constraint><role-name>clerks</role-name>"
                + "</auth-constraint></security-constraint><login-config><auth-method>FORM</auth-method><form-login-config>"
                + "<form-login-page>/login.html</form-login-page><form-error-page>/login.html</form-error-page>"
                + "</form-login-config></login-config><security-role><role-name>clerks</role-name></security-role>");
        FakeExchange asked = send(new FakeExchange("GET", "/shop/in?x=7").content("text/plain", new byte[0]));
        assertThat(asked.response().text()).isEqualTo("<form>");
        String before = cookies.get("JSESSIONID");
        FakeExchange login =
                send(new FakeExchange("POST", "/shop/j_security_check").form("j_username=ann&j_password=secret"));
        assertThat(login.response().headers().get("Location")).endsWith("/shop/in?x=7");
        assertThat(cookies.get("JSESSIONID")).isNotEqualTo(before);
        assertThat(get("/shop/in?x=7").response().text()).isEqualTo("{}ann");
        assertThat(get("/shop/in?x=8").response().text()).isEqualTo("{}ann");
    }
}
