package io.keelson.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.deploy.Deployer;
import io.keelson.kernel.management.RuntimeState;
import io.keelson.kernel.spi.session.SessionReports;
import io.keelson.servlet.SessionRuntime;
import io.keelson.session.webapp.OwnThing;
import io.keelson.session.webapp.SharedCart;
import io.keelson.session.webapp.SharedListener;
import io.keelson.session.webapp.SharedServlet;
import io.keelson.testkit.TestServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.CookieManager;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code sharing-enabled}: the web applications of a real EAR have one session. */
@Timeout(120)
class SharedSessionsIT {
    private static final String JNDI = "<persistent-data-source-jndi-name>jdbc/kept</persistent-data-source-jndi-name>";

    @TempDir
    Path directory;

    private final CookieManager cookies = new CookieManager();
    private final HttpClient client =
            HttpClient.newBuilder().cookieHandler(cookies).build();

    // ---- the EAR

    private static byte[] zip(Map<String, byte[]> files) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream out = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                out.putNextEntry(new ZipEntry(file.getKey()));
                out.write(file.getValue());
            }
        }
        return bytes.toByteArray();
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static void put(Map<String, byte[]> files, String below, Class<?> type) throws IOException {
        String path = type.getName().replace('.', '/') + ".class";
        try (InputStream in = type.getClassLoader().getResourceAsStream(path)) {
            files.put(below + path, in.readAllBytes());
        }
    }

    private static byte[] war(String webXml, String weblogicXml) throws IOException {
        Map<String, byte[]> files = new LinkedHashMap<>();
        files.put("WEB-INF/web.xml", text("""
                <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.1">
                  <listener><listener-class>io.keelson.session.webapp.SharedListener</listener-class></listener>
                  <servlet><servlet-name>s</servlet-name><servlet-class>io.keelson.session.webapp.SharedServlet</servlet-class></servlet>
                  <servlet-mapping><servlet-name>s</servlet-name><url-pattern>/s</url-pattern></servlet-mapping>
                """ + webXml + "</web-app>"));
        if (!weblogicXml.isEmpty()) {
            files.put("WEB-INF/weblogic.xml", text("<weblogic-web-app>" + weblogicXml + "</weblogic-web-app>"));
        }
        put(files, "WEB-INF/classes/", SharedServlet.class);
        put(files, "WEB-INF/classes/", SharedListener.class);
        put(files, "WEB-INF/classes/", OwnThing.class);
        return zip(files);
    }

    private Path ear(String name, String session, byte[] a, byte[] b) throws IOException {
        Map<String, byte[]> library = new LinkedHashMap<>();
        put(library, "", SharedCart.class);
        Map<String, byte[]> files = new LinkedHashMap<>();
        files.put("META-INF/application.xml", text("""
                <application xmlns="https://jakarta.ee/xml/ns/jakartaee" version="11">
                  <module><web><web-uri>a.war</web-uri><context-root>/a</context-root></web></module>
                  <module><web><web-uri>b.war</web-uri><context-root>/b</context-root></web></module>
                </application>
                """));
        files.put(
                "META-INF/weblogic-application.xml",
                text("<weblogic-application><session-descriptor>" + session
                        + "</session-descriptor></weblogic-application>"));
        files.put("lib/cart.jar", zip(library));
        files.put("a.war", a);
        files.put("b.war", b);
        return Files.write(directory.resolve(name + ".ear"), zip(files));
    }

    private Path ear(String type) throws IOException {
        return ear(
                type,
                "<timeout-secs>1234</timeout-secs><sharing-enabled>true</sharing-enabled><persistent-store-type>" + type
                        + "</persistent-store-type>" + JNDI,
                war("", ""),
                war(
                        "<session-config><session-timeout>1</session-timeout><cookie-config><name>OTHER</name></cookie-config>"
                                + "</session-config>",
                        "<session-descriptor><cookie-path>/b</cookie-path></session-descriptor>"));
    }

    // ---- the server and its client

    private TestServer start() throws Exception {
        String yaml = "name: test\nservers:\n  " + TestServer.NAME + ":\n    listen-port: 0\n"
                + "data-sources:\n  kept:\n    jndi-names: [jdbc/kept]\n    url: jdbc:h2:file:"
                + directory.resolve("rows").toAbsolutePath() + "\n";
        return TestServer.builder()
                .directory(directory.resolve("domain"))
                .yaml(yaml)
                .start();
    }

    private String get(TestServer server, String path) throws Exception {
        HttpResponse<String> response =
                client.send(HttpRequest.newBuilder(server.uri(path)).build(), HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return response.body();
    }

    private static String id(String answer) {
        return answer.substring(0, answer.indexOf(' '));
    }

    private static List<SessionRuntime> sessions(TestServer server) {
        return server.service(RuntimeState.class).of("sessions").orElseThrow().stream()
                .map(SessionRuntime.class::cast)
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "file", "jdbc", "async-jdbc", "cookie"})
    void allHaveTheSameSession(String type) throws Exception {
        try (TestServer server = start()) {
            Deployer deployer = server.service(Deployer.class);
            deployer.deploy("shop", ear(type), null);

            String first = get(server, "/a/s?add=apple&own=1");
            assertThat(first).endsWith(" apple new 1234 /a mine ");
            assertThat(cookies.getCookieStore().getCookies())
                    .filteredOn(cookie -> cookie.getName().equals("JSESSIONID"))
                    .singleElement()
                    .satisfies(cookie -> assertThat(cookie.getPath()).isEqualTo("/"));
            assertThat(get(server, "/b/s?add=pear"))
                    .isEqualTo(id(first) + " apple,pear old 1234 /b " + "OwnThing" + " ");
            assertThat(get(server, "/a/s")).isEqualTo(id(first) + " apple,pear old 1234 /a mine ");

            String changed = get(server, "/b/s?change=1");
            assertThat(id(changed)).isNotEqualTo(id(first));
            assertThat(get(server, "/a/s")).isEqualTo(id(changed) + " apple,pear old 1234 /a mine ");
            assertThat(get(server, "/a/s?events=1"))
                    .isEqualTo("[/a created, /a added cart, /a added own, /a replaced cart, /a id]");
            assertThat(get(server, "/b/s?events=1"))
                    .isEqualTo("[/b created, /b added cart, /b added own, /b replaced cart, /b id]");

            if (!type.equals("cookie")) {
                assertThat(sessions(server)).singleElement().satisfies(all -> {
                    assertThat(all.application()).isEqualTo("shop");
                    assertThat(all.contextRoot()).isEqualTo("/a, /b");
                    assertThat(all.storeType()).isEqualTo(type);
                    assertThat(all.inMemory()).isEqualTo(1);
                });
                assertThat(server.service(SessionReports.class).look(id(changed)))
                        .singleElement()
                        .satisfies(sight -> assertThat(sight.application()).isEqualTo("shop"));
            }
            if (!type.equals("memory")) {
                deployer.redeploy("shop");
                assertThat(get(server, "/b/s")).startsWith(id(changed) + " apple,pear old 1234 /b ");
                assertThat(get(server, "/a/s")).isEqualTo(id(changed) + " apple,pear old 1234 /a mine ");
            }

            get(server, "/b/s?end=1");
            assertThat(get(server, "/a/s?events=1")).contains("/a destroyed with apple,pear", "/a removed cart");
            assertThat(get(server, "/b/s?events=1")).contains("/b destroyed with apple,pear", "/b removed cart");
            assertThat(get(server, "/a/s")).contains(" null new ").doesNotContain(id(changed));
        }
    }

    @Test
    void aLinkToAnotherOfThemHasTheSession() throws Exception {
        Path ear = ear(
                "links",
                "<sharing-enabled>true</sharing-enabled><cookies-enabled>false</cookies-enabled>",
                war("", ""),
                war("", ""));
        try (TestServer server = start()) {
            server.service(Deployer.class).deploy("shop", ear, null);
            String first = get(server, "/a/s?add=apple&link=/b/s");
            assertThat(first).endsWith(" /b/s;jsessionid=" + id(first));
            assertThat(get(server, "/b/s;jsessionid=" + id(first))).startsWith(id(first) + " apple old ");
            assertThat(get(server, "/a/s?link=/c/s")).endsWith(" /c/s");
        }
    }

    @Test
    void withoutItEachHasItsOwn() throws Exception {
        Path ear = ear("apart", "<sharing-enabled>false</sharing-enabled>", war("", ""), war("", ""));
        try (TestServer server = start()) {
            server.service(Deployer.class).deploy("shop", ear, null);
            assertThat(get(server, "/a/s?add=apple")).contains(" apple new ");
            assertThat(get(server, "/b/s")).contains(" null new ");
            assertThat(get(server, "/b/s?events=1")).isEqualTo("[/b created]");
            assertThat(sessions(server)).hasSize(2);
        }
    }

    @Test
    void codeMayNotTakeTheCookieElsewhere() throws Exception {
        Path ear = ear(
                "cookie",
                "<sharing-enabled>true</sharing-enabled>",
                war("", ""),
                war(
                        "<context-param><param-name>cookie</param-name><param-value>MINE</param-value></context-param>",
                        ""));
        try (TestServer server = start()) {
            assertThatThrownBy(() -> server.service(Deployer.class).deploy("shop", ear, null))
                    .hasMessageContaining("code of '/b' has given the cookie another name, domain or path: MINE;");
            assertThat(sessions(server)).isEmpty();
        }
    }
}
