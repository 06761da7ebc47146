package io.keelson.servlet;

import static io.keelson.servlet.TestWeb.servlet;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.servlet.fixture.FakeExchange;
import jakarta.servlet.AsyncContext;
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
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests when listeners of streams may be set, and what is refused once there is one (Servlet 6.1, 3.7 and 5.4). */
class StreamListenerRulesTest {
    private static final List<String> SEEN = new CopyOnWriteArrayList<>();

    @TempDir
    Path directory;

    private TestWeb web;

    @BeforeEach
    void deploy() throws Exception {
        SEEN.clear();
        web = new TestWeb(directory)
                .deploy(servlet("plain", Plain.class, "/plain") + servlet("listens", Listens.class, "/listens"));
    }

    @AfterEach
    void stop() {
        web.close();
    }

    private interface Call {
        void make() throws IOException;
    }

    private static void note(String what, Call call) throws IOException {
        try {
            call.make();
            SEEN.add(what + " taken");
        } catch (IllegalStateException e) {
            SEEN.add(what + " refused");
        }
    }

    private static class Reads implements ReadListener {
        @Override
        public void onDataAvailable() throws IOException {
            // what comes is left where it is
        }

        @Override
        public void onAllDataRead() throws IOException {
            SEEN.add("all");
        }

        @Override
        public void onError(Throwable failure) {
            SEEN.add("error " + failure);
        }
    }

    private static class Writes implements WriteListener {
        @Override
        public void onWritePossible() throws IOException {
            // nothing is to be written
        }

        @Override
        public void onError(Throwable failure) {
            SEEN.add("error " + failure);
        }
    }

    public static final class Plain extends HttpServlet {
        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
            note("read", () -> request.getInputStream().setReadListener(new Reads()));
            note("write", () -> response.getOutputStream().setWriteListener(new Writes()));
        }
    }

    @Test
    void aListenerNeedsARequestThatIsAsynchronous() {
        web.get("/shop/plain");
        assertThat(SEEN).containsExactly("read refused", "write refused");
    }

    public static final class Listens extends HttpServlet {
        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
            AsyncContext context = request.startAsync();
            ServletInputStream in = request.getInputStream();
            in.setReadListener(new Reads() {
                @Override
                public void onDataAvailable() throws IOException {
                    while (in.isReady()) {
                        SEEN.add(Character.toString(in.read()));
                    }
                    note("read too early", in::read);
                }

                @Override
                public void onAllDataRead() throws IOException {
                    super.onAllDataRead();
                    context.complete();
                }
            });
            note("second reader", () -> in.setReadListener(new Reads()));
            ServletOutputStream out = response.getOutputStream();
            out.setWriteListener(new Writes());
            note("second writer", () -> out.setWriteListener(new Writes()));
            note("write too early", () -> out.write(1));
        }
    }

    @Test
    void whatIsNotReadyIsNeitherReadNorWritten() {
        FakeExchange exchange = new FakeExchange("POST", "/shop/listens");
        exchange.response().writable(false);
        web.send(exchange);
        assertThat(SEEN).containsExactly("second reader refused", "second writer refused", "write too early refused");
        SEEN.clear();
        exchange.body().feed("a".getBytes(StandardCharsets.US_ASCII));
        web.work.run();
        assertThat(SEEN).containsExactly("a", "read too early refused");
        exchange.body().end();
        web.work.run();
        assertThat(SEEN).endsWith("all");
        assertThat(exchange.isEnded()).isTrue();
    }
}
