package io.keelson.servlet;

import static io.keelson.servlet.TestWeb.filter;
import static io.keelson.servlet.TestWeb.listener;
import static io.keelson.servlet.TestWeb.servlet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.deploy.spi.DeploymentException;
import io.keelson.servlet.fixture.FakeExchange;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.UnavailableException;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests through a deployed application, from the door to the last byte. */
class RequestFlowTest {
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

    public static final class Hello extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.setContentType("text/plain");
            response.getWriter().print("Hello, World!");
        }
    }

    @Test
    void answersInOneWriteWithTheEnd() throws Exception {
        web.deploy(servlet("hello", Hello.class, "/hello"));
        FakeExchange exchange = web.get("/shop/hello");
        assertThat(exchange.response().text()).isEqualTo("Hello, World!");
        assertThat(exchange.response().status()).isEqualTo(200);
        assertThat(exchange.response().headers().get("Content-Type")).isEqualTo("text/plain;charset=ISO-8859-1");
        assertThat(exchange.response().writes()).isEqualTo(1);
        assertThat(exchange.response().ended()).isTrue();
    }

    @Test
    void answersWhatItIsNotThereFor() throws Exception {
        web.deploy(servlet("hello", Hello.class, "/hello"));
        assertThat(web.get("/elsewhere").response().status()).isEqualTo(404);
        assertThat(web.get("/shopping").response().status()).isEqualTo(404);
        assertThat(web.get("/shop/none").response().status()).isEqualTo(404);
        assertThat(web.get("/shop/%2e%2e/x").response().status()).isEqualTo(400);
        FakeExchange root = web.get("/shop?a=b");
        assertThat(root.response().status()).isEqualTo(302);
        assertThat(root.response().headers().get("Location")).isEqualTo("http://shop.example:8080/shop/?a=b");
        assertThat(web.send(new FakeExchange("DELETE", "/shop/hello"))
                        .response()
                        .status())
                .isEqualTo(405);
    }

    @Test
    void aRedirectToADirectoryKeepsThePathParametersBehindTheSlash() throws Exception {
        web.file("docs/index.html", "here").deploy(servlet("hello", Hello.class, "/hello"));
        for (String target : List.of("/shop;a=b?c=d", "/shop/docs;a=b?c=d")) {
            FakeExchange exchange = web.get(target);
            assertThat(exchange.response().status()).isEqualTo(302);
            assertThat(exchange.response().headers().get("Location"))
                    .isEqualTo("http://shop.example:8080" + target.replace(";", "/;"));
        }
        assertThat(web.get("/shop/docs/;a=b").response().text()).isEqualTo("here");
    }

    @Test
    void refusesWhatTheWorkManagerDoesNotTake() throws Exception {
        web.deploy(servlet("hello", Hello.class, "/hello"));
        web.work.full(true);
        assertThat(web.get("/shop/hello").response().status()).isEqualTo(503);
        web.work.full(false);
        assertThat(web.get("/shop/hello").response().status()).isEqualTo(200);
    }

    @Test
    void refusesRequestsBeforeTheStartAndAfterTheEnd() throws Exception {
        web.deploy(servlet("hello", Hello.class, "/hello"));
        web.close();
        assertThat(web.get("/shop/hello").response().status()).isEqualTo(404);
    }

    @Test
    void saysTryAgainBetweenTwoVersionsAndNotThatThereIsNone() throws Exception {
        web.deploy(servlet("hello", Hello.class, "/hello"));
        web.replace(servlet("hello", Hello.class, "/hi"), () -> {
            FakeExchange between = web.get("/shop/hello");
            assertThat(between.response().status()).isEqualTo(503);
            assertThat(between.response().headers().get("Retry-After")).isEqualTo("1");
        });
        assertThat(web.get("/shop/hi").response().status()).isEqualTo(200);
    }

    @Test
    void keepsNoPlaceForAVersionThatWasGivenUp() throws Exception {
        web.deploy(servlet("hello", Hello.class, "/hello"));
        web.prepareAndUndo(servlet("hello", Hello.class, "/hello"));
        assertThat(web.get("/shop/hello").response().status()).isEqualTo(200);
        web.close();
        assertThat(web.get("/shop/hello").response().status()).isEqualTo(404);
    }

    public static final class Paths extends HttpServlet {
        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.getWriter()
                    .print(request.getRequestURI() + "|" + request.getContextPath() + "|" + request.getServletPath()
                            + "|" + request.getPathInfo() + "|" + request.getQueryString() + "|"
                            + request.getHttpServletMapping().getMatchValue() + "|" + request.getRequestURL());
        }
    }

    @Test
    void tellsThePathElements() throws Exception {
        web.deploy(servlet("paths", Paths.class, "/lawn/*"));
        assertThat(web.get("/shop/lawn/a%20b;x=1/c?q=%41").response().text())
                .isEqualTo("/shop/lawn/a%20b;x=1/c|/shop|/lawn|/a b/c|q=%41|a b/c"
                        + "|http://shop.example:8080/shop/lawn/a%20b;x=1/c");
        assertThat(web.get("/sh%6Fp/lawn").response().text()).startsWith("/sh%6Fp/lawn|/sh%6Fp|/lawn|null|null||");
    }

    public static final class Echo extends HttpServlet {
        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.setCharacterEncoding(StandardCharsets.UTF_8);
            StringBuilder text = new StringBuilder();
            request.getParameterMap()
                    .forEach((name, values) -> text.append(name)
                            .append('=')
                            .append(String.join(",", values))
                            .append(';'));
            response.getWriter().print(text);
        }
    }

    @Test
    void readsParametersOfQueryThenForm() throws Exception {
        web.deploy(servlet("echo", Echo.class, "/echo"));
        FakeExchange exchange = web.send(new FakeExchange("POST", "/shop/echo?a=hello&b=%C3%A4&c").form("a=x+y&a=%26"));
        assertThat(exchange.response().text()).isEqualTo("a=hello,x y,&;b=ä;c=;");
        FakeExchange utf8 = web.send(new FakeExchange("POST", "/shop/echo")
                .content("application/x-www-form-urlencoded; charset=UTF-8", "n=%E2%82%AC".getBytes()));
        assertThat(utf8.response().text()).isEqualTo("n=€;");
    }

    @Test
    void refusesParametersThatAreMalformedOrTooMany() throws Exception {
        web.deploy(servlet("echo", Echo.class, "/echo"));
        assertThat(web.get("/shop/echo?a=%zz").response().status()).isEqualTo(400);
        assertThat(web.get("/shop/echo?a=%FF").response().status()).isEqualTo(400);
        assertThat(web.get("/shop/echo?" + "a&".repeat(101)).response().status())
                .isEqualTo(413);
        assertThat(web.send(new FakeExchange("POST", "/shop/echo").form("a=" + "x".repeat(2000)))
                        .response()
                        .status())
                .isEqualTo(413);
    }

    public static final class Mark implements Filter {
        @Override
        public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            ((HttpServletResponse) response)
                    .addHeader("X-Filter", request.getDispatcherType().name());
            chain.doFilter(request, response);
        }
    }

    public static final class Forwards extends HttpServlet {
        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response)
                throws ServletException, IOException {
            response.getWriter().print("dropped");
            request.getRequestDispatcher("show?a=2&b=3").forward(request, response);
            response.getWriter().print("ignored");
            request.setAttribute("after", response.isCommitted());
        }
    }

    public static final class Shows extends HttpServlet {
        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.getWriter()
                    .print(request.getDispatcherType() + "|" + request.getRequestURI() + "|"
                            + request.getServletPath() + "|" + String.join(",", request.getParameterValues("a")) + "|"
                            + request.getAttribute("jakarta.servlet.forward.request_uri") + "|"
                            + request.getAttribute("jakarta.servlet.forward.query_string") + "|"
                            + request.getAttribute("jakarta.servlet.include.servlet_path"));
        }
    }

    @Test
    void forwards() throws Exception {
        web.deploy(servlet("from", Forwards.class, "/x/from")
                + servlet("show", Shows.class, "/x/show")
                + filter("mark", Mark.class, "/*", "REQUEST", "FORWARD"));
        FakeExchange exchange = web.get("/shop/x/from?a=1");
        assertThat(exchange.response().text()).isEqualTo("FORWARD|/shop/x/show|/x/show|2,1|/shop/x/from|a=1|null");
        assertThat(exchange.response().headers().all("X-Filter")).containsExactly("REQUEST", "FORWARD");
        assertThat(exchange.response().writes()).isEqualTo(1);
    }

    public static final class ForwardsToName extends HttpServlet {
        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response)
                throws ServletException, IOException {
            request.getRequestDispatcher("/files/ä b.txt").forward(request, response);
        }
    }

    @Test
    void forwardsToNamesThatAreNoUris() throws Exception {
        web.file("files/ä b.txt", "found");
        web.deploy(servlet("from", ForwardsToName.class, "/from"));
        assertThat(web.get("/shop/from").response().text()).isEqualTo("found");
    }

    @Test
    void choosesTheUsualWelcomeFiles() throws Exception {
        web.file("docs/index.htm", "docs").deploy(servlet("hello", Hello.class, "/hello"));
        assertThat(web.get("/shop/docs/").response().text()).isEqualTo("docs");
        assertThat(web.get("/shop/docs").response().headers().get("Location")).endsWith("/shop/docs/");
    }

    @Test
    void endsTheExchangeOfAClientThatHasGone() throws Exception {
        web.deploy(servlet("hello", Hello.class, "/hello"));
        FakeExchange exchange = new FakeExchange("GET", "/shop/hello");
        exchange.response().breakOff();
        web.send(exchange);
        assertThat(exchange.isEnded()).isTrue();
        assertThat(exchange.response().text()).isEmpty();
    }

    public static final class Includes extends HttpServlet {
        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response)
                throws ServletException, IOException {
            response.getWriter().print("[");
            request.getRequestDispatcher("/show?a=2").include(request, response);
            response.getWriter().print("]" + request.getAttribute("jakarta.servlet.include.servlet_path"));
        }
    }

    public static final class SetsHead extends HttpServlet {
        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.setStatus(500);
            response.setHeader("X-Included", "yes");
            response.sendError(404);
            new Shows().service(request, response);
        }
    }

    @Test
    void includes() throws Exception {
        web.deploy(servlet("from", Includes.class, "/from") + servlet("show", SetsHead.class, "/show"));
        FakeExchange exchange = web.get("/shop/from?a=1");
        assertThat(exchange.response().text()).isEqualTo("[INCLUDE|/shop/from|/from|2,1|null|null|/show]null");
        assertThat(exchange.response().status()).isEqualTo(200);
        assertThat(exchange.response().headers().contains("X-Included")).isFalse();
    }

    public static final class Fails extends HttpServlet {
        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response)
                throws ServletException, IOException {
            String how = request.getParameter("how");
            response.getWriter().print("partial");
            switch (how) {
                case "error" -> response.sendError(418, "short and <stout>");
                case "state" -> throw new IllegalStateException("secret detail");
                case "root" -> throw new ServletException(new java.io.FileNotFoundException("f"));
                case "pause" -> throw new UnavailableException("later", 30);
                case "gone" -> throw new UnavailableException("never again");
                default -> {
                    response.flushBuffer();
                    throw new IOException("after the head");
                }
            }
        }
    }

    public static final class ErrorPage extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.getWriter()
                    .print(request.getDispatcherType() + "|" + request.getAttribute("jakarta.servlet.error.status_code")
                            + "|" + request.getAttribute("jakarta.servlet.error.exception_type") + "|"
                            + request.getAttribute("jakarta.servlet.error.request_uri") + "|"
                            + request.getAttribute("jakarta.servlet.error.servlet_name") + "|"
                            + request.getAttribute("jakarta.servlet.error.method") + "|"
                            + request.getAttribute("jakarta.servlet.error.query_string"));
        }
    }

    private static String errorPage(String what) {
        return "<error-page>" + what + "<location>/oops</location></error-page>";
    }

    @Test
    void showsTheApplicationsErrorPages() throws Exception {
        web.deploy(servlet("fails", Fails.class, "/fails")
                + servlet("oops", ErrorPage.class, "/oops")
                + errorPage("<error-code>418</error-code>")
                + errorPage("<exception-type>java.lang.RuntimeException</exception-type>")
                + errorPage("<exception-type>java.io.IOException</exception-type>"));
        FakeExchange sent = web.send(new FakeExchange("POST", "/shop/fails?how=error"));
        assertThat(sent.response().status()).isEqualTo(418);
        assertThat(sent.response().text()).isEqualTo("ERROR|418|null|/shop/fails|fails|POST|how=error");
        assertThat(web.get("/shop/fails?how=state").response().text())
                .isEqualTo("ERROR|500|class java.lang.IllegalStateException|/shop/fails|fails|GET|how=state");
        assertThat(web.get("/shop/fails?how=root").response().text())
                .startsWith("ERROR|500|class java.io.FileNotFoundException|");
    }

    @Test
    void showsAPlainPageWithoutAnythingInside() throws Exception {
        web.deploy(servlet("fails", Fails.class, "/fails"));
        FakeExchange remote = web.send(new FakeExchange("GET", "/shop/fails?how=state").from("192.0.2.1"));
        assertThat(remote.response().status()).isEqualTo(500);
        assertThat(remote.response().text())
                .contains("500 Internal Server Error")
                .doesNotContain("secret", "partial", "IllegalState");
        assertThat(web.get("/shop/fails?how=state").response().text()).contains("IllegalStateException: secret detail");
        assertThat(web.get("/shop/fails?how=error").response().text())
                .contains("short and &lt;stout&gt;")
                .doesNotContain("partial");
    }

    @Test
    void breaksOffWhatFailsAfterItsHead() throws Exception {
        web.deploy(servlet("fails", Fails.class, "/fails"));
        FakeExchange exchange = web.get("/shop/fails?how=late");
        assertThat(exchange.aborted()).hasMessage("after the head");
        assertThat(exchange.response().ended()).isFalse();
    }

    @Test
    void takesAServletOutOfService() throws Exception {
        web.deploy(servlet("fails", Fails.class, "/fails"));
        FakeExchange paused = web.get("/shop/fails?how=pause");
        assertThat(paused.response().status()).isEqualTo(503);
        assertThat(paused.response().headers().get("Retry-After")).isEqualTo("30");
        web.ticker.advance(Duration.ofSeconds(20));
        FakeExchange still = web.get("/shop/fails?how=error");
        assertThat(still.response().status()).isEqualTo(503);
        assertThat(still.response().headers().get("Retry-After")).isEqualTo("10");
        web.ticker.advance(Duration.ofSeconds(10));
        assertThat(web.get("/shop/fails?how=gone").response().status()).isEqualTo(404);
        assertThat(web.get("/shop/fails?how=error").response().status()).isEqualTo(404);
    }

    @Test
    void servesFilesAndWelcomeFiles() throws Exception {
        web.file("index.html", "<h1>Shop</h1>").file("WEB-INF/secret.txt", "s");
        web.deploy("<welcome-file-list><welcome-file>index.html</welcome-file></welcome-file-list>");
        FakeExchange welcome = web.get("/shop/");
        assertThat(welcome.response().text()).isEqualTo("<h1>Shop</h1>");
        assertThat(welcome.response().headers().get("Content-Type")).isEqualTo("text/html");
        assertThat(web.get("/shop/WEB-INF/secret.txt").response().status()).isEqualTo(404);
        assertThat(web.get("/shop/WEB-INF/web.xml").response().status()).isEqualTo(404);
    }

    public static final class Cookies extends HttpServlet {
        @Override
        @SuppressWarnings("removal")
        protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
            Cookie cookie = new Cookie("taste", "sweet");
            cookie.setPath("/");
            cookie.setMaxAge(0);
            cookie.setHttpOnly(true);
            cookie.setAttribute("SameSite", "Lax");
            cookie.setAttribute("Partitioned", "");
            response.addCookie(cookie);
            for (Cookie sent : request.getCookies()) {
                response.getWriter().print(sent.getName() + "=" + sent.getValue() + ";");
            }
            response.getWriter().print(Collections.list(request.getLocales()));
        }
    }

    @Test
    void readsAndSetsCookies() throws Exception {
        web.deploy(servlet("cookies", Cookies.class, "/c"));
        FakeExchange exchange = web.send(new FakeExchange("GET", "/shop/c")
                .header("Cookie", "a=1; b=\"x y\"; broken; =no")
                .header("Accept-Language", "de;q=0.5, en-GB, *;q=0.1"));
        assertThat(exchange.response().text()).isEqualTo("a=1;b=\"x y\";[en_GB, de]");
        assertThat(exchange.response().headers().get("Set-Cookie"))
                .isEqualTo("taste=sweet; HttpOnly; Expires=Thu, 01 Jan 1970 00:00:10 GMT; Partitioned;"
                        + " Path=/; SameSite=Lax");
    }

    public static final class Starts implements ServletContextListener {
        @Override
        public void contextInitialized(ServletContextEvent event) {
            var servlet = event.getServletContext().addServlet("added", Hello.class);
            assertThat(servlet.addMapping("/added")).isEmpty();
            assertThat(servlet.addMapping("/taken")).containsExactly("/taken");
            event.getServletContext()
                    .addFilter("mark", Mark.class)
                    .addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST), true, "/added");
        }
    }

    @Test
    void registersByCode() throws Exception {
        web.deploy(servlet("paths", Paths.class, "/taken") + listener(Starts.class));
        FakeExchange exchange = web.get("/shop/added");
        assertThat(exchange.response().text()).isEqualTo("Hello, World!");
        assertThat(exchange.response().headers().all("X-Filter")).containsExactly("REQUEST");
    }

    public static final class Breaks implements ServletContextListener {
        @Override
        public void contextInitialized(ServletContextEvent event) {
            throw new IllegalStateException("no database");
        }
    }

    @Test
    void namesTheClassThatFailsAtStart() {
        assertThatThrownBy(() -> web.deploy(listener(Breaks.class)))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining(Breaks.class.getName())
                .hasMessageContaining("no database");
    }

    public static final class Names implements ServletContextListener {
        @Override
        public void contextInitialized(ServletContextEvent event) {
            event.getServletContext().getSessionCookieConfig().setName("two words");
        }
    }

    /** Else it starts, and each request that begins a session fails. */
    @Test
    void aSessionCookieThatCannotBeMadeIsRefusedAtTheStart() {
        assertThatThrownBy(() -> web.deploy(listener(Names.class)))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("SessionCookieConfig")
                .hasMessageContaining("two words");
    }

    public static final class Large extends HttpServlet {
        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.setContentType("text/plain;charset=UTF-8");
            for (int i = 0; i < 3000; i++) {
                response.getWriter().print("zwölf\uD83D");
                response.getWriter().print("\uDE00");
            }
        }
    }

    @Test
    void encodesAcrossTheBuffer() throws Exception {
        web.deploy(servlet("large", Large.class, "/large"));
        FakeExchange exchange = web.get("/shop/large");
        assertThat(exchange.response().text()).isEqualTo("zwölf😀".repeat(3000));
        assertThat(exchange.response().writes()).isGreaterThan(1);
    }

    public static final class Redirects extends HttpServlet {
        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.getWriter().print("dropped");
            response.sendRedirect(request.getParameter("to"));
            response.getWriter().print("ignored");
        }
    }

    @Test
    void redirects() throws Exception {
        web.deploy(servlet("r", Redirects.class, "/a/r"));
        assertThat(location("b")).isEqualTo("http://shop.example:8080/shop/a/b");
        assertThat(location("../b?x=1")).isEqualTo("http://shop.example:8080/shop/b?x=1");
        assertThat(location("/c")).isEqualTo("http://shop.example:8080/c");
        assertThat(location("//other/c")).isEqualTo("http://other/c");
        assertThat(location("https://x/y")).isEqualTo("https://x/y");
    }

    private String location(String to) {
        FakeExchange exchange = web.get("/shop/a/r?to=" + java.net.URLEncoder.encode(to, StandardCharsets.UTF_8));
        assertThat(exchange.response().status()).isEqualTo(302);
        assertThat(exchange.response().text()).doesNotContain("dropped", "ignored");
        return exchange.response().headers().get("Location");
    }

    public static final class Uploads extends HttpServlet {
        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response)
                throws ServletException, IOException {
            var part = request.getPart("file");
            String content = new String(part.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            response.getWriter()
                    .print(request.getParameter("note") + "|" + part.getSubmittedFileName() + "|"
                            + part.getContentType() + "|" + content);
        }
    }

    @Test
    void readsMultipartForms() throws Exception {
        web.deploy("<servlet><servlet-name>up</servlet-name><servlet-class>" + Uploads.class.getName()
                + "</servlet-class><multipart-config><max-file-size>20</max-file-size></multipart-config></servlet>"
                + "<servlet-mapping><servlet-name>up</servlet-name><url-pattern>/up</url-pattern></servlet-mapping>");
        FakeExchange exchange = upload("hello\r\n--not the boundary");
        assertThat(exchange.response().status()).isEqualTo(413);
        exchange = upload("hello\r\n--no");
        assertThat(exchange.response().text()).isEqualTo("a note|x.txt|text/plain|hello\r\n--no");
        try (var files = java.nio.file.Files.list(directory.resolve("tmp"))) {
            assertThat(files).noneMatch(file -> file.toString().endsWith(".part"));
        }
    }

    private FakeExchange upload(String content) {
        String body = "--XX\r\nContent-Disposition: form-data; name=\"note\"\r\n\r\na note\r\n--XX\r\n"
                + "Content-Disposition: form-data; name=\"file\"; filename=\"x.txt\"\r\nContent-Type: text/plain\r\n\r\n"
                + content + "\r\n--XX--\r\n";
        return web.send(
                new FakeExchange("POST", "/shop/up").content("multipart/form-data; boundary=XX", body.getBytes()));
    }

    /** As a reference //host/path leads to another host: whoever sends such a path must not be sent there. */
    @Test
    void aRedirectNeverLeadsToTheHostThatAPathNames() throws Exception {
        web.file("sub/x.txt", "x").deploy("");
        for (String target : new String[] {
            "//evil.example/../shop",
            "///evil.example/../shop",
            "//evil.example/../shop/sub",
            "//evil.example/%20/../../shop/sub"
        }) {
            FakeExchange exchange = web.get(target);
            assertThat(exchange.response().status()).as(target).isEqualTo(302);
            assertThat(exchange.response().headers().get("Location"))
                    .as(target)
                    .startsWith("http://shop.example:8080/")
                    .endsWith("/");
        }
    }

    /** After the file: a filter that looks at the response, and may still flush it. */
    public static final class After implements Filter {
        @Override
        public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            chain.doFilter(request, response);
            if (!response.isCommitted()) {
                throw new IllegalStateException("the file is the whole response");
            }
            response.getOutputStream().print("dropped");
            if ("flush".equals(request.getParameter("then"))) {
                response.flushBuffer();
            } else if ("close".equals(request.getParameter("then"))) {
                response.getOutputStream().close();
            } else if ("fail".equals(request.getParameter("then"))) {
                throw new IllegalStateException("on purpose");
            }
        }
    }

    @Test
    void aLargeFileGoesOutWithTheEndOfTheRequest() throws Exception {
        String content = "0123456789".repeat(10_000);
        web.file("large.bin", content).deploy(filter("after", After.class, "/*", "REQUEST"));
        for (String then : new String[] {"", "flush", "close"}) {
            FakeExchange exchange = web.get("/shop/large.bin?then=" + then);
            assertThat(exchange.response().text()).as(then).isEqualTo(content);
            assertThat(exchange.response().fileBytes()).isEqualTo(content.length());
            assertThat(exchange.response().headers().get("Content-Length")).isEqualTo("100000");
            assertThat(exchange.response().opened()).isZero();
            assertThat(exchange.isEnded()).isTrue();
        }
        FakeExchange failed = web.get("/shop/large.bin?then=fail");
        assertThat(failed.response().status()).isEqualTo(500);
        assertThat(failed.response().opened()).isZero();
        FakeExchange gone = new FakeExchange("GET", "/shop/large.bin");
        gone.response().breakOff();
        web.send(gone);
        assertThat(gone.response().opened()).isZero();
        assertThat(gone.isEnded()).isTrue();
    }

    @Test
    void theServletForFilesMayBeDeclaredForItsInitParameters() throws Exception {
        web.file("sub/x.txt", "x")
                .deploy("<servlet><servlet-name>default</servlet-name>"
                        + "<servlet-class>org.apache.catalina.servlets.DefaultServlet</servlet-class>"
                        + "<init-param><param-name>listings</param-name><param-value>true</param-value></init-param>"
                        + "</servlet><servlet-mapping><servlet-name>default</servlet-name>"
                        + "<url-pattern>/sub/*</url-pattern></servlet-mapping>");
        assertThat(web.get("/shop/sub/").response().text()).contains("x.txt");
        assertThat(web.get("/shop/sub/x.txt").response().text()).isEqualTo("x");
        assertThat(web.get("/shop/").response().text()).contains("sub/");
    }
}
