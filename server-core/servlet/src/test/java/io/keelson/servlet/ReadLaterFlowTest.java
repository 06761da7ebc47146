package io.keelson.servlet;

import static io.keelson.servlet.TestWeb.servlet;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.servlet.fixture.FakeExchange;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Readers that take what has been announced when they have room for it, not within {@code onDataAvailable}: reactive
 * streams on the servlet's (3.7).
 */
class ReadLaterFlowTest {
    private static final List<String> EVENTS = new CopyOnWriteArrayList<>();
    private static final AtomicReference<ServletInputStream> INPUT = new AtomicReference<>();

    @TempDir
    Path directory;

    private TestWeb web;

    @BeforeEach
    void deploy() throws Exception {
        EVENTS.clear();
        web = new TestWeb(directory).deploy(servlet("later", Later.class, "/later"));
    }

    @AfterEach
    void stop() {
        web.close();
    }

    public static final class Later extends HttpServlet {
        @Override
        protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
            AsyncContext context = request.startAsync();
            INPUT.set(request.getInputStream());
            INPUT.get().setReadListener(new ReadListener() {
                @Override
                public void onDataAvailable() {
                    EVENTS.add("data");
                }

                @Override
                public void onAllDataRead() {
                    EVENTS.add("all");
                    context.complete();
                }

                @Override
                public void onError(Throwable failure) {
                    EVENTS.add("error " + failure.getMessage());
                }
            });
        }
    }

    /** As much as there is, as a reader with demand does. */
    private static String drain() throws IOException {
        StringBuilder read = new StringBuilder();
        while (INPUT.get().isReady()) {
            read.append((char) INPUT.get().read());
        }
        return read.toString();
    }

    @Test
    void theEndOfABodyOfKnownLengthIsAnnounced() throws Exception {
        FakeExchange exchange = web.send(new FakeExchange("POST", "/shop/later")
                .content("text/plain", "hello".getBytes(StandardCharsets.ISO_8859_1)));
        assertThat(EVENTS).containsExactly("data");
        assertThat(drain()).isEqualTo("hello");
        assertThat(INPUT.get().isReady()).isFalse();
        web.work.run();
        assertThat(EVENTS).containsExactly("data", "all");
        assertThat(exchange.response().ended()).isTrue();
    }

    @Test
    void theEndOfABodyInChunksIsAnnounced() throws Exception {
        FakeExchange exchange = web.send(new FakeExchange("POST", "/shop/later"));
        exchange.body().feed("hel".getBytes(StandardCharsets.ISO_8859_1));
        web.work.run();
        assertThat(drain()).isEqualTo("hel");
        exchange.body().feed("lo".getBytes(StandardCharsets.ISO_8859_1));
        exchange.body().end();
        web.work.run();
        assertThat(EVENTS).containsExactly("data", "data");
        assertThat(drain()).isEqualTo("lo");
        web.work.run();
        assertThat(EVENTS).containsExactly("data", "data", "all");
        assertThat(exchange.response().ended()).isTrue();
    }
}
