package io.keelson.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.deploy.Deployer;
import io.keelson.kernel.management.RuntimeState;
import io.keelson.servlet.SessionAttributeRuntime;
import io.keelson.session.cookie.CookieRuntime;
import io.keelson.session.webapp.CarriedServlet;
import io.keelson.testkit.TestServer;
import java.io.IOException;
import java.net.CookieManager;
import java.net.HttpCookie;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Sessions that clients keep, with a client that does. */
@Timeout(120)
class CookieSessionsIT {
    private static final String COOKIE = "<persistent-store-type>cookie</persistent-store-type>";

    @TempDir
    Path directory;

    private final CookieManager cookies = new CookieManager();
    private final HttpClient client =
            HttpClient.newBuilder().cookieHandler(cookies).build();

    private Path war(String name, String session) throws Exception {
        Path war = directory.resolve(name);
        Path classes = war.resolve("WEB-INF/classes/io/keelson/session/webapp");
        Files.createDirectories(classes);
        Path compiled = Path.of(CarriedServlet.class.getResource(".").toURI());
        try (Stream<Path> files = Files.list(compiled)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Files.copy(file, classes.resolve(file.getFileName().toString()));
            }
        }
        Files.writeString(war.resolve("WEB-INF/web.xml"), """
                <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.1">
                  <servlet><servlet-name>c</servlet-name><servlet-class>io.keelson.session.webapp.CarriedServlet</servlet-class></servlet>
                  <servlet-mapping><servlet-name>c</servlet-name><url-pattern>/c</url-pattern></servlet-mapping>
                </web-app>
                """);
        Files.writeString(
                war.resolve("WEB-INF/weblogic.xml"),
                "<weblogic-web-app><session-descriptor>" + session + "</session-descriptor></weblogic-web-app>");
        return war;
    }

    private TestServer start() throws Exception {
        return TestServer.builder()
                .directory(directory.resolve("domain"))
                .yaml("name: test\nservers:\n  " + TestServer.NAME + ":\n    listen-port: 0\n")
                .start();
    }

    private HttpResponse<String> get(TestServer server, String path) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(server.uri(path)).build(), HttpResponse.BodyHandlers.ofString());
    }

    private String look(TestServer server) throws IOException, InterruptedException {
        return get(server, "/shop/c?do=look").body();
    }

    private List<HttpCookie> kept() {
        return cookies.getCookieStore().getCookies().stream()
                .filter(cookie -> cookie.getName().startsWith("WLCOOKIE"))
                .toList();
    }

    private static CookieRuntime runtime(TestServer server) {
        return (CookieRuntime) server.service(RuntimeState.class).of("session-cookies").orElseThrow().stream()
                .filter(each -> ((CookieRuntime) each).application().equals("shop"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void theClientHasTheSession() throws Exception {
        Path war = war("shop", COOKIE);
        try (TestServer server = start()) {
            Deployer deployer = server.service(Deployer.class);
            deployer.deploy("shop", war, "/shop");
            HttpResponse<String> set = get(server, "/shop/c?do=set&value=1");
            assertThat(set.statusCode()).isEqualTo(200);
            assertThat(set.headers().allValues("Set-Cookie"))
                    .hasSize(2)
                    .allMatch(cookie -> cookie.contains("; Path=/shop") && cookie.contains("; HttpOnly"));
            assertThat(look(server)).isEqualTo("1");
            assertThat(get(server, "/shop/c?do=look").headers().allValues("Set-Cookie"))
                    .isEmpty();
            assertThat(server.service(RuntimeState.class)
                            .of("session-attributes")
                            .orElseThrow())
                    .extracting(each -> ((SessionAttributeRuntime) each).attribute())
                    .containsExactly("a");
            assertThat(get(server, "/shop/c?do=id").statusCode()).isEqualTo(200);
            assertThat(look(server)).isEqualTo("1");
            deployer.redeploy("shop");
            assertThat(look(server)).isEqualTo("1");
        }
        try (TestServer server = start()) {
            assertThat(look(server)).as("another process with the domain's key").isEqualTo("1");

            assertThat(get(server, "/shop/c?do=large&value=5000").statusCode()).isEqualTo(200);
            assertThat(kept()).hasSize(2);
            assertThat(look(server)).isEqualTo("x".repeat(5000));
            for (String refused : List.of("large&value=6000", "largeAndFlush")) {
                HttpResponse<String> answer = get(server, "/shop/c?do=" + refused);
                assertThat(answer.statusCode()).as(refused).isEqualTo(500);
                assertThat(answer.body()).as(refused).contains("The session could not be kept.");
                assertThat(look(server)).as(refused).isEqualTo("x".repeat(5000));
            }
            assertThat(runtime(server).tooLarge()).isPositive();
            assertThat(get(server, "/shop/c?do=set&value=2").statusCode()).isEqualTo(200);
            assertThat(kept()).as("the second is taken back").hasSize(1);

            assertThat(get(server, "/shop/c?do=late").statusCode()).isEqualTo(200);
            assertThat(look(server)).isEqualTo("in time");
            assertThat(runtime(server).late()).isEqualTo(1);

            get(server, "/shop/c?do=end");
            assertThat(kept()).isEmpty();
            assertThat(look(server)).isEqualTo("none");
        }
    }

    @Test
    void whatAnotherApplicationHasSealedIsNoSession() throws Exception {
        Path war = war("shop", COOKIE + "<cookie-path>/</cookie-path>");
        Path other = war("other", COOKIE + "<cookie-path>/</cookie-path>");
        try (TestServer server = start()) {
            server.service(Deployer.class).deploy("shop", war, "/shop");
            server.service(Deployer.class).deploy("other", other, "/other");
            get(server, "/other/c?do=set&value=1");
            assertThat(look(server)).isEqualTo("none");
            assertThat(runtime(server).unknownKey()).isEqualTo(1);
        }
    }

    @Test
    void whatCannotWorkIsRefused() throws Exception {
        Path without = war("without", COOKIE + "<cookies-enabled>false</cookies-enabled>");
        Path twice = war("twice", COOKIE + "<persistent-store-cookie-name>JSESSIONID</persistent-store-cookie-name>");
        Path bad = war("bad", COOKIE + "<persistent-store-cookie-name>a b</persistent-store-cookie-name>");
        try (TestServer server = start()) {
            Deployer deployer = server.service(Deployer.class);
            assertThatThrownBy(() -> deployer.deploy("shop", without, "/shop"))
                    .hasMessageContaining("does not track them by cookies");
            assertThatThrownBy(() -> deployer.deploy("shop", twice, "/shop"))
                    .hasMessageContaining("the cookie JSESSIONID cannot be both");
            assertThatThrownBy(() -> deployer.deploy("shop", bad, "/shop"))
                    .hasMessageContaining("WEB-INF/weblogic.xml:1:")
                    .hasMessageContaining("'a b' is no name of a cookie");
        }
    }
}
