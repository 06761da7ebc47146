package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Applications that others wrote, as they come from Maven Central, deployed by the command line and used through HTTP. */
@Tag("whole")
class ApplicationsOfOthersSystemIT {
    private static final Path WARS = Path.of("target", "wars").toAbsolutePath();

    @TempDir
    static Path directory;

    private static LiveServer server;

    @BeforeAll
    static void startServer() throws Exception {
        server = LiveServer.start(directory, "-Dhawtio.authenticationEnabled=false");
    }

    @AfterAll
    static void stopServer() throws Exception {
        server.close();
    }

    private static void deploy(String war, String contextRoot) {
        LiveServer.Said said = server.cli("deploy", WARS.resolve(war).toString(), "--context-root", contextRoot);
        assertThat(said.exit()).as(said.text() + server.output()).isZero();
    }

    @Test
    void aServletWithAWebXml() throws Exception {
        deploy("jetty-demo-simple.war", "/simple");

        HttpResponse<String> hello = server.get("/simple/hello/there");

        assertThat(hello.statusCode()).isEqualTo(200);
        assertThat(hello.body()).contains("Hello");
        assertThat(server.get("/simple/jetty.icon").headers().firstValue("Content-Type"))
                .hasValue("image/vnd.microsoft.icon");
    }

    @Test
    void pagesWithTagFilesExpressionsBeansAndJstl() throws Exception {
        deploy("jetty-demo-jsp.war", "/jsp");

        assertThat(server.get("/jsp/expr.jsp?A=21").body()).contains("<td>42&nbsp;</td>", "<td>2</td>");
        assertThat(server.get("/jsp/tagfile.jsp").body()).contains("A panel in a panel.", "#ff80ff");
        assertThat(server.get("/jsp/jstl.jsp").body()).contains("JSTL Example").containsPattern("10\\s*<br />");
        assertThat(server.get("/jsp/tag2.jsp").body()).containsPattern("On \\S+ the \\d+ of \\S+ in the year \\d{4}");
        assertThat(server.get("/jsp/bean1.jsp").body()).contains("Counter accessed 1 times");
        assertThat(server.get("/jsp/dump.jsp").statusCode()).isEqualTo(200);
        HttpResponse<String> directoryWithoutSlash = server.get("/jsp");
        assertThat(directoryWithoutSlash.statusCode()).isEqualTo(302);
    }

    @Test
    void anAgentThatAsksForALogin() throws Exception {
        Path password = Files.writeString(directory.resolve("password"), "correct horse");
        LiveServer.Said added =
                server.cli("user", "add", "monitor", "--group", "jolokia", "--password-file", password.toString());
        assertThat(added.exit()).as(added.text()).isZero();
        LiveServer.Said other = server.cli("user", "add", "visitor", "--password-file", password.toString());
        assertThat(other.exit()).as(other.text()).isZero();
        deploy("jolokia.war", "/jolokia");

        HttpResponse<String> anonymous = server.get("/jolokia/version");
        assertThat(anonymous.statusCode()).isEqualTo(401);
        assertThat(anonymous.headers().firstValue("WWW-Authenticate")).isPresent();
        assertThat(server.get("/jolokia/version", "Authorization", basic("monitor", "wrong"))
                        .statusCode())
                .isEqualTo(401);
        assertThat(server.get("/jolokia/version", "Authorization", basic("visitor", "correct horse"))
                        .statusCode())
                .isEqualTo(403);

        HttpResponse<String> version =
                server.get("/jolokia/version", "Authorization", basic("monitor", "correct horse"));
        assertThat(version.statusCode()).isEqualTo(200);
        assertThat(version.body()).startsWith("{").contains("\"agent\":\"2.0.0\"");
    }

    @Test
    void aConsoleWithFiltersAndStaticFiles() throws Exception {
        deploy("hawtio.war", "/hawtio");

        HttpResponse<String> page = server.get("/hawtio/");
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).contains("<title>Hawtio</title>");
        HttpResponse<String> json = server.get("/hawtio/jolokia/");
        assertThat(json.statusCode()).isEqualTo(200);
        assertThat(json.body()).startsWith("{").contains("\"agent\"");
    }

    @Test
    void anOldWebXmlWithOnePage() throws Exception {
        deploy("cargo-simple.war", "/cargo");

        HttpResponse<String> page = server.get("/cargo/");

        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).contains("Sample page for testing");
    }

    @Test
    void oneThatWasMadeForAnotherServerIsRefusedWithTheClassThatItMisses() throws Exception {
        LiveServer.Said said =
                server.cli("deploy", WARS.resolve("activemq-web-console.war").toString());

        assertThat(said.exit()).isEqualTo(1);
        assertThat(said.text()).containsPattern("[a-z]+\\.[a-z.]+\\.[A-Z][A-Za-z]+");
        assertThat(server.get("/activemq-web-console/").statusCode()).isEqualTo(404);
    }

    @Test
    void anAgentThatWasMadeForJavaEe() throws Exception {
        Path password = Files.writeString(directory.resolve("old-password"), "battery staple");
        LiveServer.Said added =
                server.cli("user", "add", "watcher", "--group", "jolokia", "--password-file", password.toString());
        assertThat(added.exit()).as(added.text()).isZero();
        deploy("jolokia-javax.war", "/jolokia-javax");

        assertThat(server.output())
                .containsPattern("KLS-149050: Application 'jolokia-javax' was made for Java EE .* 1 libraries changed");
        assertThat(server.get("/jolokia-javax/version").statusCode()).isEqualTo(401);
        HttpResponse<String> version =
                server.get("/jolokia-javax/version", "Authorization", basic("watcher", "battery staple"));
        assertThat(version.statusCode()).as(server.output()).isEqualTo(200);
        assertThat(version.body()).contains("\"agent\":\"1.7.1\"");
    }

    @Test
    void pagesThatWereMadeForJavaEeWithTheirOwnTags() throws Exception {
        Path war = directory.resolve("old-pages.war");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(war))) {
            zip.putNextEntry(new ZipEntry("list.jsp"));
            zip.write("""
                    <%@ page import="javax.servlet.http.HttpServletRequest" %>
                    <%@ taglib prefix="c" uri="http://java.sun.com/jsp/jstl/core" %>
                    <%@ taglib prefix="fn" uri="http://java.sun.com/jsp/jstl/functions" %>
                    <%! String from(HttpServletRequest r) { return r.getClass().getInterfaces().length > 0 ? "ok" : "no"; } %>
                    <c:forEach var="i" begin="1" end="3">[${i * 2}]</c:forEach> ${fn:toUpperCase("done")} <%= from(request) %>
                    """.getBytes(StandardCharsets.UTF_8));
            zip.putNextEntry(new ZipEntry("WEB-INF/lib/jstl.jar"));
            zip.write(Files.readAllBytes(WARS.resolve("jstl-javax.jar")));
        }
        LiveServer.Said said = server.cli("deploy", war.toString());
        assertThat(said.exit()).as(said.text() + server.output()).isZero();

        HttpResponse<String> page = server.get("/old-pages/list.jsp");
        assertThat(page.statusCode()).as(page.body()).isEqualTo(200);
        assertThat(page.body()).contains("[2]", "[4]", "[6]", "DONE ok");
    }

    @Test
    void anEnterpriseApplication() throws Exception {
        LiveServer.Said said =
                server.cli("deploy", WARS.resolve("cargo-simple.ear").toString());

        assertThat(said.exit()).as(said.text() + server.output()).isZero();
        assertThat(server.get("/simpleweb/").body()).contains("Sample page for testing");
    }

    private static String basic(String user, String password) {
        return "Basic " + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
    }
}
