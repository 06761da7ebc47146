package io.keelson.servlet;

import static io.keelson.servlet.TestWeb.servlet;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.servlet.fixture.FakeExchange;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Asynchronous requests that end before they are done: who is told, and what the client gets (Servlet 6.1, 2.3.3.3, 3.7 and 5.4). */
class AsyncEndsTest {
    private static final List<String> SEEN = new CopyOnWriteArrayList<>();

    @TempDir
    Path directory;

    private TestWeb web;

    @BeforeEach
    void deploy() throws Exception {
        SEEN.clear();
        web = new TestWeb(directory)
                .deploy(servlet("writes", Writes.class, "/writes")
                        + servlet("reads", Reads.class, "/reads")
                        + servlet("half", Half.class, "/half")
                        + servlet("task", Task.class, "/task"));
    }

    @AfterEach
    void stop() {
        web.close();
    }

    private static final class Notes implements AsyncListener {
        @Override
        public void onComplete(AsyncEvent event) {
            SEEN.add("complete");
        }

        @Override
        public void onTimeout(AsyncEvent event) {
            SEEN.add("timeout");
        }

        @Override
        public void onError(AsyncEvent event) {
            SEEN.add("error");
        }

        @Override
        public void onStartAsync(AsyncEvent event) {
            SEEN.add("start");
        }
    }

    public static final class Writes extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            AsyncContext context = request.startAsync();
            context.addListener(new Notes());
            ServletOutputStream out = response.getOutputStream();
            out.setWriteListener(new WriteListener() {
                @Override
                public void onWritePossible() throws IOException {
                    SEEN.add("write");
                    out.write('a');
                    SEEN.add("ready " + out.isReady());
                }

                @Override
                public void onError(Throwable failure) {
                    SEEN.add("write error");
                    // What it was to send has to be let go, and this is where applications do it.
                    context.complete();
                }
            });
        }
    }

    @Test
    void aWriterThatWaitsIsToldOfAClientThatHasGone() {
        FakeExchange exchange = web.send(new FakeExchange("GET", "/shop/writes"));
        assertThat(SEEN).containsExactly("write", "ready true");
        exchange.abort(new IOException("reset"));
        web.work.run();
        assertThat(SEEN).containsExactly("write", "ready true", "write error", "error", "complete");
    }

    /** Runs a task that does what is asked for, and then throws. */
    public static final class Task extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            if (request.getDispatcherType() == DispatcherType.ASYNC) {
                AsyncContext next = request.startAsync();
                next.addListener(new Notes());
                response.getWriter().print("next");
                next.start(next::complete);
                return;
            }
            AsyncContext context = request.startAsync();
            context.addListener(new Notes());
            String first = request.getParameter("first");
            context.start(() -> {
                if ("complete".equals(first)) {
                    context.complete();
                } else if ("dispatch".equals(first)) {
                    context.dispatch();
                }
                throw new AssertionError("of the task");
            });
        }
    }

    @Test
    void aTaskThatThrowsEndsTheCycleWithAnError() {
        FakeExchange exchange = web.send(new FakeExchange("GET", "/shop/task"));
        web.work.run();
        assertThat(SEEN).containsExactly("error", "complete");
        assertThat(exchange.response().status()).isEqualTo(500);
    }

    @Test
    void aTaskThatThrowsAfterItHasCompletedChangesNothing() {
        FakeExchange exchange = web.send(new FakeExchange("GET", "/shop/task?first=complete"));
        web.work.run();
        assertThat(SEEN).containsExactly("complete");
        assertThat(exchange.response().status()).isEqualTo(200);
    }

    @Test
    void aTaskThatThrowsAfterItHasDispatchedDoesNotDisturbTheNextCycle() {
        FakeExchange exchange = web.send(new FakeExchange("GET", "/shop/task?first=dispatch"));
        web.work.run();
        assertThat(SEEN).containsExactly("start", "complete");
        assertThat(exchange.response().status()).isEqualTo(200);
        assertThat(exchange.response().text()).isEqualTo("next");
    }

    public static final class Reads extends HttpServlet {
        @Override
        protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
            AsyncContext context = request.startAsync();
            context.addListener(new Notes());
            ServletInputStream in = request.getInputStream();
            in.setReadListener(new ReadListener() {
                @Override
                public void onDataAvailable() throws IOException {
                    while (in.isReady()) {
                        SEEN.add(Character.toString(in.read()));
                    }
                }

                @Override
                public void onAllDataRead() {
                    SEEN.add("all");
                }

                @Override
                public void onError(Throwable failure) {
                    SEEN.add("read error");
                }
            });
        }
    }

    @Test
    void aReaderThatWaitsIsToldOfAClientThatHasGone() {
        FakeExchange exchange = web.send(new FakeExchange("POST", "/shop/reads"));
        exchange.body().feed("a".getBytes(StandardCharsets.US_ASCII));
        web.work.run();
        exchange.abort(new IOException("reset"));
        web.work.run();
        assertThat(SEEN).containsExactly("a", "read error", "error", "complete");
    }

    @Test
    void aReaderIsToldOnceWhereItsBodyBreaksOffAsWell() {
        FakeExchange exchange = web.send(new FakeExchange("POST", "/shop/reads"));
        exchange.body().fail(new IOException("reset"));
        exchange.abort(new IOException("reset"));
        web.work.run();
        assertThat(SEEN).containsExactly("read error", "error", "complete");
    }

    @Test
    void aReaderThatHasReadAllIsNotToldOfAnError() {
        FakeExchange exchange = web.send(new FakeExchange("POST", "/shop/reads"));
        exchange.body().end();
        web.work.run();
        exchange.abort(new IOException("reset"));
        web.work.run();
        assertThat(SEEN).containsExactly("all", "error", "complete");
    }

    public static final class Half extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            AsyncContext context = request.startAsync();
            context.addListener(new Notes());
            context.setTimeout(1000);
            response.getOutputStream().print("half of it");
            if (request.getParameter("close") == null) {
                response.flushBuffer();
            } else {
                response.getOutputStream().close();
            }
        }
    }

    /** Ended properly it would be taken for the whole; an error page comes too late. */
    @Test
    void whatTimesOutInTheMiddleOfItsResponseIsBrokenOff() {
        FakeExchange exchange = web.get("/shop/half");
        assertThat(exchange.response().text()).isEqualTo("half of it");
        web.pass(Duration.ofSeconds(2));
        assertThat(SEEN).containsExactly("timeout", "complete");
        assertThat(exchange.response().ended()).isFalse();
        assertThat(exchange.aborted()).hasMessageContaining("time-out");
    }

    @Test
    void whatTimesOutBehindTheEndOfItsResponseIsNot() {
        FakeExchange exchange = web.get("/shop/half?close=1");
        web.pass(Duration.ofSeconds(2));
        assertThat(SEEN).containsExactly("timeout", "complete");
        assertThat(exchange.aborted()).isNull();
        assertThat(exchange.response().ended()).isTrue();
    }
}
