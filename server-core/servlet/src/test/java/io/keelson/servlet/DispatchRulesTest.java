package io.keelson.servlet;

import static io.keelson.servlet.TestWeb.servlet;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.servlet.fixture.FakeExchange;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what targets of dispatches see of where they are, and of where the request came to (Servlet 6.1, 9 and 10.9). */
class DispatchRulesTest {
    @TempDir
    Path directory;

    private TestWeb web;

    @BeforeEach
    void makeServer() {
        web = new TestWeb(directory);
    }

    @AfterEach
    void stop() {
        web.close();
    }

    /** Says where it is, and what the attributes of a kind of dispatch say. */
    public static final class Target extends HttpServlet {
        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
            String kind = "jakarta.servlet." + request.getParameter("kind") + ".";
            String attributes = Stream.of("request_uri", "context_path", "servlet_path", "path_info", "query_string")
                    .map(name -> String.valueOf(request.getAttribute(kind + name)))
                    .collect(Collectors.joining(" "));
            response.getWriter()
                    .print(request.getDispatcherType() + " " + request.getRequestURI() + " " + request.getServletPath()
                            + " " + request.getPathInfo() + " " + request.getQueryString() + " [" + attributes + " "
                            + (request.getAttribute(kind + "mapping") != null) + "]");
        }
    }

    public static final class Source extends HttpServlet {
        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response)
                throws ServletException, IOException {
            String to = request.getParameter("to");
            RequestDispatcher dispatcher = to.startsWith("/")
                    ? request.getRequestDispatcher(to)
                    : getServletContext().getNamedDispatcher(to);
            if (dispatcher == null) {
                response.getWriter().print("none");
            } else if (request.getParameter("kind").equals("forward")) {
                response.getWriter().print("cleared");
                dispatcher.forward(request, response);
            } else {
                response.getWriter().print("kept ");
                dispatcher.include(request, response);
            }
        }
    }

    private void deploy() throws Exception {
        web.deploy(servlet("source", Source.class, "/source/*") + servlet("target", Target.class, "/target/*"));
    }

    /** 9.4 and 9.4.2: the path is that of the target, the attributes those of the original request. */
    @Test
    void aForwardSeesItsOwnPathAndTheAttributesOfTheOriginal() throws Exception {
        deploy();
        assertThat(web.get("/shop/source/a?kind=forward&to=/target/b")
                        .response()
                        .text())
                .isEqualTo("FORWARD /shop/target/b /target /b kind=forward&to=/target/b"
                        + " [/shop/source/a /shop /source /a kind=forward&to=/target/b true]");
        // 9.4.1: the query string of the dispatcher is the target's.
        assertThat(web.get("/shop/source/a?kind=forward&to=/target/b?c=d")
                        .response()
                        .text())
                .startsWith("FORWARD /shop/target/b /target /b c=d [/shop/source/a /shop /source /a kind=forward");
    }

    /** 9.3.1: the path stays that of the request, the attributes are those of the target. */
    @Test
    void anIncludeSeesThePathOfTheRequestAndItsOwnAttributes() throws Exception {
        deploy();
        assertThat(web.get("/shop/source/a?kind=include&to=/target/b?c=d")
                        .response()
                        .text())
                .isEqualTo("kept INCLUDE /shop/source/a /source /a kind=include&to=/target/b?c=d"
                        + " [/shop/target/b /shop /target /b c=d true]");
    }

    /** 9.3.1, 9.4 and 9.4.2: by name the path is that of the original, and there are no attributes; 9.1: null for no servlet. */
    @Test
    void aDispatchByNameLeavesThePathAndSetsNoAttributes() throws Exception {
        deploy();
        for (String kind : new String[] {"forward", "include"}) {
            assertThat(web.get("/shop/source/a?to=target&kind=" + kind)
                            .response()
                            .text())
                    .endsWith(
                            " /shop/source/a /source /a to=target&kind=" + kind + " [null null null null null false]");
        }
        assertThat(web.get("/shop/source/a?to=nobody&kind=forward").response().text())
                .isEqualTo("none");
    }

    public static final class Fails extends HttpServlet {
        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.sendError(409);
        }
    }

    public static final class Page extends HttpServlet {
        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.getWriter()
                    .print(request.getDispatcherType() + " " + request.getMethod() + " "
                            + request.getAttribute(RequestDispatcher.ERROR_METHOD) + " "
                            + request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE) + " "
                            + request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI) + " "
                            + request.getAttribute(RequestDispatcher.ERROR_QUERY_STRING) + " "
                            + request.getAttribute(RequestDispatcher.ERROR_SERVLET_NAME));
        }
    }

    /** 10.9.2: whatever the method was, an error page is got, and told of it. */
    @Test
    void anErrorPageIsGot() throws Exception {
        web.deploy(servlet("fails", Fails.class, "/fails") + servlet("page", Page.class, "/page")
                + "<error-page><error-code>409</error-code><location>/page</location></error-page>");
        assertThat(web.send(new FakeExchange("PUT", "/shop/fails?a=b"))
                        .response()
                        .text())
                .isEqualTo("ERROR GET PUT 409 /shop/fails a=b fails");
    }

    public static final class Originals extends HttpServlet {
        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
            AsyncContext context = request.getParameter("wrapped") == null
                    ? request.startAsync(request, response)
                    : request.startAsync(new HttpServletRequestWrapper(request), response);
            response.getWriter().print(context.hasOriginalRequestAndResponse());
            context.complete();
        }
    }

    /** 2.3.3.3. */
    @Test
    void anAsynchronousContextTellsWhetherThereAreWrappers() throws Exception {
        web.deploy(servlet("originals", Originals.class, "/originals"));
        assertThat(web.get("/shop/originals").response().text()).isEqualTo("true");
        assertThat(web.get("/shop/originals?wrapped").response().text()).isEqualTo("false");
    }
}
