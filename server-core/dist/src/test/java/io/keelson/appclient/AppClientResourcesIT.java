package io.keelson.appclient;

import static io.keelson.appclient.Programs.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.deploy.Deployer;
import io.keelson.security.RealmEditor;
import io.keelson.testkit.TestServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Resources that an application client has of its own, and the user whom its callback handler names. */
@Timeout(120)
class AppClientResourcesIT {
    private static final String DESCRIPTOR = """
            <application-client xmlns="https://jakarta.ee/xml/ns/jakartaee" version="11">
              <callback-handler>%s</callback-handler>
            </application-client>
            """;
    private static final String UNIT = """
            <persistence xmlns="https://jakarta.ee/xml/ns/persistence" version="3.2">
              <persistence-unit name="desk" transaction-type="RESOURCE_LOCAL">
                <class>desk.Note</class>
                <properties>
                  <property name="jakarta.persistence.jdbc.url" value="jdbc:h2:mem:desk;DB_CLOSE_DELAY=-1"/>
                  <property name="jakarta.persistence.jdbc.user" value="sa"/>
                  <property name="jakarta.persistence.jdbc.password" value=""/>
                  <property name="jakarta.persistence.schema-generation.database.action" value="drop-and-create"/>
                </properties>
              </persistence-unit>
            </persistence>
            """;

    @TempDir
    static Path directory;

    private static TestServer server;
    private static Map<String, byte[]> classes;

    private ClassLoader before;

    @BeforeAll
    static void startServer() throws Exception {
        Path domain = Files.createDirectories(directory.resolve("domain"));
        new RealmEditor(domain.resolve("security/realm"), 4096, "desk", List.of())
                .put("ada", "a long password".toCharArray(), List.of());
        server = TestServer.builder().directory(domain).start();
        classes = Programs.compile(directory, Programs.sources("desk", "Main", "Note", "Who", "WhoBean", "Login"));
        server.service(Deployer.class).deploy("desk", ear("desk.ear", "desk.Login", UNIT), null);
    }

    @AfterAll
    static void stopServer() {
        if (server != null) {
            server.close();
        }
    }

    @BeforeEach
    void remember() {
        before = Thread.currentThread().getContextClassLoader();
    }

    @AfterEach
    void restore() {
        Thread.currentThread().setContextClassLoader(before);
    }

    private static Path ear(String name, String handler, String unit) throws Exception {
        Map<String, byte[]> client = new LinkedHashMap<>();
        client.put("META-INF/MANIFEST.MF", text("Manifest-Version: 1.0\nMain-Class: desk.Main\n"));
        client.put("META-INF/application-client.xml", text(String.format(DESCRIPTOR, handler)));
        client.put("META-INF/persistence.xml", text(unit));
        client.putAll(Programs.some(classes, "desk/Main", "desk/Note", "desk/Login"));
        Map<String, byte[]> ear = new LinkedHashMap<>();
        ear.put("beans.jar", Programs.zip(Programs.some(classes, "desk/WhoBean")));
        ear.put("client.jar", Programs.zip(client));
        ear.put("lib/views.jar", Programs.zip(Programs.some(classes, "desk/Who")));
        ear.put(
                "META-INF/application.xml",
                text(
                        "<application xmlns=\"https://jakarta.ee/xml/ns/jakartaee\" version=\"11\">"
                                + "<module><ejb>beans.jar</ejb></module><module><java>client.jar</java></module></application>"));
        return Files.write(directory.resolve(name), Programs.zip(ear));
    }

    private static ClientContainer start(Path ear) throws ClientException {
        return ClientContainer.start(
                Arguments.parse(
                        ear.toString(),
                        "--application",
                        "desk",
                        "--server",
                        "keelson://127.0.0.1:" + server.address().getPort()),
                null,
                System.err);
    }

    @Test
    @SuppressWarnings("unchecked")
    void hasItsPersistenceUnitItsMailSessionAndTheUserOfItsHandler() throws Throwable {
        List<String> lines;
        try (ClientContainer container = start(directory.resolve("desk.ear"))) {
            lines = (List<String>) Thread.currentThread()
                    .getContextClassLoader()
                    .loadClass("desk.Main")
                    .getField("LINES")
                    .get(null);
            container.run();
        }
        assertThat(lines)
                .containsExactly(
                        "notes [bread, tea]",
                        "mail localhost desk@example.org 2525",
                        "same true true",
                        "wrong 1 true0",
                        "caller ada");
    }

    @Test
    void aPersistenceUnitThatCannotBeOpenedIsNamed() throws Exception {
        Path ear = ear("wrong-unit.ear", "desk.Login", UNIT.replace("name=\"desk\"", "name=\"disk\""));
        assertThatThrownBy(() -> start(ear))
                .isInstanceOf(ClientException.class)
                .hasMessageContaining("desk.Main.notes (@PersistenceUnit)")
                .hasMessageContaining("'desk'");
    }

    @Test
    void aHandlerThatIsNoneOrWhoseUserIsRefusedIsNamed() throws Exception {
        Path none = ear("no-handler.ear", "desk.Nobody", UNIT);
        assertThatThrownBy(() -> start(none))
                .isInstanceOf(ClientException.class)
                .hasMessageContaining("desk.Nobody")
                .hasMessageContaining("application-client.xml");
        Path other = ear("other.ear", "desk.Note", UNIT);
        assertThatThrownBy(() -> start(other))
                .isInstanceOf(ClientException.class)
                .hasMessageContaining("desk.Note");
        System.setProperty("desk.user", "eve");
        try {
            assertThatThrownBy(() -> start(directory.resolve("desk.ear")))
                    .isInstanceOf(ClientException.class)
                    .hasMessageContaining("the login of eve")
                    .hasMessageContaining("was refused");
        } finally {
            System.clearProperty("desk.user");
        }
    }
}
