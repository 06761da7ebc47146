package io.keelson.servlet;

import static io.keelson.servlet.TestWeb.listener;
import static io.keelson.servlet.TestWeb.servlet;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.servlet.fixture.FakeExchange;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.servlet.HttpConstraintElement;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.ServletSecurityElement;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what an application declares, in its descriptors, by annotations or by code, and what its requests see of it. */
class DeclaredFlowTest {
    private static final List<String> CALLS = new CopyOnWriteArrayList<>();

    @TempDir
    Path directory;

    private TestWeb web;

    @BeforeEach
    void makeServer() {
        CALLS.clear();
        web = new TestWeb(directory);
    }

    @AfterEach
    void stop() {
        web.close();
    }

    public static final class Localised extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.setContentType("text/plain");
            if (request.getParameter("charset") != null) {
                response.setCharacterEncoding(request.getParameter("charset"));
            }
            response.setLocale(Locale.forLanguageTag(request.getParameter("locale")));
            response.getWriter().write("\u65e5");
            // Too late: the writer has its charset.
            response.setLocale(Locale.GERMAN);
        }
    }

    @Test
    void theCharsetOfAResponseIsThatDeclaredForItsLocale() throws Exception {
        web.deploy(servlet("l", Localised.class, "/l") + "<locale-encoding-mapping-list>"
                + "<locale-encoding-mapping><locale>ja</locale><encoding>Shift_JIS</encoding></locale-encoding-mapping>"
                + "<locale-encoding-mapping><locale>ja_JP</locale><encoding>EUC-JP</encoding></locale-encoding-mapping>"
                + "</locale-encoding-mapping-list>");
        assertCharset("locale=ja", "Shift_JIS");
        assertCharset("locale=ja-JP", "EUC-JP");
        assertCharset("locale=ja&charset=UTF-8", "UTF-8");
    }

    private void assertCharset(String query, String charset) {
        var response = web.get("/shop/l?" + query).response();
        assertThat(response.headers().get("Content-Type")).isEqualToIgnoringCase("text/plain;charset=" + charset);
        assertThat(new String(response.bytes(), Charset.forName(charset))).isEqualTo("\u65e5");
    }

    public static final class Joining extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.getWriter().write(request.getSession().getId());
        }
    }

    @Test
    void noMoreSessionsAreInMemoryThanDeclared() throws Exception {
        web.file(
                "WEB-INF/weblogic.xml",
                "<weblogic-web-app><session-descriptor><timeout-secs>60</timeout-secs>"
                        + "<max-in-memory-sessions>2</max-in-memory-sessions><id-length>52</id-length>"
                        + "</session-descriptor></weblogic-web-app>");
        web.deploy(servlet("j", Joining.class, "/j"));
        String id = web.get("/shop/j").response().text();
        assertThat(id).hasSize(52);
        assertThat(web.get("/shop/j").response().status()).isEqualTo(200);
        assertThat(web.get("/shop/j").response().status()).isEqualTo(500);
        FakeExchange joined = web.send(new FakeExchange("GET", "/shop/j").header("Cookie", "JSESSIONID=" + id));
        assertThat(joined.response().text()).isEqualTo(id);
        web.pass(Duration.ofMinutes(3));
        assertThat(web.get("/shop/j").response().status()).isEqualTo(200);
    }

    @Test
    void aSessionTimeoutBeyondAllClocksIsAVeryLongOne() throws Exception {
        web.deploy(servlet("j", Joining.class, "/j")
                + "<session-config><session-timeout>2000000000</session-timeout></session-config>");
        String id = web.get("/shop/j").response().text();
        web.pass(Duration.ofDays(400));
        FakeExchange joined = web.send(new FakeExchange("GET", "/shop/j").header("Cookie", "JSESSIONID=" + id));
        assertThat(joined.response().text()).isEqualTo(id);
    }

    /** Above, so that the order of superclass and subclass shows. */
    public abstract static class Equipped extends HttpServlet {
        @Resource(name = "size")
        private Integer size;

        @PostConstruct
        private void ready() {
            CALLS.add("above " + size);
        }

        @PreDestroy
        private void gone() {
            CALLS.add("above gone");
        }
    }

    public static final class Injected extends Equipped {
        private String unit;

        @Resource(name = "unit")
        void setUnit(String next) {
            unit = next;
        }

        @PostConstruct
        void prepare() {
            CALLS.add("below " + unit);
        }

        @Override
        public void init() {
            CALLS.add("init");
        }

        @PreDestroy
        void leave() {
            CALLS.add("below gone");
        }

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.getWriter().write(unit);
        }
    }

    @Test
    void componentsGetTheirEntriesAndAreToldOfBeginningAndEnd() throws Exception {
        web.deploy(servlet("i", Injected.class, "/i")
                + entry("size", "java.lang.Integer", "7")
                + entry("unit", "java.lang.String", "kg"));
        assertThat(web.get("/shop/i").response().text()).isEqualTo("kg");
        assertThat(CALLS).containsExactly("above 7", "below kg", "init");
        CALLS.clear();
        web.close();
        assertThat(CALLS).containsExactly("below gone", "above gone");
    }

    private static String entry(String name, String type, String value) {
        return "<env-entry><env-entry-name>" + name + "</env-entry-name><env-entry-type>" + type
                + "</env-entry-type><env-entry-value>" + value + "</env-entry-value></env-entry>";
    }

    public static final class Securing implements ServletContextListener {
        @Override
        public void contextInitialized(ServletContextEvent event) {
            ServletRegistration.Dynamic added = event.getServletContext().addServlet("secret", new Secret());
            added.addMapping("/secret", "/declared");
            Set<String> left = added.setServletSecurity(new ServletSecurityElement(new HttpConstraintElement(
                    jakarta.servlet.annotation.ServletSecurity.TransportGuarantee.NONE, "clerks")));
            CALLS.addAll(left);
            event.getServletContext().setAttribute("added", added);
        }
    }

    public static final class Secret extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            ServletRegistration.Dynamic added =
                    (ServletRegistration.Dynamic) getServletContext().getAttribute("added");
            try {
                added.setServletSecurity(new ServletSecurityElement());
            } catch (IllegalStateException e) {
                response.getWriter().write(request.getRemoteUser() + " refused");
            }
        }
    }

    @Test
    void constraintsByCodeHoldWhereTheDescriptorHasNone() throws Exception {
        web.deploy(listener(Securing.class)
                + "<security-constraint><web-resource-collection><web-resource-name>d</web-resource-name>"
                + "<url-pattern>/declared</url-pattern></web-resource-collection></security-constraint>"
                + "<login-config><auth-method>BASIC</auth-method></login-config>");
        assertThat(CALLS).containsExactly("/declared");
        assertThat(web.get("/shop/secret").response().status()).isEqualTo(401);
        assertThat(web.get("/shop/declared").response().text()).isEqualTo("null refused");
        String ann = Base64.getEncoder().encodeToString("ann:secret".getBytes(StandardCharsets.US_ASCII));
        FakeExchange known = web.send(new FakeExchange("GET", "/shop/secret").header("Authorization", "Basic " + ann));
        assertThat(known.response().text()).isEqualTo("ann refused");
    }

    public static final class Summing extends HttpServlet {
        @Override
        protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
            try {
                request.getTrailerFields();
                CALLS.add("too early");
            } catch (IllegalStateException e) {
                CALLS.add("not yet");
            }
            response.setTrailerFields(request::getTrailerFields);
            request.getInputStream().readAllBytes();
            CALLS.add(request.isTrailerFieldsReady() + " " + request.getTrailerFields());
            response.getWriter().write("x");
        }
    }

    @Test
    void trailersComeAfterTheBodyAndGoAfterTheBody() throws Exception {
        web.deploy(servlet("s", Summing.class, "/s"));
        FakeExchange exchange = new FakeExchange("POST", "/shop/s").header("Transfer-Encoding", "chunked");
        exchange.body().feed(new byte[] {1, 2, 3});
        exchange.body().trailers().add("X-Sum", "6");
        exchange.body().trailers().add("x-sum", "six");
        exchange.body().end();
        web.send(exchange);
        assertThat(CALLS).containsExactly("not yet", "true {x-sum=6, six}");
        assertThat(exchange.response().trailerFields().get("x-sum")).isEqualTo("6, six");
        assertThat(exchange.response().headers().contains("Content-Length")).isFalse();
    }
}
