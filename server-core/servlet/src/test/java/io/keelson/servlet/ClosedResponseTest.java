package io.keelson.servlet;

import static io.keelson.servlet.TestWeb.servlet;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.servlet.fixture.FakeExchange;
import io.keelson.servlet.fixture.FakeResponse;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests when a response is closed, and what goes out by then (Servlet 6.1, 5.7). */
class ClosedResponseTest {
    private static final ThreadLocal<Consumer<HttpServletResponse>> LOOK = new ThreadLocal<>();

    @TempDir
    Path directory;

    private TestWeb web;

    @BeforeEach
    void makeServer() {
        web = new TestWeb(directory);
    }

    @AfterEach
    void stop() {
        LOOK.remove();
        web.close();
    }

    public static final class Wordy extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            switch (request.getPathInfo()) {
                case "/stream" -> {
                    response.setContentLength(5);
                    response.getOutputStream().write("hello and more".getBytes(StandardCharsets.US_ASCII));
                }
                case "/text" -> {
                    response.setHeader("Content-Length", "5");
                    response.getWriter().print("hello");
                }
                case "/bytes" -> {
                    response.setContentLengthLong(5);
                    for (char c : "hello".toCharArray()) {
                        response.getOutputStream().write(c);
                    }
                }
                case "/after" -> {
                    response.getOutputStream().print("hello");
                    response.setContentLength(5);
                }
                case "/open" -> {
                    response.setContentLength(6);
                    response.getOutputStream().print("hello");
                }
                default -> response.getOutputStream().print("?");
            }
            response.setHeader("Late", "yes");
            LOOK.get().accept(response);
        }
    }

    private String duringTheServlet(FakeExchange exchange) throws Exception {
        StringBuilder seen = new StringBuilder();
        LOOK.set(response -> {
            FakeResponse sent = exchange.response();
            seen.append(sent.text()).append(' ').append(response.isCommitted());
            seen.append(' ').append(response.containsHeader("Late")).append(sent.ended() ? " ended" : "");
        });
        web.send(exchange);
        return seen.toString();
    }

    @Test
    void aBodyThatReachesItsLengthIsSentAtOnce() throws Exception {
        web.deploy(servlet("wordy", Wordy.class, "/wordy/*"));
        for (String how : new String[] {"stream", "text", "bytes", "after"}) {
            FakeExchange exchange = new FakeExchange("GET", "/shop/wordy/" + how);
            assertThat(duringTheServlet(exchange)).as(how).isEqualTo("hello true false");
            assertThat(exchange.response().text()).as(how).isEqualTo("hello");
            assertThat(exchange.response().ended()).as(how).isTrue();
            assertThat(exchange.response().writes()).as(how).isEqualTo(1);
        }
    }

    @Test
    void aBodyThatHasNotReachedItsLengthWaits() throws Exception {
        web.deploy(servlet("wordy", Wordy.class, "/wordy/*"));
        assertThat(duringTheServlet(new FakeExchange("GET", "/shop/wordy/open")))
                .isEqualTo(" false true");
    }

    public static final class Closing extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            try (var writer = response.getWriter()) {
                writer.print("hello");
            }
            response.setHeader("Late", "yes");
            LOOK.get().accept(response);
        }
    }

    @Test
    void aWriterThatIsClosedSendsTheWholeBodyWithItsLength() throws Exception {
        web.deploy(servlet("closing", Closing.class, "/closing"));
        FakeExchange exchange = new FakeExchange("GET", "/shop/closing");
        assertThat(duringTheServlet(exchange)).isEqualTo("hello true false");
        assertThat(exchange.response().headers().get("Content-Length")).isEqualTo("5");
        assertThat(exchange.response().writes()).isEqualTo(1);
    }

    public static final class Leaving extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            if (request.getPathInfo().equals("/redirect")) {
                response.sendRedirect("elsewhere");
            } else {
                response.sendError(409, "no");
            }
            response.setHeader("Late", "yes");
            response.getWriter().print("late");
            LOOK.get().accept(response);
        }
    }

    /**
     * The response is committed at once for the application. It is sent when the request returns to the container: what filters
     * do behind the servlet is done before the client can come back for the next page, and an error page is theirs too.
     */
    @Test
    void aRedirectAndAnErrorAreSentWhenTheRequestReturns() throws Exception {
        web.deploy(servlet("leaving", Leaving.class, "/leaving/*"));
        for (String how : new String[] {"redirect", "error"}) {
            FakeExchange exchange = new FakeExchange("GET", "/shop/leaving/" + how);
            assertThat(duringTheServlet(exchange)).as(how).isEqualTo(" true false");
            assertThat(exchange.response().text()).as(how).doesNotContain("late");
            assertThat(exchange.response().status()).as(how).isEqualTo(how.equals("redirect") ? 302 : 409);
            assertThat(exchange.response().writes()).as(how).isEqualTo(1);
        }
    }

    public static final class FailingLate extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.getWriter().print("hello");
            response.flushBuffer();
            if (request.getParameter("close") != null) {
                response.getWriter().close();
            }
            throw new IllegalStateException("too late");
        }
    }

    /** As a page does that closes its own writer. */
    @Test
    void whatFailsBehindTheEndOfItsResponseCutsNothingOff() throws Exception {
        web.deploy(servlet("late", FailingLate.class, "/late"));
        FakeExchange closed = web.get("/shop/late?close=yes");
        assertThat(closed.response().text()).isEqualTo("hello");
        assertThat(closed.response().ended()).isTrue();
        assertThat(closed.aborted()).isNull();
        assertThat(web.get("/shop/late").aborted()).as("half a response").hasMessage("too late");
    }
}
