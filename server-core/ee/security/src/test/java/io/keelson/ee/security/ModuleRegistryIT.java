package io.keelson.ee.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.keelson.deploy.Deployer;
import io.keelson.ee.security.lodge.HeaderProvider;
import io.keelson.ee.security.lodge.Porter;
import io.keelson.testkit.TestArchive;
import io.keelson.testkit.TestServer;
import jakarta.security.auth.message.config.AuthConfigFactory;
import java.lang.ref.WeakReference;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Registrations of authentication modules by the names of their classes, over restarts of the server and of the application. */
@Timeout(300)
class ModuleRegistryIT {
    @TempDir
    Path directory;

    private final HttpClient client = HttpClient.newHttpClient();
    private TestServer server;

    @BeforeEach
    void start() throws Exception {
        Files.createDirectories(directory.resolve("domain"));
        server = TestServer.builder().directory(directory.resolve("domain")).start();
    }

    @AfterEach
    void stop() throws Exception {
        if (server != null) {
            for (var deployed : server.service(Deployer.class).applications()) {
                server.service(Deployer.class).undeploy(deployed.name());
            }
            TestServer stopping = server;
            server = null;
            stopping.close();
        }
    }

    private void deploy(String name, Class<?>... classes) throws Exception {
        Path war = new TestArchive().classes(classes).write(directory.resolve(name + ".war"));
        server.service(Deployer.class).deploy(name, war, null);
    }

    private void undeploy(String name) throws Exception {
        server.service(Deployer.class).undeploy(name);
    }

    private String get(String path, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.uri(path));
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        return client.send(request.build(), BodyHandlers.ofString()).body();
    }

    private Path file() {
        return server.identity().directory().resolve("data/authentication.properties");
    }

    @Test
    void aRegistrationByClassNameIsThereAfterARestart() throws Exception {
        deploy("lodge", Porter.class, HeaderProvider.class);
        assertThat(get("/lodge/porter/who", "X-Who", "ann")).isEqualTo("null");
        String id = get("/lodge/porter/register?header=X-Who");
        assertThat(get("/lodge/porter/who", "X-Who", "ann")).isEqualTo("ann");
        assertThat(Files.readString(file())).contains("HeaderProvider", "X-Who", "by header");

        stop();
        start();
        deploy("lodge", Porter.class, HeaderProvider.class);

        assertThat(get("/lodge/porter/who", "X-Who", "ann")).isEqualTo("ann");
        assertThat(get("/lodge/porter/register?header=X-Other")).isEqualTo(id);
        assertThat(get("/lodge/porter/who", "X-Who", "ann")).isEqualTo("null");
        assertThat(get("/lodge/porter/who", "X-Other", "bob")).isEqualTo("bob");
        assertThat(get("/lodge/porter/remove?id=" + id.replace(" ", "%20"))).isEqualTo("true");
        assertThat(get("/lodge/porter/who", "X-Other", "bob")).isEqualTo("null");

        stop();
        start();
        deploy("lodge", Porter.class, HeaderProvider.class);
        assertThat(get("/lodge/porter/who", "X-Other", "bob")).isEqualTo("null");
    }

    @Test
    void aRegistrationForAllIsMadeAgainWithItsApplication() throws Exception {
        deploy("lodge", Porter.class, HeaderProvider.class);
        deploy("annex", Porter.class);
        get("/lodge/porter/register?header=X-Who&all=1");
        assertThat(get("/annex/porter/who", "X-Who", "ann")).isEqualTo("ann");

        undeploy("lodge");
        assertThat(get("/annex/porter/who", "X-Who", "ann")).isEqualTo("null");

        deploy("lodge", Porter.class, HeaderProvider.class);
        assertThat(get("/lodge/porter/who", "X-Who", "ann")).isEqualTo("ann");
        assertThat(get("/annex/porter/who", "X-Who", "ann")).isEqualTo("ann");
    }

    @Test
    void nothingOfAnApplicationThatHasGoneIsKept() throws Exception {
        deploy("annex", Porter.class);
        deploy("lodge", Porter.class, HeaderProvider.class);
        get("/lodge/porter/register?header=X-Who");
        get("/lodge/porter/memory");
        get("/lodge/porter/listen");
        assertThat(get("/annex/porter/who", "X-Memory", "ann")).isEqualTo("ann");
        WeakReference<ClassLoader> loader = new WeakReference<>(AuthConfigFactory.getFactory()
                .getConfigProvider("HttpServlet", null, null)
                .getClass()
                .getClassLoader());

        undeploy("lodge");

        assertThat(get("/annex/porter/who", "X-Memory", "ann")).isEqualTo("null");
        await().until(() -> {
            System.gc();
            return loader.get() == null;
        });
    }

    @Test
    void aListenerHearsOfAnotherRegistrationOnce() throws Exception {
        deploy("lodge", Porter.class, HeaderProvider.class);
        get("/lodge/porter/listen");
        assertThat(get("/lodge/porter/told")).isEqualTo("nothing");
        get("/lodge/porter/register?header=X-Who");
        assertThat(get("/lodge/porter/told")).startsWith("HttpServlet ").endsWith(" /lodge");
    }

    @Test
    void aModuleIsToldTheIdentifierOfThePolicyContext() throws Exception {
        deploy("lodge", Porter.class, HeaderProvider.class);
        get("/lodge/porter/register?header=X-Who");
        assertThat(get("/lodge/porter/policies")).isEqualTo("lodge");
    }

    @Test
    void aClassThatCannotBeMadeIsRefused() throws Exception {
        deploy("lodge", Porter.class, HeaderProvider.class);
        assertThat(get("/lodge/porter/missing")).startsWith("refused: the provider org.nowhere.Provider");
        assertThat(get("/lodge/porter/wrong")).startsWith("refused: the provider " + Porter.class.getName());
        assertThat(file()).doesNotExist();
    }

    @Test
    void aRegistryThatIsMadeByItsNameHasTheSameRegistrations() throws Exception {
        deploy("lodge", Porter.class, HeaderProvider.class);
        get("/lodge/porter/register?header=X-Who");
        assertThat(get("/lodge/porter/again")).isEqualTo("io.keelson.ee.security.factory.ServerConfigFactory true 1");
        assertThat(get("/lodge/porter/who", "X-Who", "ann")).isEqualTo("ann");
    }

    @Test
    void aDamagedFileIsNamed() throws Exception {
        Files.createDirectories(file().getParent());
        Files.writeString(file(), "1.klass=x\n");
        assertThat(catchThrowable(() -> deploy("lodge", Porter.class, HeaderProvider.class)))
                .hasStackTraceContaining("authentication.properties: 1.klass is not known");
    }
}
