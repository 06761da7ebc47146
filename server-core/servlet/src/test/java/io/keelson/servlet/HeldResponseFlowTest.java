package io.keelson.servlet;

import static io.keelson.servlet.TestWeb.servlet;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.servlet.fixture.FakeExchange;
import io.keelson.servlet.session.MemorySessionStore;
import io.keelson.servlet.spi.SessionState;
import io.keelson.servlet.spi.SessionStore;
import io.keelson.servlet.spi.SessionUnreachableException;
import io.keelson.servlet.spi.StoreType;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A response is complete when its session is safe, and not before; no thread waits for that. */
class HeldResponseFlowTest {
    @TempDir
    Path directory;

    private TestWeb web;
    private final Elsewhere store = new Elsewhere();

    /** Memory that says when it is safe, and where it is. */
    private static final class Elsewhere implements SessionStore {
        private final MemorySessionStore memory = new MemorySessionStore();
        private CompletableFuture<Void> outcome = new CompletableFuture<>();
        private String route = "!1!2";
        private String asked = "";

        @Override
        public boolean settles() {
            return true;
        }

        @Override
        public CompletionStage<Void> settled(SessionState session) {
            return outcome;
        }

        @Override
        public String route(SessionState session) {
            return route;
        }

        @Override
        public SessionState find(String id) {
            return memory.find(id);
        }

        @Override
        public SessionState find(String id, String hint) {
            asked = hint;
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
            memory.requestEnds(session);
        }

        @Override
        public Collection<SessionState> local() {
            return memory.local();
        }

        @Override
        public void close() {
            memory.close();
        }
    }

    /** Writes what is asked for. */
    public static final class Writes extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            String id = request.getSession().getId();
            if (request.getParameter("size") != null) {
                byte[] body = "x"
                        .repeat(Integer.parseInt(request.getParameter("size")))
                        .getBytes();
                if (request.getParameter("buffer") != null) {
                    response.setBufferSize(Integer.parseInt(request.getParameter("buffer")));
                }
                if (request.getParameter("trailer") == null && request.getParameter("open") == null) {
                    response.setContentLength(body.length);
                } else if (request.getParameter("trailer") != null) {
                    response.setTrailerFields(() -> Map.of("x-after", "1"));
                }
                response.getOutputStream().write(body);
                if (request.getParameter("flush") != null) {
                    response.flushBuffer();
                }
                if (request.getParameter("open") == null) {
                    response.getOutputStream().close();
                }
            } else {
                response.getWriter().print(id + ' ' + request.getRequestedSessionId());
            }
        }
    }

    @BeforeEach
    void make() throws Exception {
        web = new TestWeb(directory).keptIn(StoreType.FILE, store);
        web.file(
                "WEB-INF/weblogic.xml",
                "<weblogic-web-app><session-descriptor><persistent-store-type>file</persistent-store-type>"
                        + "</session-descriptor></weblogic-web-app>");
        web.deploy(servlet("s", Writes.class, "/s"));
    }

    @AfterEach
    void stop() {
        store.outcome.complete(null);
        web.scope.run();
        web.close();
    }

    private void settle() {
        store.outcome.complete(null);
        web.scope.run();
    }

    @Test
    void isCompleteWhenTheSessionIsSafe() throws Exception {
        FakeExchange exchange = web.get("/shop/s");
        assertThat(exchange.response().ended()).isFalse();
        settle();
        assertThat(exchange.response().ended()).isTrue();
        assertThat(exchange.response().status()).isEqualTo(200);
    }

    @Test
    void isEndedByWhoHearsThatTheSessionIsSafe() throws Exception {
        FakeExchange exchange = web.get("/shop/s?size=10");
        store.outcome.complete(null); // and no thread of the work manager runs
        assertThat(exchange.response().ended()).isTrue();
        assertThat(exchange.response().bytes()).hasSize(10);
    }

    @Test
    void isEndedByItsWorkManagerWhereTheApplicationIsAskedOrMuchIsLeft() throws Exception {
        for (String query : new String[] {"size=10&trailer=1", "size=20000&buffer=32768&open=1"}) {
            store.outcome = new CompletableFuture<>();
            FakeExchange exchange = web.get("/shop/s?" + query);
            store.outcome.complete(null);
            assertThat(exchange.response().ended()).as(query).isFalse();
            web.scope.run();
            assertThat(exchange.response().ended()).as(query).isTrue();
        }
    }

    @Test
    void theLastByteOfAnAnnouncedLengthIsKeptBack() throws Exception {
        for (String query : new String[] {"size=10", "size=10&flush=1", "size=20000", "size=8192", "size=1&flush=1"}) {
            store.outcome = new CompletableFuture<>();
            FakeExchange exchange = web.get("/shop/s?" + query);
            int size = Integer.parseInt(query.replaceAll("size=(\\d+).*", "$1"));
            assertThat(exchange.response().bytes().length).as(query).isLessThan(size);
            assertThat(exchange.response().ended()).as(query).isFalse();
            settle();
            assertThat(exchange.response().bytes()).as(query).hasSize(size);
            assertThat(exchange.response().ended()).as(query).isTrue();
        }
    }

    @Test
    void isNotAnsweredAsIfNothingHadHappenedWhenTheSessionIsLost() throws Exception {
        FakeExchange exchange = web.get("/shop/s");
        store.outcome.completeExceptionally(new SessionUnreachableException("elsewhere", null));
        web.scope.run();
        assertThat(exchange.response().status()).isEqualTo(503);
        assertThat(exchange.response().headers().get("Retry-After")).isEqualTo("2");
        assertThat(exchange.response().ended()).isTrue();
    }

    @Test
    void isBrokenOffWhenItHasBegun() throws Exception {
        FakeExchange exchange = web.get("/shop/s?size=20000");
        store.outcome.completeExceptionally(new SessionUnreachableException("elsewhere", null));
        web.scope.run();
        assertThat(exchange.aborted()).isInstanceOf(SessionUnreachableException.class);
    }

    @Test
    void theApplicationSeesTheIdAloneAndTheCookieIsSentAgainWhenTheSessionHasMoved() throws Exception {
        store.outcome.complete(null);
        FakeExchange first = web.get("/shop/s");
        String cookie = first.response().headers().get("Set-Cookie");
        String id = first.response().text().split(" ")[0];
        assertThat(cookie).startsWith("JSESSIONID=" + id + "!1!2;");

        FakeExchange second =
                web.send(new FakeExchange("GET", "/shop/s").header("Cookie", "JSESSIONID=" + id + "!1!2"));
        assertThat(second.response().text()).isEqualTo(id + ' ' + id);
        assertThat(second.response().headers().get("Set-Cookie")).isNull();
        assertThat(store.asked).isEqualTo("!1!2");

        store.route = "!2!3";
        FakeExchange third = web.send(new FakeExchange("GET", "/shop/s").header("Cookie", "JSESSIONID=" + id + "!1!2"));
        assertThat(third.response().headers().get("Set-Cookie")).startsWith("JSESSIONID=" + id + "!2!3;");
    }
}
