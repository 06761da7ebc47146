package io.keelson.deploy.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.deploy.Deployer.Application;
import io.keelson.deploy.Deployer.State;
import io.keelson.deploy.internal.store.Step;
import io.keelson.deploy.spi.Contributor;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.kernel.context.InvocationContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LocalDeployerTest {
    private static final String MAIN = "public class Main { public static String version() { return \"%s\"; } }";

    @TempDir
    Path directory;

    private Server server;
    private final Recording web = new Recording();

    @BeforeEach
    void start() throws Exception {
        server = new Server(directory.resolve("server"), Step.NONE);
        server.contributors.add(web);
    }

    private Path war(String version) throws Exception {
        return new WarFile()
                .text("index.html", version)
                .classes("Main", MAIN.formatted(version))
                .write(directory.resolve("shop.war"));
    }

    @Test
    void goesThroughThePhasesAndBack() throws Exception {
        Application shop = server.deployer.deploy("shop", war("1"), null);
        assertThat(shop.state()).isEqualTo(State.RUNNING);
        assertThat(shop.contextRoot()).isEqualTo("/shop");
        assertThat(web.calls).containsExactly("descriptors", "inspect", "prepare", "start 1 in shop");
        server.deployer.undeploy("shop");
        assertThat(web.calls).endsWith("stop in shop", "undone");
        assertThat(server.deployer.applications()).isEmpty();
        assertThat(server.workManagers.open).isEmpty();
        assertThat(directory.resolve("server/tmp")).isEmptyDirectory();
        assertThat(directory.resolve("server/deployments/records")).isEmptyDirectory();
    }

    @Test
    void replacesAVersionOnlyByOneThatStarts() throws Exception {
        server.deployer.deploy("shop", war("1"), "/s");
        web.failIn = "prepare";
        assertThatThrownBy(() -> server.deployer.deploy("shop", war("2"), "/s"))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("broken in prepare");
        assertThat(web.calls).doesNotContain("stop in shop");
        assertThat(server.deployer.application("shop").orElseThrow().state()).isEqualTo(State.RUNNING);

        web.failIn = "start 2";
        assertThatThrownBy(() -> server.deployer.deploy("shop", war("2"), "/s"))
                .isInstanceOf(DeploymentException.class);
        assertThat(web.calls).endsWith("start 1 in shop");
        assertThat(server.deployer.application("shop").orElseThrow().state()).isEqualTo(State.RUNNING);

        web.failIn = "nothing";
        server.deployer.deploy("shop", war("2"), "/s");
        assertThat(web.calls).endsWith("start 2 in shop");
        assertThat(directory.resolve("server/deployments/content/shop"))
                .isDirectoryContaining(p -> Files.exists(p.resolve("index.html")));
        try (var versions = Files.list(directory.resolve("server/deployments/content/shop"))) {
            assertThat(versions).hasSize(1);
        }
    }

    @Test
    void comesAgainWithTheNextServer() throws Exception {
        server.deployer.deploy("shop", war("1"), "/s");
        Files.delete(directory.resolve("shop.war"));
        server.deployer.stopAll(Deadline.in(Ticker.system(), Duration.ofSeconds(10)));
        Server next = new Server(directory.resolve("server"), Step.NONE);
        next.contributors.add(web);
        next.started();
        Application shop = next.deployer.application("shop").orElseThrow();
        assertThat(shop.state()).isEqualTo(State.RUNNING);
        assertThat(shop.contextRoot()).isEqualTo("/s");
        assertThat(next.deployer.redeploy("shop").source()).endsWith("shop.war");
        assertThat(next.deployer.redeploy("shop").state()).isEqualTo(State.RUNNING);
    }

    @Test
    void oneThatFailsIsListedWithItsReason() throws Exception {
        Path ear = new WarFile().bytes("web.war", new byte[0]).write(directory.resolve("all.ear"));
        assertThatThrownBy(() -> server.deployer.deploy("all", ear, null))
                .hasMessageContaining("enterprise application")
                .hasMessageContaining("WAR");
        Application failed = server.deployer.application("all").orElseThrow();
        assertThat(failed.state()).isEqualTo(State.FAILED);
        assertThat(failed.failure()).contains("enterprise application");
        server.deployer.undeploy("all");
        assertThat(server.deployer.applications()).isEmpty();
    }

    /** Loads the application's class in each phase and writes down what it saw. */
    private static final class Recording implements Contributor {
        final List<String> calls = new ArrayList<>();
        String failIn = "nothing";

        @Override
        public String name() {
            return "recording";
        }

        private void saw(String call) throws DeploymentException {
            calls.add(call);
            if (call.startsWith(failIn)) {
                throw new DeploymentException("broken in " + failIn);
            }
        }

        @Override
        public void descriptors(Deployment deployment) throws DeploymentException {
            assertThat(deployment.temporaryDirectory()).isEmptyDirectory();
            saw("descriptors");
        }

        @Override
        public void inspect(Deployment deployment) throws DeploymentException {
            assertThat(deployment.index().getClassByName("Main")).isNotNull();
            saw("inspect");
        }

        @Override
        public void prepare(Deployment deployment) throws DeploymentException {
            deployment.onUndeploy(() -> calls.add("undone"));
            saw("prepare");
        }

        @Override
        public void start(Deployment deployment) throws DeploymentException {
            try {
                Class<?> main = deployment.classLoader().loadClass("Main");
                Object version = main.getMethod("version").invoke(null);
                saw("start " + version + " in " + application());
            } catch (ReflectiveOperationException e) {
                throw new DeploymentException("no Main", e);
            }
        }

        @Override
        public void stop(Deployment deployment) {
            calls.add("stop in " + application());
        }

        private static String application() {
            return Objects.requireNonNull(InvocationContext.current()).application();
        }
    }
}
