package io.keelson.servlet;

import static io.keelson.servlet.TestWeb.servlet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.net.spi.TlsSession;
import io.keelson.net.tls.CertificateWriter;
import io.keelson.servlet.fixture.FakeExchange;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A request that came by TLS, as an application sees it (Servlet 6.1, 3.10, 7.1.2 and 13). */
class TlsFlowTest {
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

    private static TlsSession session(String id, X509Certificate... shown) {
        return new TlsSession("TLSv1.3", "TLS_AES_128_GCM_SHA256", 128, id, List.of(shown));
    }

    public static final class Shows extends HttpServlet {
        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
            String p = "jakarta.servlet.request.";
            Object shown = request.getAttribute(p + "X509Certificate");
            response.getWriter()
                    .print(request.isSecure() + " " + request.getScheme() + " " + request.getRequestURL() + " "
                            + request.getAttribute(p + "secure_protocol") + " "
                            + request.getAttribute(p + "cipher_suite")
                            + " " + request.getAttribute(p + "key_size") + " "
                            + request.getAttribute(p + "ssl_session_id")
                            + " " + (shown == null ? "none" : ((X509Certificate[]) shown)[0].getSubjectX500Principal())
                            + " "
                            + Collections.list(request.getAttributeNames()).size() + " "
                            + request.getServletConnection().isSecure() + " " + request.getRemoteUser() + " "
                            + request.getAuthType());
            request.removeAttribute(p + "cipher_suite");
            response.getWriter().print(" " + request.getAttribute(p + "cipher_suite"));
        }
    }

    @Test
    void showsWhatTlsAgreedOn() throws Exception {
        web.deploy(servlet("s", Shows.class, "/s"));
        FakeExchange clear = web.send(new FakeExchange("GET", "/shop/s"));
        assertThat(clear.response().text())
                .isEqualTo(
                        "false http http://shop.example:8080/shop/s null null null null none 0 false null null null");
        FakeExchange tls = web.send(new FakeExchange("GET", "/shop/s").tls(session("ab12")));
        assertThat(tls.response().text())
                .isEqualTo("true https https://shop.example:8080/shop/s TLSv1.3 TLS_AES_128_GCM_SHA256 128 ab12 none 4"
                        + " true null null null");
    }

    private static X509Certificate certificate(String commonName) throws Exception {
        Instant now = Instant.now();
        return CertificateWriter.selfSigned(
                new CertificateWriter.Content(commonName, List.of(), false, now, now.plusSeconds(60)),
                CertificateWriter.newKey());
    }

    @Test
    void logsInByTheClientsCertificate() throws Exception {
        web.deploy(servlet("s", Shows.class, "/s")
                + "<security-constraint><web-resource-collection><web-resource-name>all</web-resource-name>"
                + "<url-pattern>/*</url-pattern></web-resource-collection><auth-constraint>"
                + "<role-name>clerks</role-name></auth-constraint></security-constraint>"
                + "<login-config><auth-method>CLIENT-CERT</auth-method></login-config>"
                + "<security-role><role-name>clerks</role-name></security-role>");
        FakeExchange known = web.send(new FakeExchange("GET", "/shop/s").tls(session("1", certificate("ann"))));
        assertThat(known.response().text()).contains(" CN=ann 5 true ann CLIENT_CERT");
        assertThat(known.user()).isEqualTo("ann");
        FakeExchange stranger = web.send(new FakeExchange("GET", "/shop/s").tls(session("1", certificate("eve"))));
        assertThat(stranger.response().status()).isEqualTo(403);
        assertThat(web.send(new FakeExchange("GET", "/shop/s").tls(session("1")))
                        .response()
                        .status())
                .isEqualTo(403);
        assertThat(web.send(new FakeExchange("GET", "/shop/s")).response().status())
                .isEqualTo(403);
    }

    @Test
    void sendsWhatNeedsTlsThere() throws Exception {
        web.deploy(
                servlet("s", Shows.class, "/s")
                        + "<security-constraint><web-resource-collection><web-resource-name>all</web-resource-name>"
                        + "<url-pattern>/*</url-pattern></web-resource-collection><user-data-constraint>"
                        + "<transport-guarantee>CONFIDENTIAL</transport-guarantee></user-data-constraint></security-constraint>");
        assertThat(web.send(new FakeExchange("GET", "/shop/s")).response().status())
                .isEqualTo(403);
        web.confidentialPort(7002);
        FakeExchange sent = web.send(new FakeExchange("GET", "/shop/s?a=b"));
        assertThat(sent.response().status()).isEqualTo(302);
        assertThat(sent.response().headers().get("Location")).isEqualTo("https://shop.example:7002/shop/s?a=b");
        web.confidentialPort(443);
        FakeExchange usual = web.send(new FakeExchange("GET", "/shop/s"));
        assertThat(usual.response().headers().get("Location")).isEqualTo("https://shop.example/shop/s");
        assertThat(web.send(new FakeExchange("GET", "/shop/s").tls(session("1")))
                        .response()
                        .status())
                .isEqualTo(200);
    }

    public static final class Counts extends HttpServlet {
        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
            HttpSession session = request.getSession();
            Integer before = (Integer) session.getAttribute("n");
            session.setAttribute("n", before == null ? 1 : before + 1);
            if (request.getParameter("change") != null) {
                request.changeSessionId();
            }
            response.getWriter()
                    .print(session.getAttribute("n") + " " + session.getId() + " "
                            + request.isRequestedSessionIdFromCookie()
                            + " " + request.isRequestedSessionIdFromURL() + " " + request.isRequestedSessionIdValid()
                            + " "
                            + response.encodeURL("x"));
        }
    }

    @Test
    void makesTheSessionCookieSecure() throws Exception {
        web.deploy(servlet("s", Counts.class, "/s"));
        FakeExchange tls = web.send(new FakeExchange("GET", "/shop/s").tls(session("1")));
        assertThat(tls.response().headers().get("Set-Cookie"))
                .contains("; Secure")
                .contains("; HttpOnly");
        FakeExchange clear = web.send(new FakeExchange("GET", "/shop/s"));
        assertThat(clear.response().headers().get("Set-Cookie")).doesNotContain("Secure");
    }

    @Test
    void tracksSessionsByTlsWhereTheApplicationAsks() throws Exception {
        web.deploy(servlet("s", Counts.class, "/s")
                + "<session-config><tracking-mode>SSL</tracking-mode></session-config>");
        FakeExchange first = web.send(new FakeExchange("GET", "/shop/s").tls(session("aa")));
        assertThat(first.response().text()).isEqualTo("1 aa false false true x");
        assertThat(first.response().headers().get("Set-Cookie")).isNull();
        assertThat(web.send(new FakeExchange("GET", "/shop/s?change=1").tls(session("aa")))
                        .response()
                        .text())
                .isEqualTo("2 aa false false true x");
        assertThat(web.send(new FakeExchange("GET", "/shop/s").tls(session("aa")))
                        .response()
                        .text())
                .isEqualTo("3 aa false false true x");
        assertThat(web.send(new FakeExchange("GET", "/shop/s").tls(session("bb")))
                        .response()
                        .text())
                .startsWith("1 bb ");
        // Nobody gets at it who has not that TLS session.
        FakeExchange stolen = new FakeExchange("GET", "/shop/s;jsessionid=aa")
                .header("Cookie", "JSESSIONID=aa")
                .tls(session("cc"));
        assertThat(web.send(stolen).response().text()).startsWith("1 cc ");
    }

    /** As Tomcat does: the request has a session, and the next one another. */
    @Test
    void servesWhoComesWithoutTheTlsThatTracksSessions() throws Exception {
        web.deploy(servlet("s", Counts.class, "/s")
                + "<session-config><tracking-mode>SSL</tracking-mode></session-config>");
        web.send(new FakeExchange("GET", "/shop/s").tls(session("aa")));
        String before = "";
        for (int i = 0; i < 2; i++) {
            FakeExchange clear =
                    web.send(new FakeExchange("GET", "/shop/s;jsessionid=aa").header("Cookie", "JSESSIONID=aa"));
            assertThat(clear.response().status()).isEqualTo(200);
            assertThat(clear.response().text())
                    .startsWith("1 ")
                    .doesNotStartWith("1 aa ")
                    .endsWith(" false false false x")
                    .isNotEqualTo(before);
            assertThat(clear.response().headers().get("Set-Cookie")).isNull();
            before = clear.response().text();
        }
    }

    @Test
    void refusesToTrackByTlsAndSomethingElse() {
        assertThatThrownBy(() -> web.deploy(servlet("s", Counts.class, "/s")
                        + "<session-config><tracking-mode>SSL</tracking-mode><tracking-mode>COOKIE</tracking-mode>"
                        + "</session-config>"))
                .hasStackTraceContaining("sessions are tracked by TLS alone");
    }

    /** 13.6.3: where the login page needs TLS it is not shown without. */
    @Test
    void showsALoginPageThatNeedsTlsByTls() throws Exception {
        web.file("login.html", "<form>").file("failed.html", "no");
        web.deploy(servlet("s", Shows.class, "/s")
                + "<security-constraint><web-resource-collection><web-resource-name>all</web-resource-name>"
                + "<url-pattern>/s</url-pattern></web-resource-collection><auth-constraint>"
                + "<role-name>clerks</role-name></auth-constraint></security-constraint>"
                + "<security-constraint><web-resource-collection><web-resource-name>login</web-resource-name>"
                + "<url-pattern>/login.html</url-pattern></web-resource-collection><user-data-constraint>"
                + "<transport-guarantee>CONFIDENTIAL</transport-guarantee></user-data-constraint></security-constraint>"
                + "<login-config><auth-method>FORM</auth-method><form-login-config><form-login-page>/login.html"
                + "</form-login-page><form-error-page>/failed.html</form-error-page></form-login-config></login-config>"
                + "<security-role><role-name>clerks</role-name></security-role>");
        assertThat(web.get("/shop/s").response().status()).isEqualTo(403);
        web.confidentialPort(7002);
        FakeExchange sent = web.get("/shop/s?a=b");
        assertThat(sent.response().status()).isEqualTo(302);
        assertThat(sent.response().headers().get("Location")).isEqualTo("https://shop.example:7002/shop/s?a=b");
        FakeExchange shown =
                web.send(new FakeExchange("POST", "/shop/s").form("a=b").tls(session("1")));
        assertThat(shown.response().text()).isEqualTo("<form>");
    }
}
