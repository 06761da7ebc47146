package io.keelson.deploy.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.base.time.Ticker;
import io.keelson.deploy.Deployer.State;
import io.keelson.deploy.internal.store.Step;
import io.keelson.deploy.spi.Contributor;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AutodeployTest {
    private static final Instant LONG_AGO = Instant.now().minusSeconds(3_600);

    @TempDir
    Path directory;

    private Path drop;
    private Server server;
    private Autodeploy autodeploy;
    private final List<String> starts = new ArrayList<>();

    @BeforeEach
    void start() throws Exception {
        drop = Files.createDirectories(directory.resolve("autodeploy"));
        startServer();
    }

    private void startServer() throws Exception {
        server = new Server(directory.resolve("server"), Step.NONE);
        server.contributors.add(new Starts());
        server.started();
        autodeploy = new Autodeploy(drop, server.deployer, Ticker.system(), Duration.ofSeconds(1));
        autodeploy.begin();
    }

    private static Path at(Path file, Instant modified) throws Exception {
        return Files.setLastModifiedTime(file, FileTime.from(modified));
    }

    private Path war(Path file, String version) throws Exception {
        return new WarFile().text("version.txt", version).write(file);
    }

    @Test
    void deploysAFileThatIsStillOverTwoLooks() throws Exception {
        Path file = war(drop.resolve("shop.war"), "1");
        at(file, Instant.now().plusSeconds(60));
        autodeploy.look();
        assertThat(starts).isEmpty();
        at(file, Instant.now().plusSeconds(61));
        autodeploy.look();
        assertThat(starts).isEmpty();
        autodeploy.look();
        assertThat(starts).containsExactly("1");
        autodeploy.look();
        assertThat(starts).containsExactly("1");
    }

    @Test
    void deploysAFileThatIsMovedInAtOnce() throws Exception {
        Path made = at(war(directory.resolve("made.war"), "1"), LONG_AGO);
        Files.move(made, drop.resolve("shop.war"), StandardCopyOption.ATOMIC_MOVE);
        autodeploy.look();
        assertThat(starts).containsExactly("1");
        Path next = at(war(directory.resolve("made.war"), "2"), LONG_AGO);
        Files.move(next, drop.resolve("shop.war"), StandardCopyOption.ATOMIC_MOVE);
        autodeploy.look();
        assertThat(starts).containsExactly("1", "2");
    }

    @Test
    void anExtensionInCapitalsIsOneToo() throws Exception {
        at(war(drop.resolve("X.WAR"), "1"), LONG_AGO);
        at(war(drop.resolve("y.War"), "2"), LONG_AGO);
        autodeploy.look();
        assertThat(starts).containsExactlyInAnyOrder("1", "2");
        assertThat(server.deployer.application("X").orElseThrow().contextRoot()).isEqualTo("/X");
        Files.delete(drop.resolve("X.WAR"));
        autodeploy.look();
        assertThat(server.deployer.application("X")).isEmpty();
    }

    @Test
    void theRootApplicationIsAtTheRoot() throws Exception {
        at(war(drop.resolve("ROOT.war"), "1"), LONG_AGO);
        autodeploy.look();
        assertThat(server.deployer.application("ROOT").orElseThrow().contextRoot())
                .isEqualTo("/");
    }

    @Test
    void deploysAnEnterpriseApplication() throws Exception {
        Path ear = new WarFile()
                .bytes("web.war", Files.readAllBytes(war(directory.resolve("made.war"), "1")))
                .write(directory.resolve("made.ear"));
        Files.move(at(ear, LONG_AGO), drop.resolve("company.ear"), StandardCopyOption.ATOMIC_MOVE);
        autodeploy.look();
        assertThat(starts).containsExactly("1");
        assertThat(server.deployer.application("company").orElseThrow().state()).isEqualTo(State.RUNNING);
        Files.delete(drop.resolve("company.ear"));
        autodeploy.look();
        assertThat(server.deployer.applications()).isEmpty();
    }

    @Test
    void waitsForTheRestOfAFileThatIsNotWhole() throws Exception {
        byte[] whole = Files.readAllBytes(war(directory.resolve("made.war"), "1"));
        Path file = drop.resolve("shop.war");
        Files.write(file, java.util.Arrays.copyOf(whole, whole.length / 2));
        at(file, LONG_AGO);
        autodeploy.look();
        assertThat(server.deployer.applications()).isEmpty();
    }

    @Test
    void undeploysWhatIsTakenAway() throws Exception {
        Path file = at(war(drop.resolve("shop.war"), "1"), LONG_AGO);
        autodeploy.look();
        assertThat(server.deployer.application("shop")).isPresent();
        Files.delete(file);
        autodeploy.look();
        assertThat(server.deployer.application("shop")).isEmpty();
    }

    @Test
    void triesABrokenVersionOnce() throws Exception {
        Path file = at(war(drop.resolve("shop.war"), "broken"), LONG_AGO);
        autodeploy.look();
        autodeploy.look();
        autodeploy.look();
        assertThat(starts).containsExactly("broken");
        assertThat(server.deployer.application("shop").orElseThrow().state()).isEqualTo(State.FAILED);
        at(war(file, "2"), LONG_AGO.plusSeconds(1));
        autodeploy.look();
        assertThat(server.deployer.application("shop").orElseThrow().state()).isEqualTo(State.RUNNING);
        Files.delete(file);
        autodeploy.look();
        assertThat(server.deployer.applications()).isEmpty();
    }

    @Test
    void deploysDirectoriesInPlaceAndAgainWhenTheirClassesChange() throws Exception {
        Path exploded = new WarFile()
                .text("version.txt", "1")
                .text("WEB-INF/web.xml", "<web-app/>")
                .explode(drop.resolve("shop"));
        at(exploded.resolve("WEB-INF/web.xml"), LONG_AGO);
        at(exploded, LONG_AGO);
        autodeploy.look();
        assertThat(starts).containsExactly("1");
        Files.writeString(exploded.resolve("version.txt"), "2");
        autodeploy.look();
        assertThat(starts).containsExactly("1");
        at(exploded.resolve("WEB-INF/web.xml"), LONG_AGO.plusSeconds(10));
        autodeploy.look();
        assertThat(starts).containsExactly("1", "2");
        assertThat(exploded.resolve("version.txt")).exists();
        server.deployer.undeploy("shop");
        assertThat(exploded.resolve("version.txt")).exists();
    }

    @Test
    void findsAtTheNextStartWhatChangedMeanwhile() throws Exception {
        Path kept = at(war(drop.resolve("kept.war"), "1"), LONG_AGO);
        Path gone = at(war(drop.resolve("gone.war"), "1"), LONG_AGO);
        autodeploy.look();
        Files.delete(gone);
        starts.clear();
        startServer();
        assertThat(server.deployer.application("gone")).isEmpty();
        assertThat(server.deployer.application("kept")).isPresent();
        assertThat(starts).hasSizeBetween(1, 2);
        starts.clear();
        at(war(kept, "2"), Instant.now().plusSeconds(60));
        startServer();
        autodeploy.look();
        assertThat(starts).endsWith("2");
    }

    @Test
    void leavesAnOperatorsApplicationAlone() throws Exception {
        server.deployer.deploy("shop", war(directory.resolve("shop.war"), "operator"), null);
        Path file = at(war(drop.resolve("shop.war"), "auto"), LONG_AGO);
        autodeploy.look();
        Files.delete(file);
        autodeploy.look();
        assertThat(starts).containsExactly("operator");
        assertThat(server.deployer.application("shop")).isPresent();
    }

    @Test
    void survivesNamesThatAreNone() throws Exception {
        at(war(drop.resolve("not a name!.war"), "1"), LONG_AGO);
        at(war(drop.resolve("shop.war"), "1"), LONG_AGO);
        autodeploy.look();
        assertThat(server.deployer.applications()).hasSize(1);
    }

    private final class Starts implements Contributor {
        @Override
        public String name() {
            return "starts";
        }

        @Override
        public void start(Deployment deployment) throws DeploymentException {
            try {
                String version = Files.readString(
                        deployment.archive().file("version.txt").orElseThrow());
                starts.add(version);
                if (version.equals("broken")) {
                    throw new DeploymentException("broken");
                }
            } catch (java.io.IOException e) {
                throw new DeploymentException("no version", e);
            }
        }
    }
}
