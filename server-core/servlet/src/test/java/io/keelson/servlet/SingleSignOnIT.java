package io.keelson.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.deploy.Deployer;
import io.keelson.security.RealmEditor;
import io.keelson.testkit.TestServer;
import java.net.CookieManager;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Applications that know each other's logins, as a browser meets them (Servlet 6.1, 13.7). */
@Timeout(60)
class SingleSignOnIT {
    private static final String DOMAIN = """
            name: test
            servlet: {single-sign-on: true}
            virtual-hosts:
              apart: {names: [apart.example]}
            applications:
              elsewhere: {virtual-host: apart}
            servers:
              AdminServer: {listen-port: 0}
            """;

    private static final String WEB_XML = """
            <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.1">
              <servlet>
                <servlet-name>who</servlet-name>
                <servlet-class>io.keelson.servlet.webapp.LoginServlet</servlet-class>
              </servlet>
              <servlet-mapping><servlet-name>who</servlet-name><url-pattern>/who</url-pattern></servlet-mapping>
              <security-constraint>
                <web-resource-collection>
                  <web-resource-name>all</web-resource-name>
                  <url-pattern>/who</url-pattern>
                </web-resource-collection>
                <auth-constraint><role-name>clerks</role-name></auth-constraint>
              </security-constraint>
              <login-config>
                <auth-method>%s</auth-method>
                <form-login-config>
                  <form-login-page>/login.html</form-login-page>
                  <form-error-page>/login.html</form-error-page>
                </form-login-config>
              </login-config>
              <security-role><role-name>clerks</role-name></security-role>
            </web-app>
            """;

    @TempDir
    static Path directory;

    private static TestServer server;

    private final CookieManager cookies = new CookieManager();
    private final HttpClient client = HttpClient.newBuilder()
            .cookieHandler(cookies)
            .followRedirects(Redirect.NORMAL)
            .build();

    @BeforeAll
    static void deploy() throws Exception {
        server = TestServer.builder().yaml(DOMAIN).start();
        new RealmEditor(server.identity().domain().resolve("security/realm"), 4_096, "keelson", List.of())
                .put("ann", "secret".toCharArray(), List.of("clerks"));
        deploy("orders", "FORM");
        deploy("stock", "FORM");
        deploy("report", "BASIC");
        deploy("elsewhere", "FORM");
        // A realm looks at its file once a second.
        SingleSignOnIT trial = new SingleSignOnIT();
        await().until(() -> trial.login("orders").equals("ann FORM null"));
    }

    private static void deploy(String name, String method) throws Exception {
        Path war = directory.resolve(name);
        String type = "io/keelson/servlet/webapp/LoginServlet.class";
        Path target = war.resolve("WEB-INF/classes").resolve(type);
        Files.createDirectories(target.getParent());
        Files.copy(
                Path.of(SingleSignOnIT.class.getClassLoader().getResource(type).toURI()), target);
        Files.writeString(war.resolve("WEB-INF/web.xml"), WEB_XML.formatted(method));
        Files.writeString(war.resolve("login.html"), "log in");
        server.service(Deployer.class).deploy(name, war, "/" + name);
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    private String get(String path) throws Exception {
        HttpResponse<String> answer =
                client.send(HttpRequest.newBuilder(server.uri(path)).build(), HttpResponse.BodyHandlers.ofString());
        return answer.statusCode() == 200 ? answer.body() : String.valueOf(answer.statusCode());
    }

    private String login(String application) throws Exception {
        String page = get("/" + application + "/who");
        if (!page.equals("log in")) {
            return page;
        }
        HttpRequest post = HttpRequest.newBuilder(server.uri("/" + application + "/j_security_check"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString("j_username=ann&j_password=secret"))
                .build();
        return client.send(post, HttpResponse.BodyHandlers.ofString()).body();
    }

    private String cookie(String name) {
        return cookies.getCookieStore().getCookies().stream()
                .filter(cookie -> cookie.getName().equals(name))
                .findFirst()
                .orElseThrow()
                .getValue();
    }

    @Test
    void oneLoginIsKnownToTheOtherApplicationsOfTheHost() throws Exception {
        assertThat(get("/stock/who")).isEqualTo("log in");
        assertThat(login("orders")).isEqualTo("ann FORM null");
        assertThat(get("/stock/who")).isEqualTo("ann FORM null");
        assertThat(get("/report/who")).as("it asks for BASIC, and need not").isEqualTo("ann FORM null");
        String other = new SingleSignOnIT().get("/stock/who");
        assertThat(other).as("another browser").isEqualTo("log in");
    }

    @Test
    void anotherVirtualHostDoesNotKnowIt() throws Exception {
        assertThat(login("orders")).isEqualTo("ann FORM null");
        String request = "GET /elsewhere/who HTTP/1.1\r\nHost: apart.example\r\nCookie: JSESSIONIDSSO="
                + cookie("JSESSIONIDSSO") + "\r\nConnection: close\r\n\r\n";
        try (Socket socket =
                new Socket(server.address().getAddress(), server.address().getPort())) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 200")
                    .endsWith("log in");
        }
    }

    @Test
    void aLogoutEndsItEverywhere() throws Exception {
        assertThat(login("orders")).isEqualTo("ann FORM null");
        assertThat(get("/stock/who?session=1")).isEqualTo("ann FORM null");
        assertThat(get("/stock/who?session=1")).isEqualTo("ann FORM ann");
        assertThat(get("/orders/who?logout=1")).startsWith("ann ");
        assertThat(get("/orders/who")).isEqualTo("log in");
        assertThat(get("/stock/who")).isEqualTo("log in");
        assertThat(login("stock")).as("what the session held is gone").isEqualTo("ann FORM null");
        assertThat(get("/orders/who")).startsWith("ann FORM");
    }

    @Test
    void aSessionThatEndsTakesTheLoginWithIt() throws Exception {
        assertThat(login("orders")).isEqualTo("ann FORM null");
        assertThat(get("/stock/who?session=1")).isEqualTo("ann FORM null");
        assertThat(get("/stock/who?invalidate=1")).isEqualTo("ann FORM ann");
        assertThat(get("/orders/who")).isEqualTo("log in");
        assertThat(get("/report/who")).isEqualTo("401");
    }

    @Test
    void anApplicationThatIsUndeployedLeavesItToTheOthers() throws Exception {
        deploy("passing", "FORM");
        assertThat(login("passing")).isEqualTo("ann FORM null");
        assertThat(get("/stock/who?session=1")).isEqualTo("ann FORM null");
        server.service(Deployer.class).undeploy("passing");
        assertThat(get("/stock/who")).isEqualTo("ann FORM ann");
        assertThat(get("/orders/who")).isEqualTo("ann FORM null");
    }
}
