package io.keelson.websocket;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.deploy.Deployer;
import io.keelson.websocket.fixture.RawClient;
import io.keelson.websocket.fixture.TestApplication;
import io.keelson.websocket.webapp.EchoEndpoint;
import io.keelson.websocket.webapp.WhoEndpoint;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Applications with a WebSocket implementation of their own in WEB-INF/lib. */
@Timeout(120)
class BroughtImplementationsIT {
    @TempDir
    static Path directory;

    private static TestApplication application;

    @BeforeAll
    static void start() throws Exception {
        application = TestApplication.start(directory);
    }

    @AfterAll
    static void stop() {
        if (application != null) {
            application.close();
        }
    }

    /** The endpoints that do nothing but what any implementation takes, with what lies in that directory. */
    private static void deploy(String name) throws Exception {
        Path war = directory.resolve(name);
        Path classes = Files.createDirectories(war.resolve("WEB-INF/classes/io/keelson/websocket/webapp"));
        for (Class<?> type : List.of(WhoEndpoint.class, EchoEndpoint.class)) {
            String file = type.getSimpleName() + ".class";
            try (InputStream in = Objects.requireNonNull(type.getResourceAsStream(file))) {
                Files.copy(in, classes.resolve(file));
            }
        }
        Path libraries = Files.createDirectories(war.resolve("WEB-INF/lib"));
        try (Stream<Path> jars = Files.list(Path.of("target/brought", name))) {
            for (Path jar : (Iterable<Path>) jars::iterator) {
                Files.copy(jar, libraries.resolve(jar.getFileName()));
            }
        }
        application.server().service(Deployer.class).deploy(name, war, "/" + name);
    }

    private static String sessionClass(String root) throws IOException {
        try (RawClient client = RawClient.open(application.port(), root + "/who")) {
            assertThat(client.status()).isEqualTo(101);
            client.text("served by");
            String answer = client.message().text();
            client.close(1000, "");
            assertThat(client.read().code()).isEqualTo(1000);
            return answer;
        }
    }

    @Test
    void tyrusServesTheApplicationThatBringsIt() throws Exception {
        deploy("tyrus");
        assertThat(sessionClass("/tyrus")).startsWith("served by org.glassfish.tyrus.");
        try (RawClient client = RawClient.open(application.port(), "/tyrus/echo")) {
            String large = "x".repeat(7_000);
            client.text(large);
            assertThat(client.message().text()).isEqualTo(large);
        }
        application.server().service(Deployer.class).undeploy("tyrus");
        assertThat(sessionClass("/app")).startsWith("served by io.keelson.");
    }

    @Test
    void theServerServesTheApplicationThatBringsTomcats() throws Exception {
        deploy("tomcat");
        assertThat(sessionClass("/tomcat")).startsWith("served by io.keelson.");
        application.server().service(Deployer.class).undeploy("tomcat");
    }
}
