package io.keelson.servlet;

import static io.keelson.servlet.TestWeb.servlet;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.servlet.fixture.FakeExchange;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.UnavailableException;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpUpgradeHandler;
import jakarta.servlet.http.WebConnection;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what the specification and the API's javadoc say of things that applications seldom do. */
class OddAnswersTest {
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

    public static final class ResetAfterError extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.sendError(409, "taken");
            try {
                response.reset();
            } catch (IllegalStateException e) {
                request.getServletContext().setAttribute("refused", e);
            }
        }
    }

    @Test
    void aResponseIsAsGoodAsCommittedBehindSendError() throws Exception {
        web.deploy(servlet("reset", ResetAfterError.class, "/reset"));
        var response = web.get("/shop/reset").response();
        assertThat(response.status()).isEqualTo(409);
        assertThat(response.text()).contains("taken");
    }

    public static final class Unavailable extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws ServletException {
            throw new UnavailableException("gone");
        }
    }

    public static final class ErrorPage extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.getWriter()
                    .print(request.getPathInfo() + " " + request.getAttribute(RequestDispatcher.ERROR_EXCEPTION));
        }
    }

    public static final class Forward extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws ServletException, IOException {
            if (request.getParameter("text") != null) {
                response.getWriter().print("this is forgotten");
            }
            String to = request.getParameter("to");
            if (to == null) {
                response.getWriter().print("here");
            } else {
                request.getRequestDispatcher(to).forward(request, response);
            }
        }
    }

    @Test
    void aServletOutOfServiceIsAnsweredByStatusNotByException() throws Exception {
        web.deploy(servlet("gone", Unavailable.class, "/gone") + servlet("error", ErrorPage.class, "/error/*")
                + "<error-page><error-code>404</error-code><location>/error/404</location></error-page>"
                + "<error-page><exception-type>jakarta.servlet.ServletException</exception-type>"
                + "<location>/error/exception</location></error-page>");
        assertThat(web.get("/shop/gone").response().text()).isEqualTo("/404 null");
        assertThat(web.get("/shop/gone").response().text()).isEqualTo("/404 null");
    }

    @Test
    void whoForwardsToAServletOutOfServiceStaysInService() throws Exception {
        web.deploy(servlet("gone", Unavailable.class, "/gone") + servlet("forward", Forward.class, "/forward"));
        assertThat(web.get("/shop/forward?to=/gone").response().status()).isEqualTo(404);
        assertThat(web.get("/shop/forward").response().text()).isEqualTo("here");
    }

    @Test
    void aForwardToAFileWorksBehindAWriter() throws Exception {
        web.file("page.html", "<p>caf\u00e9</p>");
        web.deploy(servlet("forward", Forward.class, "/forward"));
        var response = web.get("/shop/forward?to=/page.html&text=1").response();
        assertThat(response.status()).isEqualTo(200);
        assertThat(new String(response.bytes(), StandardCharsets.ISO_8859_1)).isEqualTo("<p>caf\u00e9</p>");
    }

    public static final class Odd extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.setHeader("X-Typed", "a\r\nX-Evil: \u4e2d");
            response.setContentType("text/plain");
            response.setCharacterEncoding(StandardCharsets.UTF_16);
            response.setCharacterEncoding((Charset) null);
            HttpSession session = request.getSession();
            session.setMaxInactiveInterval(-1);
            response.addCookie(new Cookie("back", "caf\u00e9"));
            response.getWriter()
                    .print(request.getRequestURL() + " " + session.getMaxInactiveInterval() + " "
                            + response.encodeURL("?q").replaceAll("=.*\\?", "=ID?") + " "
                            + request.getDateHeader("X-Date") + " " + request.isTrailerFieldsReady() + " "
                            + request.getTrailerFields() + " "
                            + (request.getCookies()[0].getValue().equals("caf\u00e9")));
        }
    }

    @Test
    void oddValuesComeOutAsTheJavadocSays() throws Exception {
        web.deploy(servlet("odd", Odd.class, "/odd"));
        FakeExchange exchange = new FakeExchange("GET", "/shop/odd");
        exchange.headers().set("Host", "shop.example:80");
        var response = web.send(exchange.header("Cookie", "c=caf\u00c3\u00a9")
                        .header("Content-Length", "3")
                        .header("X-Date", "Mon, 06 Nov 1994 08:49:37 GMT"))
                .response();
        assertThat(response.text())
                .isEqualTo("http://shop.example/shop/odd -1 /shop/odd;jsessionid=ID?q 784111777000 true {} true");
        assertThat(response.headers().get("Content-Type")).isEqualTo("text/plain;charset=ISO-8859-1");
        assertThat(response.headers().get("X-Typed")).isEqualTo("a  X-Evil: ?");
        assertThat(response.headers().get("X-Evil")).isNull();
        assertThat(response.headers().all("Set-Cookie")).contains("back=caf\u00c3\u00a9");
    }

    public static final class Redirect extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            String up = request.getParameter("up");
            response.sendRedirect(up == null ? "/caf\u00e9\r\nX-Evil: 1" : up);
        }
    }

    @Test
    void aLocationIsAUriWhateverWasGiven() throws Exception {
        web.deploy(servlet("redirect", Redirect.class, "/redirect"));
        assertThat(web.get("/shop/redirect").response().headers().get("Location"))
                .endsWith("/caf%C3%A9%0D%0AX-Evil:%201");
        assertThat(web.get("/shop/redirect?up=../../../x/../y")
                        .response()
                        .headers()
                        .get("Location"))
                .endsWith(":8080/y");
    }

    public static final class Handler implements HttpUpgradeHandler {
        @Override
        public void init(WebConnection connection) {}

        @Override
        public void destroy() {}
    }

    public static final class Upgrading extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws ServletException, IOException {
            response.setStatus(101);
            response.setHeader("Upgrade", "echo");
            request.setAttribute("status", response.getStatus());
            if (request.getParameter("not") == null) {
                request.upgrade(Handler.class);
            }
        }
    }

    @Test
    void theStatusOfAnUpgradeMayBeSetBeforeIt() throws Exception {
        web.deploy(servlet("upgrade", Upgrading.class, "/upgrade"));
        FakeExchange exchange = new FakeExchange("GET", "/shop/upgrade").header("Upgrade", "echo");
        assertThat(web.send(exchange).response().upgraded()).isNotNull();
        assertThat(web.get("/shop/upgrade?not").response().status()).isEqualTo(200);
    }

    public static final class Parts extends HttpServlet {
        @Override
        protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.getWriter().print(request.getParameter("a").equals("\u00e9"));
        }
    }

    @Test
    void aPartSaysItsOwnCharset() throws Exception {
        web.deploy("<servlet><servlet-name>parts</servlet-name><servlet-class>" + Parts.class.getName()
                + "</servlet-class><multipart-config/></servlet><servlet-mapping><servlet-name>parts</servlet-name>"
                + "<url-pattern>/parts</url-pattern></servlet-mapping>");
        String body = "--XX\r\nContent-Disposition: form-data; name=\"a\"\r\n"
                + "Content-Type: text/plain; charset=iso-8859-1\r\n\r\n\u00e9\r\n--XX--\r\n";
        FakeExchange exchange = new FakeExchange("POST", "/shop/parts")
                .content("multipart/form-data; boundary=XX", body.getBytes(StandardCharsets.ISO_8859_1));
        assertThat(web.send(exchange).response().text()).isEqualTo("true");
    }

    public static final class Form extends HttpServlet {
        @Override
        protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.setCharacterEncoding("UTF-8");
            response.getWriter().print(request.getCharacterEncoding() + " " + request.getParameter("a"));
        }
    }

    private FakeExchange form(String type, byte... body) throws Exception {
        return web.send(new FakeExchange("POST", "/shop/form").content(type, body));
    }

    /** 3.12: without a charset a form is US-ASCII, and what its percent signs stand for ISO-8859-1. */
    @Test
    void aFormThatNamesNoCharsetIsInAscii() throws Exception {
        String type = "application/x-www-form-urlencoded";
        web.deploy(servlet("form", Form.class, "/form"));
        byte[] encoded = "a=caf%E9".getBytes(StandardCharsets.US_ASCII);
        byte[] raw = "a=caf\u00e9".getBytes(StandardCharsets.UTF_8);
        assertThat(form(type, encoded).response().text()).isEqualTo("null caf\u00e9");
        assertThat(form(type, raw).response().status()).isEqualTo(400);
        assertThat(form(type + ";charset=utf-8", raw).response().text()).isEqualTo("utf-8 caf\u00e9");
        web.close();
        web.deploy(servlet("form", Form.class, "/form")
                + "<request-character-encoding>UTF-8</request-character-encoding>");
        assertThat(form(type, raw).response().text()).isEqualTo("UTF-8 caf\u00e9");
    }

    public static final class Text extends HttpServlet {
        @Override
        protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.setCharacterEncoding("UTF-8");
            response.getWriter().print(request.getReader().readLine());
        }
    }

    @Test
    void aReaderOfAFormReadsAscii() throws Exception {
        web.deploy(servlet("form", Text.class, "/form"));
        byte[] raw = "a=caf\u00e9".getBytes(StandardCharsets.ISO_8859_1);
        assertThat(form("application/x-www-form-urlencoded", raw).response().text())
                .isEqualTo("a=caf\ufffd");
        assertThat(form("text/plain", raw).response().text()).isEqualTo("a=caf\u00e9");
    }

    public static final class Packed extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.setHeader("Content-Encoding", "gzip");
            response.sendRedirect("/shop/elsewhere");
        }
    }

    /** A client that looks into the page would unpack what is not packed. */
    @Test
    void thePageOfARedirectIsNotInTheEncodingOfWhatWasToBeSent() throws Exception {
        web.deploy(servlet("packed", Packed.class, "/packed"));
        var response = web.get("/shop/packed").response();
        assertThat(response.text()).contains("<a href=");
        assertThat(response.headers().contains("Content-Encoding")).isFalse();
    }

    @Test
    void optionsOfTheServerNeedNoApplication() throws Exception {
        web.deploy("");
        var response = web.send(new FakeExchange("OPTIONS", "*")).response();
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.headers().get("Allow")).contains("OPTIONS");
    }
}
