package io.keelson.deploy.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.deploy.Deployer.Application;
import io.keelson.deploy.Deployer.Release;
import io.keelson.deploy.Deployer.State;
import io.keelson.deploy.internal.store.Step;
import io.keelson.deploy.internal.store.Step.At;
import io.keelson.deploy.spi.Contributor;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.OwnDisk;
import io.keelson.deploy.spi.WholeApplication;
import io.keelson.deploy.spi.WholeCluster;
import io.keelson.deploy.targets.Assignment;
import io.keelson.deploy.targets.TargetSettings.StageMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Versions side by side, as the deployer sees them: who is active, who retires, and what is on the disk. */
@Timeout(120)
final class ApplicationVersionsTest {
    @TempDir
    Path directory;

    private final Recording web = new Recording();
    private Server server;

    @BeforeEach
    void start() throws Exception {
        server = server();
    }

    @AfterEach
    void stop() {
        server.deployer.stopAll(Deadline.in(Ticker.system(), Duration.ofSeconds(10)));
    }

    private Server server() throws Exception {
        Server made = new Server(directory.resolve("server"), Step.NONE);
        made.contributors.add(web);
        return made;
    }

    private void restart() throws Exception {
        stop();
        web.calls.clear();
        server = server().started();
    }

    private Path war(String content) throws Exception {
        return new WarFile().text("index.html", content).write(directory.resolve("shop.war"));
    }

    private Application deploy(String version) throws Exception {
        return deploy(version, null);
    }

    private Application deploy(String version, Duration retireTimeout) throws Exception {
        return server.deployer.deploy("shop", war(version), null, null, new Release(version, retireTimeout));
    }

    private List<String> listed() {
        return server.deployer.applications().stream()
                .map(one -> one.name() + " " + one.version() + " " + one.state())
                .toList();
    }

    private void awaitListed(String... wanted) {
        for (int i = 0; i < 3000 && !listed().equals(List.of(wanted)); i++) {
            server.deployer.retireIdle();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        }
        assertThat(listed()).containsExactly(wanted);
    }

    private List<String> onDisk(String what) throws Exception {
        try (var files = Files.list(directory.resolve("server/deployments/" + what))) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void aNewVersionTakesTheNewClientsAndTheOldOneGoesWithItsLastUser() throws Exception {
        assertThat(deploy("1").contextRoot()).isEqualTo("/shop");
        web.users.put("shop@1", 2L);
        Application second = deploy("2");
        assertThat(second.contextRoot()).isEqualTo("/shop");
        assertThat(web.calls)
                .containsExactly(
                        "start shop@1", "open shop@1", "start shop@2", "close shop@1", "open shop@2", "active shop@2");
        assertThat(listed()).containsExactly("shop 2 RUNNING", "shop 1 RETIRING");
        assertThat(server.deployer.application("shop").orElseThrow().version()).isEqualTo("2");
        assertThat(server.deployer.application("shop", "1").orElseThrow().state())
                .isEqualTo(State.RETIRING);
        server.deployer.retireIdle();
        assertThat(listed()).containsExactly("shop 2 RUNNING", "shop 1 RETIRING");
        web.users.put("shop@1", 0L);
        awaitListed("shop 2 RUNNING");
        // It is out of the list before all of it is put away.
        await().untilAsserted(() -> {
            assertThat(web.calls).endsWith("stop shop@1");
            assertThat(onDisk("records")).containsExactly("shop@2.properties");
            assertThat(onDisk("content")).containsExactly("shop@2");
            assertThat(server.workManagers.open).containsExactly("shop@2");
        });
    }

    @Test
    void theRetireTimeoutEndsAVersionThatHasUsers() throws Exception {
        deploy("1");
        web.users.put("shop@1", 1L);
        deploy("2", Duration.ofDays(1));
        server.deployer.retireIdle();
        assertThat(listed()).containsExactly("shop 2 RUNNING", "shop 1 RETIRING");
        deploy("2", Duration.ZERO);
        awaitListed("shop 2 RUNNING");
    }

    @Test
    void aNewVersionThatFailsLeavesTheOldOneActive() throws Exception {
        deploy("1");
        web.users.put("shop@1", 1L);
        for (String phase : List.of("prepare shop@2", "start shop@2", "open shop@2")) {
            web.failIn = phase;
            assertThatThrownBy(() -> deploy("2")).isInstanceOf(DeploymentException.class);
            assertThat(listed()).as(phase).containsExactly("shop 1 RUNNING");
            assertThat(onDisk("content")).containsExactly("shop@1");
            assertThat(onDisk("records")).containsExactly("shop@1.properties");
        }
        assertThat(web.calls).endsWith("close shop@1", "close shop@2", "stop shop@2", "open shop@1");
        assertThat(server.workManagers.open).containsExactly("shop@1");
        web.failIn = "";
        deploy("2");
        assertThat(listed()).containsExactly("shop 2 RUNNING", "shop 1 RETIRING");
    }

    @Test
    void theWayBackMakesTheVersionActiveThatRetires() throws Exception {
        deploy("1");
        web.users.put("shop@1", 1L);
        web.users.put("shop@2", 1L);
        deploy("2");
        assertThatThrownBy(() -> deploy("1"))
                .hasMessageContaining("retires")
                .hasMessageContaining("keelson redeploy shop --version 1");
        web.calls.clear();
        assertThat(server.deployer.redeployVersion("shop", "1").state()).isEqualTo(State.RUNNING);
        assertThat(web.calls).containsExactly("close shop@2", "open shop@1", "active shop@1");
        assertThat(listed()).containsExactly("shop 1 RUNNING", "shop 2 RETIRING");
        assertThatThrownBy(() -> server.deployer.redeployVersion("shop", "1")).hasMessageContaining("does not retire");
        restart();
        assertThat(listed()).containsExactly("shop 1 RUNNING", "shop 2 RETIRING");
        web.users.put("shop@2", 0L);
        awaitListed("shop 1 RUNNING");
    }

    @Test
    void aRestartBringsBothBackAndTheNewerIsActive() throws Exception {
        deploy("1");
        web.users.put("shop@1", 1L);
        deploy("2", Duration.ofDays(1));
        restart();
        assertThat(listed()).containsExactly("shop 2 RUNNING", "shop 1 RETIRING");
        // What works for the application as a whole is never there twice.
        assertThat(web.calls).containsExactly("start shop@1", "start shop@2", "open shop@2", "active shop@2");
        web.failIn = "start shop@2";
        restart();
        assertThat(listed()).containsExactly("shop 1 RUNNING", "shop 2 FAILED");
        assertThat(web.calls).containsSubsequence("open shop@1", "active shop@1");
        web.users.put("shop@1", 0L);
        server.deployer.retireIdle();
        assertThat(listed()).containsExactly("shop 1 RUNNING", "shop 2 FAILED");
        web.failIn = "";
        web.users.put("shop@1", 1L);
        deploy("2");
        assertThat(listed()).containsExactly("shop 2 RUNNING", "shop 1 RETIRING");
    }

    @Test
    void theActiveVersionIsReplacedInItsPlace() throws Exception {
        deploy("1");
        web.users.put("shop@1", 1L);
        deploy("2");
        deploy("2");
        assertThat(listed()).containsExactly("shop 2 RUNNING", "shop 1 RETIRING");
        server.deployer.redeploy("shop");
        assertThat(listed()).containsExactly("shop 2 RUNNING", "shop 1 RETIRING");
        assertThat(onDisk("content")).containsExactly("shop@1", "shop@2");
        assertThatThrownBy(() -> server.deployer.deploy("shop", war("2"), "/elsewhere", null, new Release("2", null)))
                .hasMessageContaining("/elsewhere")
                .hasMessageContaining("/shop");
        assertThat(listed()).containsExactly("shop 2 RUNNING", "shop 1 RETIRING");
        restart();
        assertThat(listed()).containsExactly("shop 2 RUNNING", "shop 1 RETIRING");
    }

    @Test
    void undeployingTheActiveVersionBringsTheOtherBack() throws Exception {
        deploy("1");
        web.users.put("shop@1", 1L);
        deploy("2");
        assertThatThrownBy(() -> server.deployer.undeploy("shop", "3")).hasMessageContaining("no version 3");
        server.deployer.undeploy("shop", "2");
        assertThat(listed()).containsExactly("shop 1 RUNNING");
        assertThat(web.calls).endsWith("stop shop@2", "open shop@1", "active shop@1");
        deploy("2");
        server.deployer.undeploy("shop");
        assertThat(listed()).isEmpty();
        assertThat(onDisk("records")).isEmpty();
        assertThat(onDisk("content")).isEmpty();
        assertThat(server.workManagers.open).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"PREPARED", "STARTED", "RECORD_WRITTEN", "COMMITTED"})
    void aServerThatIsKilledIsBeforeTheTurnOrAfterIt(At moment) throws Exception {
        deploy("1");
        web.users.put("shop@1", 1L);
        // Nothing is undone after an error that nobody expects, as after a kill.
        Server dying = new Server(directory.resolve("server"), at -> {
            if (at == moment) {
                throw new Killed();
            }
        });
        dying.contributors.add(web);
        dying.started();
        assertThatThrownBy(() -> dying.deployer.deploy("shop", war("2"), null, null, new Release("2", null)))
                .hasRootCauseInstanceOf(Killed.class);
        server = server().started();
        if (moment == At.COMMITTED) {
            assertThat(listed()).containsExactly("shop 2 RUNNING", "shop 1 RETIRING");
        } else {
            assertThat(listed()).containsExactly("shop 1 RUNNING");
            assertThat(onDisk("content")).containsExactly("shop@1");
            deploy("2");
            assertThat(listed()).containsExactly("shop 2 RUNNING", "shop 1 RETIRING");
        }
    }

    private static final class Killed extends Error {
        private static final long serialVersionUID = 1;
    }

    @Test
    void refusesWhatCannotBeSideBySide() throws Exception {
        deploy("1");
        web.users.put("shop@1", 1L);
        assertThatThrownBy(() -> server.deployer.deploy("shop", war("x"), null)).hasMessageContaining("--version");
        assertThatThrownBy(() -> server.deployer.deploy("shop", war("x"), "/other", null, new Release("2", null)))
                .hasMessageContaining("/other");
        assertThatThrownBy(() -> deploy("../2")).hasMessageContaining("not a version");
        deploy("2");
        assertThatThrownBy(() -> deploy("3"))
                .hasMessageContaining("two versions already (1 retires, 2)")
                .hasMessageContaining("--retire-timeout");
        assertThat(listed()).containsExactly("shop 2 RUNNING", "shop 1 RETIRING");
    }

    @Test
    void takesTheVersionOfTheManifestAndFollowsOneWithoutAVersion() throws Exception {
        server.deployer.deploy("shop", war("x"), "/laden");
        web.users.put("shop", 1L);
        Path archive = new WarFile()
                .text("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\nWeblogic-Application-Version: 7\n\n")
                .text("index.html", "7")
                .write(directory.resolve("seven.war"));
        assertThat(server.deployer.deploy("shop", archive, null).version()).isEqualTo("7");
        assertThat(listed()).containsExactly("shop 7 RUNNING", "shop null RETIRING");
        // It has the context root of the one before it, and so on.
        assertThat(server.deployer.application("shop").orElseThrow().contextRoot())
                .isEqualTo("/laden");
        web.users.put("shop", 0L);
        awaitListed("shop 7 RUNNING");
        assertThat(onDisk("records")).containsExactly("shop@7.properties");
    }

    // ---- of the domain, which decides

    private static Assignment assigned(String version, boolean beside) {
        return new Assignment(
                "shop",
                version,
                "shop.war",
                version.repeat(64),
                StageMode.STAGE,
                null,
                null,
                "",
                true,
                false,
                false,
                beside);
    }

    private void assign(String version, boolean beside) throws Exception {
        server.deployer.deploy(assigned(version, beside), war(version));
    }

    private void restart(Assignment... wanted) throws Exception {
        stop();
        web.calls.clear();
        server = server();
        server.store.sweep();
        Map<String, Assignment> all = new java.util.TreeMap<>();
        for (Assignment one : wanted) {
            all.put(one.id(), one);
        }
        server.deployer.resumeAll(all);
    }

    @Test
    void whatTheDomainHasBesideTheActiveVersionTakesItsPlaceAndEndsWhenTheDomainSaysSo() throws Exception {
        assign("1", false);
        server.deployer.rehearse(assigned("2", true), war("2"));
        assertThat(listed()).containsExactly("shop 1 RUNNING");
        web.calls.clear();
        assign("2", true);
        assertThat(web.calls).containsExactly("start shop@2");
        assertThat(listed()).containsExactly("shop 1 RUNNING", "shop 2 RETIRING");
        server.deployer.activate("shop@2");
        assertThat(web.calls).endsWith("close shop@1", "open shop@2", "active shop@2");
        assertThat(listed()).containsExactly("shop 2 RUNNING", "shop 1 RETIRING");
        server.deployer.activate("shop@2");
        assertThat(listed()).containsExactly("shop 2 RUNNING", "shop 1 RETIRING");
        // Nobody uses it here; somebody may elsewhere.
        web.users.put("shop@1", 0L);
        assertThat(server.deployer.users("shop@1")).isZero();
        for (int i = 0; i < 3; i++) {
            server.deployer.retireIdle();
        }
        assign("2", false);
        assertThat(listed()).containsExactly("shop 2 RUNNING", "shop 1 RETIRING");
        server.deployer.remove("shop@1");
        assertThat(listed()).containsExactly("shop 2 RUNNING");
        assertThat(onDisk("records")).containsExactly("shop@2.properties");
        assertThat(onDisk("content")).containsExactly("shop@2");
        assertThat(server.workManagers.open).containsExactly("shop@2");
    }

    @Test
    void aVersionOfTheDomainThatFailsBesideTheActiveOneLeavesIt() throws Exception {
        assign("1", false);
        for (String phase : List.of("prepare shop@2", "start shop@2")) {
            web.failIn = phase;
            assertThatThrownBy(() -> assign("2", true)).isInstanceOf(DeploymentException.class);
            assertThat(listed()).as(phase).containsExactly("shop 1 RUNNING", "shop 2 FAILED");
            server.deployer.remove("shop@2");
            assertThat(listed()).containsExactly("shop 1 RUNNING");
            assertThat(onDisk("content")).containsExactly("shop@1");
        }
        web.failIn = "";
        assign("2", true);
        web.failIn = "open shop@2";
        assertThatThrownBy(() -> server.deployer.activate("shop@2")).isInstanceOf(DeploymentException.class);
        assertThat(listed()).containsExactly("shop 1 RUNNING", "shop 2 RETIRING");
        assertThat(web.calls).endsWith("open shop@1");
    }

    @Test
    void whoComesLateGetsTheActiveVersionFirstAndARestartBringsBothBackAsTheDomainWantsThem() throws Exception {
        assertThatThrownBy(() -> assign("1", true)).hasMessageContaining("waits for the one that has the new clients");
        assign("2", false);
        assign("1", true);
        assertThat(listed()).containsExactly("shop 2 RUNNING", "shop 1 RETIRING");
        restart(assigned("2", false), assigned("1", true));
        assertThat(listed()).containsExactly("shop 2 RUNNING", "shop 1 RETIRING");
        assertThat(web.calls).containsExactly("start shop@2", "open shop@2", "start shop@1");
        restart(assigned("1", false), assigned("2", true));
        assertThat(listed()).containsExactly("shop 1 RUNNING", "shop 2 RETIRING");
        web.failIn = "start shop@1";
        restart(assigned("1", false), assigned("2", true));
        assertThat(listed()).as("it would take the new clients").contains("shop 1 FAILED", "shop 2 STOPPED");
        web.failIn = "";
        server.deployer.start("shop@1");
        server.deployer.start("shop@2");
        assertThat(listed()).containsExactly("shop 1 RUNNING", "shop 2 RETIRING");
    }

    @Test
    void anActiveVersionThatGoesLeavesTheTurnToTheDomain() throws Exception {
        assign("1", false);
        assign("2", true);
        server.deployer.remove("shop@1");
        assertThat(listed()).containsExactly("shop 2 RETIRING");
        server.deployer.activate("shop@2");
        assertThat(web.calls).endsWith("open shop@2", "active shop@2");
        assertThat(listed()).containsExactly("shop 2 RUNNING");
    }

    @Test
    void replicatedSessionsSideBySideAreTheDomains() throws Exception {
        web.whole = true;
        deploy("1");
        assertThatThrownBy(() -> deploy("2")).hasMessageContaining("deploy with --target");
        assertThat(listed()).containsExactly("shop 1 RUNNING");
        server.deployer.undeploy("shop");
        assign("1", false);
        assign("2", true);
        assertThat(listed()).containsExactly("shop 1 RUNNING", "shop 2 RETIRING");
    }

    /** Nobody could say whether a server that is down has some. */
    @Test
    void whatIsOnAServersOwnDiskIsSideBySideOnlyWhereItIsTheServersOwn() throws Exception {
        web.ownDisk = true;
        deploy("1");
        web.users.put("shop@1", 1L);
        deploy("2");
        assertThat(listed()).containsExactly("shop 2 RUNNING", "shop 1 RETIRING");
        server.deployer.undeploy("shop");
        assign("1", false);
        web.ownDisk = false;
        assertThatThrownBy(() -> server.deployer.rehearse(assigned("2", true), war("2")))
                .as("the other version has some")
                .hasMessageContaining("cannot have sessions in files");
        assertThat(listed()).containsExactly("shop 1 RUNNING");
        assertThatThrownBy(() -> assign("2", true)).hasMessageContaining("cannot have sessions in files");
        assertThat(listed()).contains("shop 1 RUNNING").doesNotContain("shop 2 RETIRING");
        server.deployer.remove("shop@1");
        assign("1", false);
        web.ownDisk = true;
        assertThatThrownBy(() -> assign("2", true)).hasMessageContaining("cannot have sessions in files");
    }

    /** Writes down what becomes of which version, has users, and fails where it is told to. */
    private static final class Recording implements Contributor {
        final List<String> calls = new CopyOnWriteArrayList<>();
        final Map<String, Long> users = new ConcurrentHashMap<>();
        volatile String failIn = "";
        volatile boolean whole;
        volatile boolean ownDisk;

        private void call(String what, String name) throws DeploymentException {
            String call = what + " " + name;
            if (call.equals(failIn)) {
                throw new DeploymentException("broken in " + call);
            }
            if (!what.equals("prepare")) {
                calls.add(call);
            }
        }

        @Override
        public String name() {
            return "recording";
        }

        @Override
        public void prepare(Deployment deployment) throws DeploymentException {
            call("prepare", deployment.name());
            if (whole) {
                deployment.attach(WholeCluster.class, new WholeCluster("its sessions are replicated"));
            }
            if (ownDisk) {
                deployment.attach(OwnDisk.class, new OwnDisk("its sessions are in files"));
            }
        }

        @Override
        public void start(Deployment deployment) throws DeploymentException {
            call("start", deployment.name());
        }

        @Override
        public void started(WholeApplication application) throws DeploymentException {
            call("open", application.name());
        }

        @Override
        public void ending(WholeApplication application) {
            calls.add("close " + application.name());
        }

        @Override
        public void activate(Deployment deployment) {
            calls.add("active " + deployment.name());
        }

        @Override
        public long users(Deployment deployment) {
            return users.getOrDefault(deployment.name(), 0L);
        }

        @Override
        public void stop(Deployment deployment) {
            calls.add("stop " + deployment.name());
        }
    }
}
