package io.keelson.servlet;

import static io.keelson.servlet.TestWeb.servlet;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what the target of a dispatch sees of the wrappers that it was given (Servlet 6.1, 6.2.2 and 9). */
class WrappedDispatchTest {
    @TempDir
    Path directory;

    private TestWeb web;

    @AfterEach
    void stop() {
        web.close();
    }

    /** Says that every parameter is of the wrapper. */
    static final class Wrapper extends HttpServletRequestWrapper {
        Wrapper(HttpServletRequest request) {
            super(request);
        }

        @Override
        public String getParameter(String name) {
            return "wrapped";
        }
    }

    static final class ResponseWrapper extends HttpServletResponseWrapper {
        ResponseWrapper(HttpServletResponse response) {
            super(response);
        }
    }

    public static final class From extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws ServletException, IOException {
            Wrapper wrapper = new Wrapper(request);
            ResponseWrapper responseWrapper = new ResponseWrapper(response);
            request.setAttribute("wrapper", wrapper);
            request.setAttribute("response", responseWrapper);
            RequestDispatcher target = request.getRequestDispatcher("/target?b=2");
            if ("include".equals(request.getParameter("by"))) {
                target.include(wrapper, responseWrapper);
                response.getWriter().print(" then " + wrapper.getServletPath() + " " + wrapper.getQueryString());
                response.setHeader("X-After", "1");
            } else {
                target.forward(wrapper, responseWrapper);
                request.setAttribute("after", wrapper.getServletPath());
            }
        }
    }

    /** Forwards as frameworks do that have an injected request: a proxy is behind the wrapper. */
    public static final class Proxied extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws ServletException, IOException {
            HttpServletRequest proxy = (HttpServletRequest) Proxy.newProxyInstance(
                    Proxied.class.getClassLoader(),
                    new Class<?>[] {HttpServletRequest.class},
                    (self, method, arguments) -> {
                        Object result = method.invoke(request, arguments);
                        return result == request ? self : result; // as Weld's do
                    });
            Wrapper wrapper = new Wrapper(proxy);
            request.setAttribute("wrapper", wrapper);
            request.setAttribute("response", response);
            request.getRequestDispatcher("/target?b=2").forward(wrapper, response);
        }
    }

    public static final class Target extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.setHeader("X-Target", "1");
            response.getWriter()
                    .print((request == request.getAttribute("wrapper")) + " "
                            + (response == request.getAttribute("response")) + " " + request.getParameter("a") + " "
                            + request.getParameterMap().get("b")[0] + " " + request.getServletPath() + " "
                            + request.getAttribute(RequestDispatcher.INCLUDE_SERVLET_PATH));
        }
    }

    private TestWeb deployed() throws Exception {
        web = new TestWeb(directory)
                .deploy(servlet("from", From.class, "/from")
                        + servlet("proxied", Proxied.class, "/proxied")
                        + servlet("target", Target.class, "/target"));
        return web;
    }

    @Test
    void forwardHandsOverTheVeryWrappersAndWhatTheyOverrideCounts() throws Exception {
        assertThat(deployed().get("/shop/from?a=1").response().text()).isEqualTo("true true wrapped 2 /target null");
    }

    @Test
    void theRequestIsFoundBehindAProxy() throws Exception {
        assertThat(deployed().get("/shop/proxied?a=1").response().text()).isEqualTo("true true wrapped 2 /target null");
    }

    @Test
    void includeHandsOverTheVeryWrappersAndLeavesThemAsTheyWere() throws Exception {
        var response = deployed().get("/shop/from?a=1&by=include").response();
        assertThat(response.text()).isEqualTo("true true wrapped 2 /from /target then /from a=1&by=include");
        assertThat(response.headers().get("X-Target")).isNull();
        assertThat(response.headers().get("X-After")).isEqualTo("1");
    }
}
