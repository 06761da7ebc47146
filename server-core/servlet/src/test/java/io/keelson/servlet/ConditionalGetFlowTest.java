package io.keelson.servlet;

import static io.keelson.servlet.TestWeb.filter;
import static io.keelson.servlet.TestWeb.servlet;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.servlet.fixture.FakeExchange;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Conditional requests for servlets that say when they changed (Servlet 6.1, 2.1.4). */
class ConditionalGetFlowTest {
    private static final String NEWS_AT = "Sun, 06 Nov 1994 08:49:37 GMT";

    @TempDir
    Path directory;

    private TestWeb web;

    @BeforeEach
    void deploy() throws Exception {
        web = new TestWeb(directory)
                .deploy(servlet("news", News.class, "/news", "/wrapped/news")
                        + servlet("asks", Asks.class, "/asks")
                        + filter("wraps", Wraps.class, "/wrapped/*", "REQUEST"));
    }

    @AfterEach
    void stop() {
        web.close();
    }

    public static final class News extends HttpServlet {
        @Override
        protected long getLastModified(HttpServletRequest request) {
            return 784_111_777_000L;
        }

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.getWriter().print("news");
        }
    }

    public static final class Wraps extends HttpFilter {
        @Override
        protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            chain.doFilter(new HttpServletRequestWrapper(request) {}, response);
        }
    }

    public static final class Asks extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            try {
                response.getWriter().print(request.getDateHeader("If-Modified-Since"));
            } catch (IllegalArgumentException e) {
                response.getWriter().print("no date");
            }
        }
    }

    private FakeExchange get(String path, String since) {
        return web.send(new FakeExchange("GET", path).header("If-Modified-Since", since));
    }

    @Test
    void whatHasNotChangedIsNotSentAgain() {
        assertThat(web.get("/shop/news").response().headers().get("Last-Modified"))
                .isEqualTo(NEWS_AT);
        assertThat(get("/shop/news", NEWS_AT).response().status()).isEqualTo(304);
        assertThat(get("/shop/news", NEWS_AT.replace("37", "36")).response().text())
                .isEqualTo("news");
    }

    /** RFC 9110, 13.1.3: a field that is no date is ignored. */
    @Test
    void aConditionThatIsNoDateDoesNotCount() {
        for (String path : new String[] {"/shop/news", "/shop/wrapped/news"}) {
            FakeExchange exchange = get(path, "junk");
            assertThat(exchange.response().status()).as(path).isEqualTo(200);
            assertThat(exchange.response().text()).as(path).isEqualTo("news");
        }
    }

    /** HttpServletRequest.getDateHeader. */
    @Test
    void whoeverElseAsksForADateIsToldThatItIsNone() {
        assertThat(get("/shop/asks", "junk").response().text()).isEqualTo("no date");
        assertThat(get("/shop/asks", NEWS_AT).response().text()).isEqualTo("784111777000");
        assertThat(web.get("/shop/asks").response().text()).isEqualTo("-1");
    }
}
