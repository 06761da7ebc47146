package io.keelson.servlet;

import static io.keelson.servlet.TestWeb.servlet;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.base.trace.Span;
import io.keelson.base.trace.TraceContext;
import io.keelson.base.trace.Tracer;
import io.keelson.kernel.context.CurrentSpan;
import io.keelson.kernel.context.InvocationContext;
import io.keelson.servlet.fixture.FakeExchange;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what the container says of a request that is followed, and what the application sees of that. */
class FollowedFlowTest {
    @TempDir
    Path directory;

    private TestWeb web;
    private Tracer tracer;

    /** Says what it is followed as. */
    public static final class Told extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            TraceContext ids = CurrentSpan.idsOf(InvocationContext.current());
            response.getWriter().print(request.getAttribute("io.keelson.traceparent") + " " + spanOf(ids));
        }

        private static String spanOf(TraceContext ids) {
            return ids == null ? "nobody" : ids.spanText();
        }
    }

    /** Fails as it is told to. */
    public static final class Failing extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws IOException, ServletException {
            switch (request.getParameter("how")) {
                case "plain" -> throw new IllegalStateException("hidden");
                case "wrapped" -> throw new ServletException("outer", new java.sql.SQLException("hidden"));
                case "late" -> {
                    response.getWriter().print("x");
                    response.flushBuffer();
                    throw new IllegalStateException("hidden");
                }
                default -> response.sendError(404);
            }
        }
    }

    /** Goes on later, by a dispatch. */
    public static final class Later extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) {
            AsyncContext cycle = request.startAsync();
            cycle.dispatch("/told");
        }
    }

    @BeforeEach
    void deploy() throws Exception {
        web = new TestWeb(directory)
                .deploy(servlet("told", Told.class, "/told", "*.do")
                        + servlet("failing", Failing.class, "/fail/*")
                        + servlet("later", Later.class, "/later"));
        tracer = new Tracer(1, web.ticker, span -> {});
    }

    private FakeExchange get(String target, Span span) {
        return web.send(new FakeExchange("GET", target).followed(span));
    }

    private Span span() {
        return tracer.begin(Span.Kind.SERVER, null);
    }

    private String routeOf(String target) {
        Span span = span();
        get(target, span);
        return span.route();
    }

    @Test
    void theRouteIsThePatternThatServes() {
        assertThat(routeOf("/shop/told")).isEqualTo("/shop/told");
        assertThat(routeOf("/shop/any/where.do")).isEqualTo("/shop/*.do");
        assertThat(routeOf("/shop/fail/x?how=x")).isEqualTo("/shop/fail/*");
        assertThat(routeOf("/shop/some/file.txt")).isEqualTo("/shop/*");
        assertThat(routeOf("/elsewhere")).isNull();
        assertThat(routeOf("/shop/later")).as("as it came").isEqualTo("/shop/later");
    }

    @Test
    void theApplicationLearnsWhatToSendOn() {
        Span span = span();
        assertThat(get("/shop/told", span).response().text())
                .isEqualTo(span.context().traceparent() + " " + span.context().spanText());
        assertThat(get("/shop/later", span).response().text())
                .isEqualTo(span.context().traceparent() + " " + span.context().spanText());
        assertThat(get("/shop/told", null).response().text()).isEqualTo("null nobody");
        assertThat(InvocationContext.current()).isNull();
    }

    private String failureOf(String how) {
        Span span = span();
        get("/shop/fail/x?how=" + how, span);
        return span.failure();
    }

    @Test
    void whatTheApplicationFailsForIsKnown() {
        assertThat(failureOf("plain")).isEqualTo("java.lang.IllegalStateException");
        assertThat(failureOf("wrapped")).isEqualTo("java.sql.SQLException");
        assertThat(failureOf("late")).isEqualTo("java.lang.IllegalStateException");
        assertThat(failureOf("404")).isNull();
    }
}
