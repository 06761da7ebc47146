package io.keelson.servlet;

import static io.keelson.servlet.TestWeb.listener;
import static io.keelson.servlet.TestWeb.servlet;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.servlet.fixture.FakeExchange;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionListener;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The context of an application and its end (Servlet 6.1, 4 and 11), and rules of requests and responses (3 and 5). */
class ContextRulesTest {
    private static final List<String> EVENTS = new CopyOnWriteArrayList<>();

    @TempDir
    Path directory;

    private TestWeb web;

    @BeforeEach
    void makeServer() {
        EVENTS.clear();
        web = new TestWeb(directory);
    }

    @AfterEach
    void stop() {
        web.close();
    }

    public static final class Context extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            ServletContext context = getServletContext();
            Object temporary = context.getAttribute(ServletContext.TEMPDIR);
            Set<String> paths = context.getResourcePaths("/");
            response.getWriter()
                    .print((temporary instanceof File directory && directory.isDirectory() && directory.canWrite())
                            + " " + new TreeSet<>(paths) + " " + context.getResourcePaths("/none") + " "
                            + (context.getResource("/WEB-INF/web.xml") != null) + " "
                            + context.getResource("/none"));
        }
    }

    /** 4.6 and 4.8.1. */
    @Test
    void theContextHasATemporaryDirectoryAndResources() throws Exception {
        web.file("a.txt", "a").file("dir/b.txt", "b");
        web.deploy(servlet("context", Context.class, "/context"));
        assertThat(web.get("/shop/context").response().text())
                .isEqualTo("true [/WEB-INF/, /a.txt, /dir/] null true null");
    }

    public static final class Ends implements ServletContextListener, HttpSessionListener {
        @Override
        public void contextDestroyed(ServletContextEvent event) {
            EVENTS.add("context");
        }

        @Override
        public void sessionDestroyed(HttpSessionEvent event) {
            EVENTS.add("session");
        }
    }

    public static final class Begins extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) {
            request.getSession();
        }

        @Override
        public void destroy() {
            EVENTS.add("servlet");
        }
    }

    /** 11.3.4: sessions end before the context does. */
    @Test
    void whenTheApplicationStopsSessionsEndBeforeTheContext() throws Exception {
        web.deploy(listener(Ends.class) + servlet("begins", Begins.class, "/begins"));
        web.get("/shop/begins");
        web.close();
        assertThat(EVENTS).containsExactly("servlet", "session", "context");
    }

    public static final class Buffers extends HttpServlet {
        private interface Call {
            void make() throws IOException;
        }

        private static String refused(Call call) throws IOException {
            try {
                call.make();
                return "taken";
            } catch (IllegalStateException e) {
                return "refused";
            }
        }

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.setBufferSize(20_000);
            boolean large = response.getBufferSize() >= 20_000;
            response.setHeader("Kept", "yes");
            response.getWriter().print("forgotten");
            String late = refused(() -> response.setBufferSize(30_000));
            response.resetBuffer();
            response.getWriter().print(large + " " + late + " ");
            response.flushBuffer();
            response.getWriter()
                    .print(refused(response::resetBuffer) + " " + refused(response::reset) + " "
                            + refused(() -> response.sendError(500)) + " "
                            + refused(() -> response.sendRedirect("/")));
        }
    }

    /** 5.1 and 5.5. */
    @Test
    void aBufferIsOfTheSizeThatIsAskedForAndGoneOnceItIsSent() throws Exception {
        web.deploy(servlet("buffers", Buffers.class, "/buffers"));
        FakeExchange exchange = web.get("/shop/buffers");
        assertThat(exchange.response().text()).isEqualTo("true refused refused refused refused refused");
        assertThat(exchange.response().headers().get("Kept")).isEqualTo("yes");
    }

    public static final class Numbers extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            try {
                response.getWriter().print(request.getIntHeader("Count"));
            } catch (NumberFormatException e) {
                response.getWriter().print("no number");
            }
        }
    }

    /** 3.4. */
    @Test
    void aHeaderThatIsNoNumberIsRefusedAsOne() throws Exception {
        web.deploy(servlet("numbers", Numbers.class, "/numbers"));
        assertThat(web.get("/shop/numbers").response().text()).isEqualTo("-1");
        assertThat(web.send(new FakeExchange("GET", "/shop/numbers").header("Count", "7"))
                        .response()
                        .text())
                .isEqualTo("7");
        assertThat(web.send(new FakeExchange("GET", "/shop/numbers").header("Count", "x"))
                        .response()
                        .text())
                .isEqualTo("no number");
    }

    public static final class Reads extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            var session = request.getSession();
            session.setAttribute("a", 1);
            EVENTS.add(request.getParameter("to"));
            session.getAccessor().access(same -> EVENTS.add(same.getAttribute("a") + " in the accessor"));
        }
    }

    /** 7.3: outside of a request a session is reached by its accessor. */
    @Test
    void aSessionIsReachedByItsAccessor() throws Exception {
        web.deploy(servlet("reads", Reads.class, "/reads"));
        web.get("/shop/reads?to=first");
        assertThat(EVENTS).containsExactly("first", "1 in the accessor");
    }
}
