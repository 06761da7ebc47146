package io.keelson.servlet;

import static io.keelson.servlet.TestWeb.servlet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.servlet.fixture.FakeExchange;
import io.keelson.servlet.spi.UpgradeProtocol;
import io.keelson.servlet.spi.UpgradedConnection;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpUpgradeHandler;
import jakarta.servlet.http.WebConnection;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AsyncFlowTest {
    private static final List<String> EVENTS = new CopyOnWriteArrayList<>();
    private static final AtomicReference<AsyncContext> CONTEXT = new AtomicReference<>();

    @TempDir
    Path directory;

    private TestWeb web;

    @BeforeEach
    void deploy() throws Exception {
        EVENTS.clear();
        web = new TestWeb(directory)
                .deploy(servlet("async", Starts.class, "/async")
                        + servlet("target", Target.class, "/target")
                        + servlet("read", Reads.class, "/read")
                        + servlet("write", Writes.class, "/write")
                        + servlet("up", Upgrades.class, "/up"));
    }

    @AfterEach
    void stop() {
        web.close();
    }

    static final class Notes implements AsyncListener {
        @Override
        public void onComplete(AsyncEvent event) {
            EVENTS.add("complete");
        }

        @Override
        public void onTimeout(AsyncEvent event) throws IOException {
            EVENTS.add("timeout");
            if (event.getSuppliedRequest().getParameter("answer") != null) {
                event.getSuppliedResponse().getWriter().print("late");
                event.getAsyncContext().complete();
            }
        }

        @Override
        public void onError(AsyncEvent event) {
            EVENTS.add("error " + event.getThrowable().getMessage());
        }

        @Override
        public void onStartAsync(AsyncEvent event) {
            EVENTS.add("start");
        }
    }

    public static final class Starts extends HttpServlet {
        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
            AsyncContext context = request.startAsync();
            CONTEXT.set(context);
            context.addListener(new Notes(), request, response);
            context.setTimeout(1000);
            response.getWriter().print("begun ");
            switch (String.valueOf(request.getParameter("do"))) {
                case "complete" -> {
                    context.complete();
                    response.getWriter().print("after " + request.isAsyncStarted());
                }
                case "dispatch" -> context.dispatch("/target?x=1");
                case "fail" -> throw new IllegalStateException("failed");
                default -> EVENTS.add("waiting");
            }
        }
    }

    public static final class Target extends HttpServlet {
        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response)
                throws ServletException, IOException {
            response.getWriter()
                    .print(request.getDispatcherType() + " " + request.getServletPath() + " "
                            + request.getParameter("x") + " "
                            + request.getAttribute("jakarta.servlet.async.request_uri") + " "
                            + request.isAsyncStarted());
            if ("2".equals(request.getParameter("x"))) {
                throw new ServletException("broken target");
            }
        }
    }

    @Test
    void completesEarlyOnlyWhenTheDispatchHasReturned() {
        FakeExchange exchange = web.get("/shop/async?do=complete");
        assertThat(exchange.response().text()).isEqualTo("begun after true");
        assertThat(exchange.response().writes()).isEqualTo(1);
        assertThat(EVENTS).containsExactly("complete");
    }

    @Test
    void completesFromAnotherThread() throws Exception {
        FakeExchange exchange = web.get("/shop/async");
        assertThat(exchange.isEnded()).isFalse();
        AsyncContext context = CONTEXT.get();
        Thread other = new Thread(() -> {
            try {
                context.getResponse().getWriter().print("done");
            } catch (IOException e) {
                throw new AssertionError(e);
            }
            context.complete();
        });
        other.start();
        other.join();
        web.work.run();
        assertThat(exchange.response().text()).isEqualTo("begun done");
        assertThat(exchange.isEnded()).isTrue();
        assertThatThrownBy(context::complete).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(context::getRequest).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void dispatches() {
        assertThat(web.get("/shop/async?do=dispatch").response().text())
                .isEqualTo("begun ASYNC /target 1 /shop/async false");
        assertThat(EVENTS).containsExactly("complete");
    }

    @Test
    void tellsOfAFailedDispatch() {
        FakeExchange exchange = web.get("/shop/async");
        CONTEXT.get().dispatch("/target?x=2");
        web.work.run();
        assertThat(exchange.response().status()).isEqualTo(500);
        assertThat(exchange.response().text()).contains("500 Internal Server Error");
        assertThat(EVENTS).containsExactly("waiting", "error broken target", "complete");
    }

    @Test
    void tellsOfAServletThatFailsAfterTheStart() {
        FakeExchange exchange = web.get("/shop/async?do=fail");
        assertThat(exchange.response().status()).isEqualTo(500);
        assertThat(exchange.response().text()).contains("500 Internal Server Error");
        assertThat(exchange.isEnded()).isTrue();
        assertThat(EVENTS).containsExactly("error failed", "complete");
    }

    @Test
    void timesOut() {
        FakeExchange exchange = web.get("/shop/async");
        web.pass(Duration.ofMillis(999));
        assertThat(exchange.isEnded()).isFalse();
        web.pass(Duration.ofMillis(2));
        assertThat(exchange.response().status()).isEqualTo(500);
        assertThat(exchange.isEnded()).isTrue();
        assertThat(EVENTS).containsExactly("waiting", "timeout", "complete");
    }

    @Test
    void letsAListenerAnswerATimeOut() {
        FakeExchange exchange = web.get("/shop/async?answer=1");
        web.pass(Duration.ofSeconds(2));
        assertThat(exchange.response().status()).isEqualTo(200);
        assertThat(exchange.response().text()).isEqualTo("begun late");
    }

    @Test
    void tellsOfAClientThatHasGone() {
        FakeExchange exchange = web.get("/shop/async");
        exchange.abort(new IOException("reset"));
        web.work.run();
        assertThat(EVENTS).containsExactly("waiting", "error the client has closed the connection", "complete");
    }

    @Test
    void cutsOffWhatIsLeftWhenTheApplicationStops() {
        FakeExchange exchange = web.get("/shop/async");
        web.close();
        assertThat(exchange.aborted()).hasMessageContaining("stopped");
    }

    public static final class Reads extends HttpServlet {
        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
            AsyncContext context = request.startAsync();
            ServletInputStream in = request.getInputStream();
            StringBuilder text = new StringBuilder();
            in.setReadListener(new ReadListener() {
                @Override
                public void onDataAvailable() throws IOException {
                    EVENTS.add("data");
                    while (in.isReady() && !in.isFinished()) {
                        text.append((char) in.read());
                    }
                }

                @Override
                public void onAllDataRead() throws IOException {
                    EVENTS.add("all");
                    response.getWriter().print(text);
                    context.complete();
                }

                @Override
                public void onError(Throwable failure) {
                    EVENTS.add("error " + failure.getMessage());
                    context.complete();
                }
            });
        }
    }

    @Test
    void readsWithoutWaiting() {
        FakeExchange exchange = web.send(new FakeExchange("POST", "/shop/read"));
        assertThat(EVENTS).isEmpty();
        exchange.body().feed("abc".getBytes(StandardCharsets.UTF_8));
        web.work.run();
        exchange.body().feed("def".getBytes(StandardCharsets.UTF_8));
        web.work.run();
        exchange.body().end();
        web.work.run();
        assertThat(exchange.response().text()).isEqualTo("abcdef");
        assertThat(EVENTS).containsExactly("data", "data", "all");
    }

    @Test
    void tellsOfABodyThatBreaksOff() {
        FakeExchange exchange = web.send(new FakeExchange("POST", "/shop/read"));
        exchange.body().fail(new IOException("too slow"));
        web.work.run();
        assertThat(EVENTS).containsExactly("error too slow");
        assertThat(exchange.isEnded()).isTrue();
    }

    public static final class Writes extends HttpServlet {
        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
            AsyncContext context = request.startAsync();
            ServletOutputStream out = response.getOutputStream();
            out.setWriteListener(new WriteListener() {
                private int left = 5;

                @Override
                public void onWritePossible() throws IOException {
                    EVENTS.add("possible");
                    while (left > 0 && out.isReady()) {
                        out.write(new byte[4000]);
                        left--;
                    }
                    if (left == 0) {
                        context.complete();
                    }
                }

                @Override
                public void onError(Throwable failure) {
                    EVENTS.add("error");
                }
            });
        }
    }

    @Test
    void writesWithoutWaiting() {
        FakeExchange exchange = new FakeExchange("GET", "/shop/write");
        exchange.response().writable(false);
        web.send(exchange);
        assertThat(EVENTS).isEmpty();
        exchange.response().writable(true);
        web.work.run();
        assertThat(exchange.response().bytes()).hasSize(20_000);
        assertThat(exchange.response().blockingWrites()).isZero();
        assertThat(EVENTS).containsExactly("possible");
    }

    /** Who waits for room on a connection that is gone writes once more, which fails, and is not asked again. */
    @Test
    void aWriterWhoseClientLeavesIsToldOnce() {
        FakeExchange exchange = new FakeExchange("GET", "/shop/write");
        exchange.response().writable(false);
        web.send(exchange);
        exchange.response().gone();
        web.work.run();
        assertThat(EVENTS).containsExactly("possible", "error");
    }

    public static final class Echo implements HttpUpgradeHandler {
        @Override
        public void init(WebConnection connection) {
            EVENTS.add("init");
            try {
                ServletInputStream in = connection.getInputStream();
                ServletOutputStream out = connection.getOutputStream();
                in.setReadListener(new ReadListener() {
                    @Override
                    public void onDataAvailable() throws IOException {
                        while (in.isReady() && !in.isFinished()) {
                            out.write(in.read());
                        }
                        out.flush();
                    }

                    @Override
                    public void onAllDataRead() {
                        try {
                            connection.close();
                        } catch (Exception e) {
                            throw new AssertionError(e);
                        }
                    }

                    @Override
                    public void onError(Throwable failure) {
                        EVENTS.add("error");
                    }
                });
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public void destroy() {
            EVENTS.add("destroy");
        }
    }

    public static final class Upgrades extends HttpServlet {
        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response)
                throws ServletException, IOException {
            response.setHeader("Upgrade", "echo");
            request.upgrade(Echo.class);
            EVENTS.add("asked");
        }
    }

    @Test
    void upgrades() {
        FakeExchange exchange = web.get("/shop/up");
        assertThat(exchange.response().status()).isEqualTo(101);
        var connection = exchange.response().upgraded();
        connection.input().feed("ping".getBytes(StandardCharsets.UTF_8));
        web.work.run();
        assertThat(connection.output().text()).isEqualTo("ping");
        connection.input().end();
        web.work.run();
        assertThat(EVENTS).containsExactly("asked", "init", "destroy");
    }

    /** Nothing has been sent by then: a client that did not ask for another protocol gets an answer, not a broken connection. */
    @Test
    void answersWhereTheClientDidNotAskForAnotherProtocol() {
        FakeExchange exchange = new FakeExchange("GET", "/shop/up");
        exchange.response().notUpgradable();
        web.send(exchange);
        assertThat(exchange.response().status()).isEqualTo(500);
        assertThat(exchange.response().ended()).isTrue();
        assertThat(exchange.response().headers().contains("Upgrade")).isFalse();
        assertThat(exchange.aborted()).isNull();
        assertThat(EVENTS).containsExactly("asked");
    }

    public static final class EndsAtOnce implements UpgradeProtocol {
        @Override
        public void connected(UpgradedConnection connection) {
            EVENTS.add("connected");
            connection.ended();
        }

        @Override
        public void loginEnded() {
            EVENTS.add("login ended");
        }

        @Override
        public void stopping() {
            EVENTS.add("stopping");
        }
    }

    public static final class Protocols extends HttpServlet {
        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response)
                throws ServletException, IOException {
            request.upgrade(EndsAtOnce.class);
        }
    }

    @Test
    void doesNotWaitForAConnectionThatHasEndedAtOnce() throws Exception {
        web.close();
        web.deploy(servlet("protocols", Protocols.class, "/protocols"));
        web.get("/shop/protocols");
        web.close();
        assertThat(EVENTS).containsExactly("connected");
    }
}
