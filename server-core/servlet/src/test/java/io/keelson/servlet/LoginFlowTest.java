package io.keelson.servlet;

import static io.keelson.servlet.TestWeb.servlet;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.servlet.fixture.FakeExchange;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Security as a request meets it on its way through the container (Servlet 6.1, 13). */
class LoginFlowTest {
    private static final String CONSTRAINT =
            "<security-constraint><web-resource-collection><web-resource-name>all</web-resource-name>"
                    + "<url-pattern>/who</url-pattern></web-resource-collection><auth-constraint>"
                    + "<role-name>clerks</role-name></auth-constraint></security-constraint>"
                    + "<security-role><role-name>clerks</role-name></security-role>";

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

    public static final class Who extends HttpServlet {
        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.getWriter()
                    .print(request.getMethod() + " " + request.getRemoteUser() + " " + request.getAuthType() + " "
                            + request.isUserInRole("clerks") + " " + request.isUserInRole("kings") + " "
                            + request.getParameter("order"));
        }
    }

    private static String basic(String user, String password) {
        String pair = user + ":" + password;
        return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void asksForBasicAuthentication() throws Exception {
        web.deploy(servlet("who", Who.class, "/who") + CONSTRAINT
                + "<login-config><auth-method>BASIC</auth-method></login-config>");
        FakeExchange asked = web.get("/shop/who");
        assertThat(asked.response().status()).isEqualTo(401);
        assertThat(asked.response().headers().get("WWW-Authenticate")).startsWith("Basic realm=");
        FakeExchange wrong =
                web.send(new FakeExchange("GET", "/shop/who").header("Authorization", basic("ann", "guess")));
        assertThat(wrong.response().status()).isEqualTo(401);
        FakeExchange known =
                web.send(new FakeExchange("GET", "/shop/who").header("Authorization", basic("ann", "secret")));
        assertThat(known.response().text()).isEqualTo("GET ann BASIC true false null");
        assertThat(known.user()).isEqualTo("ann");
    }

    @Test
    void letsAPostSurviveTheLoginForm() throws Exception {
        web.file("login.html", "<form>").file("failed.html", "no");
        web.deploy(
                servlet("who", Who.class, "/who") + CONSTRAINT
                        + "<login-config><auth-method>FORM</auth-method><form-login-config><form-login-page>/login.html"
                        + "</form-login-page><form-error-page>/failed.html</form-error-page></form-login-config></login-config>");
        FakeExchange asked = web.send(new FakeExchange("POST", "/shop/who").form("order=7"));
        assertThat(asked.response().text()).isEqualTo("<form>");
        String before = cookie(asked);
        FakeExchange login = web.send(new FakeExchange("POST", "/shop/j_security_check")
                .header("Cookie", before)
                .form("j_username=ann&j_password=secret"));
        assertThat(login.response().status()).isIn(302, 303);
        assertThat(login.response().headers().get("Location")).endsWith("/shop/who");
        String after = cookie(login);
        assertThat(after).isNotEqualTo(before);
        FakeExchange restored = web.send(new FakeExchange("GET", "/shop/who").header("Cookie", after));
        assertThat(restored.response().text()).isEqualTo("POST ann FORM true false 7");
        FakeExchange again = web.send(new FakeExchange("GET", "/shop/who").header("Cookie", after));
        assertThat(again.response().text()).isEqualTo("GET ann FORM true false null");
    }

    /** 303 came with HTTP/1.1: a client of 1.0 would stay where it is. */
    @Test
    void leadsAClientOfHttp10BackWithAStatusThatItKnows() throws Exception {
        web.file("login.html", "<form>").file("failed.html", "no");
        web.deploy(
                servlet("who", Who.class, "/who") + CONSTRAINT
                        + "<login-config><auth-method>FORM</auth-method><form-login-config><form-login-page>/login.html"
                        + "</form-login-page><form-error-page>/failed.html</form-error-page></form-login-config></login-config>");
        String cookie = cookie(web.send(new FakeExchange("POST", "/shop/who").form("order=7")));
        FakeExchange login = web.send(new FakeExchange("POST", "/shop/j_security_check")
                .http10()
                .header("Cookie", cookie)
                .form("j_username=ann&j_password=secret"));
        assertThat(login.response().status()).isEqualTo(302);
        assertThat(login.response().headers().get("Location")).isEqualTo("http://shop.example:8080/shop/who");
    }

    public static final class Leads extends HttpServlet {
        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response)
                throws ServletException, IOException {
            request.getRequestDispatcher("/who").forward(request, response);
        }
    }

    /** 13.2: a forward is not looked at; weblogic.xml may ask for it all the same. */
    @Test
    void looksAtForwardsWhereTheApplicationAsksForIt() throws Exception {
        String servlets = servlet("who", Who.class, "/who") + servlet("leads", Leads.class, "/leads") + CONSTRAINT;
        String basic = servlets + "<login-config><auth-method>BASIC</auth-method></login-config>";
        web.deploy(basic);
        assertThat(web.get("/shop/leads").response().text()).startsWith("GET null ");
        web.close();
        web.file(
                "WEB-INF/weblogic.xml",
                "<weblogic-web-app><container-descriptor><check-auth-on-forward/></container-descriptor></weblogic-web-app>");
        web.deploy(basic);
        assertThat(web.get("/shop/leads").response().status()).isEqualTo(401);
        FakeExchange known =
                web.send(new FakeExchange("GET", "/shop/leads").header("Authorization", basic("ann", "secret")));
        assertThat(known.response().text()).isEqualTo("GET ann BASIC true false null");
        web.close();
        web.file("login.html", "<form>").file("failed.html", "no");
        web.deploy(
                servlets
                        + "<login-config><auth-method>FORM</auth-method><form-login-config><form-login-page>/login.html"
                        + "</form-login-page><form-error-page>/failed.html</form-error-page></form-login-config></login-config>");
        FakeExchange asked = web.send(new FakeExchange("POST", "/shop/leads").form("order=7"));
        assertThat(asked.response().text()).isEqualTo("<form>");
    }

    private static String cookie(FakeExchange exchange) {
        String field = exchange.response().headers().get("Set-Cookie");
        return field.substring(0, field.indexOf(';'));
    }
}
