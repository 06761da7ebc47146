package io.keelson.deploy.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.deploy.Deployer.Application;
import io.keelson.deploy.Deployer.State;
import io.keelson.deploy.internal.store.Step;
import io.keelson.deploy.spi.ClientApplication;
import io.keelson.deploy.spi.Contributor;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.WholeCluster;
import io.keelson.deploy.targets.Assignment;
import io.keelson.deploy.targets.TargetSettings.StageMode;
import io.keelson.kernel.context.InvocationContext;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
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
        assertThat(directory.resolve("server/deployments/content")).isEmptyDirectory();
    }

    @Test
    void anApplicationOfAClientHasTheClientsClassesUntilItIsUndeployed() throws Exception {
        Path exploded = new WarFile()
                .compiled("", "Main", MAIN.formatted("of the client"))
                .explode(directory.resolve("client"));
        try (URLClassLoader client =
                new URLClassLoader(new URL[] {exploded.toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
            server.deployer.deployForClient("shop", war("1"), new ClientApplication(client, true));
            assertThat(web.calls).endsWith("start of the client in shop");
            assertThatThrownBy(() ->
                            server.deployer.deployForClient("shop", war("1"), new ClientApplication(client, true)))
                    .isInstanceOf(DeploymentException.class)
                    .hasMessageContaining("already");
            server.deployer.undeploy("shop");
            web.failIn = "prepare";
            assertThatThrownBy(() ->
                            server.deployer.deployForClient("shop", war("1"), new ClientApplication(client, true)))
                    .isInstanceOf(DeploymentException.class);
            web.failIn = "nothing";
            server.deployer.deploy("shop", war("2"), null);
            assertThat(web.calls).endsWith("start 2 in shop");
        }
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
        // The previous one is prepared before the failed one goes: a contributor can keep its place.
        assertThat(web.calls)
                .endsWith(
                        "start 2 in shop",
                        "descriptors",
                        "inspect",
                        "prepare",
                        "stop in shop",
                        "undone",
                        "start 1 in shop");
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
    void oneThatHangsAtItsStopKeepsNoOtherFromStopping() throws Exception {
        server.deployer.deploy("first", war("1"), "/first");
        server.deployer.deploy("hangs", war("1"), "/hangs");
        CountDownLatch gate = new CountDownLatch(1);
        server.contributors.add(new Contributor() {
            @Override
            public String name() {
                return "hanging";
            }

            @Override
            public void start(Deployment deployment) {}

            @Override
            public void stop(Deployment deployment) {
                try {
                    gate.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        });
        server.deployer.deploy("hangs", war("2"), "/hangs");
        try {
            // Requests that did not end have used the time up.
            server.deployer.stopAll(Deadline.in(Ticker.system(), Duration.ZERO));
            assertThat(web.calls).contains("stop in first");
            assertThat(server.deployer.application("first")).isEmpty();
        } finally {
            gate.countDown();
        }
        await().until(() -> server.deployer.application("hangs").isEmpty());
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

    private static Assignment assigned(String digit, @Nullable String root, boolean running, boolean part) {
        return new Assignment(
                "shop",
                null,
                "shop.war",
                digit.repeat(64),
                StageMode.STAGE,
                null,
                root,
                "",
                running,
                false,
                part,
                false);
    }

    @Test
    void aRehearsalLeavesNothingAndTouchesNothing() throws Exception {
        server.deployer.rehearse(assigned("1", "/s", true, false), war("1"));
        assertThat(web.calls).containsExactly("descriptors", "inspect", "prepare", "undone");
        assertThat(server.deployer.applications()).isEmpty();
        assertThat(server.workManagers.open).isEmpty();
        assertThat(directory.resolve("server/tmp")).isEmptyDirectory();
        assertThat(directory.resolve("server/deployments/content")).isEmptyDirectory();

        server.deployer.deploy(assigned("1", "/s", true, false), war("1"));
        web.calls.clear();
        server.deployer.rehearse(assigned("2", "/s", true, false), war("2"));
        web.failIn = "prepare";
        assertThatThrownBy(() -> server.deployer.rehearse(assigned("2", "/s", true, false), war("2")))
                .hasMessageContaining("broken in prepare");
        assertThat(web.calls).doesNotContain("stop in shop");
        assertThat(server.deployer.application("shop").orElseThrow().state()).isEqualTo(State.RUNNING);
        assertThat(server.workManagers.open).hasSize(1);
        try (var versions = Files.list(directory.resolve("server/deployments/content/shop"))) {
            assertThat(versions).hasSize(1);
        }
    }

    @Test
    void whatNeedsAWholeClusterIsRefusedOnAPart() throws Exception {
        web.whole = true;
        assertThatThrownBy(() -> server.deployer.rehearse(assigned("1", null, true, true), war("1")))
                .hasMessageContaining("as its sessions are replicated; make the cluster its target");
        assertThatThrownBy(() -> server.deployer.deploy(assigned("1", null, true, true), war("1")))
                .hasMessageContaining("as its sessions are replicated");
        assertThatThrownBy(() -> server.deployer.deploy(assigned("1", null, false, true), war("1")))
                .hasMessageContaining("as its sessions are replicated");
        assertThat(server.deployer.versions()).isEmpty();
        server.deployer.deploy(assigned("1", null, true, false), war("1"));
        assertThat(server.deployer.application("shop").orElseThrow().state()).isEqualTo(State.RUNNING);
    }

    @Test
    void anApplicationOfTheDomainIsStoppedAndStartedAndComesBackAsItIsWanted() throws Exception {
        Assignment shop = assigned("1", "/s", true, false);
        server.deployer.deploy(shop, war("1"));
        assertThat(server.deployer.versions()).containsExactly(java.util.Map.entry("shop", shop.version()));
        server.deployer.stop("shop");
        assertThat(server.deployer.application("shop").orElseThrow().state()).isEqualTo(State.STOPPED);
        assertThat(server.workManagers.open).isEmpty();
        assertThat(server.deployer.start("shop").state()).isEqualTo(State.RUNNING);
        web.calls.clear();
        server.deployer.deploy(assigned("2", "/s", false, false), war("2"));
        assertThat(web.calls).contains("stop in shop").doesNotContain("start 2 in shop");
        assertThat(server.deployer.application("shop").orElseThrow().state()).isEqualTo(State.STOPPED);
        assertThat(server.deployer.start("shop").state()).isEqualTo(State.RUNNING);
        assertThat(web.calls).contains("start 2 in shop");

        server.deployer.stopAll(Deadline.in(Ticker.system(), Duration.ofSeconds(10)));
        for (Assignment wanted : List.of(
                assigned("2", "/s", true, false),
                assigned("2", "/s", false, false),
                assigned("3", "/s", true, false))) {
            Server next = new Server(directory.resolve("server"), Step.NONE);
            next.contributors.add(web);
            next.store.sweep();
            next.deployer.resumeAll(java.util.Map.of("shop", wanted));
            boolean runs = wanted.running() && wanted.digest().startsWith("2");
            assertThat(next.deployer.application("shop").orElseThrow().state())
                    .isEqualTo(runs ? State.RUNNING : State.STOPPED);
            assertThat(next.deployer.versions().get("shop"))
                    .isEqualTo(assigned("2", "/s", true, false).version());
            next.deployer.stopAll(Deadline.in(Ticker.system(), Duration.ofSeconds(10)));
        }
    }

    @Test
    void applicationsOfTheDomainAndOfTheServerKeepApart() throws Exception {
        server.deployer.deploy("shop", war("1"), null);
        Assignment shop = assigned("1", null, true, false);
        assertThatThrownBy(() -> server.deployer.rehearse(shop, war("2")))
                .hasMessageContaining("has an application of its own called 'shop'");
        assertThatThrownBy(() -> server.deployer.deploy(shop, war("2"))).hasMessageContaining("of its own");
        server.deployer.remove("shop");
        assertThat(server.deployer.application("shop")).isPresent();
        server.deployer.undeploy("shop");
        server.deployer.deploy(shop, war("2"));
        assertThatThrownBy(() -> server.deployer.deploy("shop", war("1"), null))
                .hasMessageContaining("is deployed by the domain");
        assertThatThrownBy(() -> server.deployer.redeploy("shop")).hasMessageContaining("is deployed by the domain");
        assertThatThrownBy(() -> server.deployer.undeploy("shop")).hasMessageContaining("is deployed by the domain");
        server.deployer.remove("shop");
        assertThat(server.deployer.applications()).isEmpty();
        assertThat(directory.resolve("server/deployments/records")).isEmptyDirectory();
    }

    @Test
    void aRecordThatCannotBeReadIsSaidOnceAndNoFilesAreDeleted() throws Exception {
        server.deployer.deploy("shop", war("1"), null);
        Path record = directory.resolve("server/deployments/records/shop.properties");
        Files.writeString(record, "damaged");
        try (Said log = new Said("io.keelson.deploy")) {
            Server next = new Server(directory.resolve("server"), Step.NONE).started();
            assertThat(next.deployer.applications()).isEmpty();
            assertThat(log.messages())
                    .filteredOn(message -> message.contains("KLS-149005"))
                    .singleElement()
                    .asString()
                    .contains(record.toString());
        }
        assertThat(directory.resolve("server/deployments/content/shop")).isNotEmptyDirectory();
    }

    @Test
    void oneThatFailsIsListedWithItsReason() throws Exception {
        Path ear = new WarFile().text("readme.txt", "nothing").write(directory.resolve("all.ear"));
        assertThatThrownBy(() -> server.deployer.deploy("all", ear, null))
                .hasMessageContaining("enterprise application")
                .hasMessageContaining("without a module");
        Application failed = server.deployer.application("all").orElseThrow();
        assertThat(failed.state()).isEqualTo(State.FAILED);
        assertThat(failed.failure()).contains("enterprise application");
        server.deployer.undeploy("all");
        assertThat(server.deployer.applications()).isEmpty();
    }

    @Test
    void whatDoesNotServeIsShownWithTheApplicationAndIsAnAlarm() throws Exception {
        web.outOfService = "servlet till failed";
        Application shop = server.deployer.deploy("shop", war("1"), null);
        assertThat(shop.state()).isEqualTo(State.RUNNING);
        assertThat(shop.outOfService()).containsExactly("servlet till failed");
        assertThat(server.alarms.failures()).containsExactly(Map.entry("application-shop", "servlet till failed"));

        web.outOfService = "";
        assertThat(server.deployer.deploy("shop", war("2"), null).outOfService())
                .isEmpty();
        assertThat(server.alarms.failures()).isEmpty();

        web.outOfService = "servlet till failed";
        server.deployer.deploy("shop", war("3"), null);
        server.deployer.undeploy("shop");
        assertThat(server.alarms.failures()).isEmpty();
    }

    @Test
    void usesAPartUnlessTheApplicationBringsItsOwn() throws Exception {
        List<Object> used = new ArrayList<>();
        Path jar = new WarFile()
                .compiled("", "engine.Base", "package engine; public class Base {}")
                .text(
                        "META-INF/keelson/part.properties",
                        "name = engine\nexports = engine\nsuppressed-by = engine.Base\n")
                .write(directory.resolve("engine.jar"));
        try (URLClassLoader flat = new URLClassLoader(new URL[] {jar.toUri().toURL()}, null)) {
            Server with = new Server(directory.resolve("with"), Step.NONE, flat);
            with.contributors.add(new Contributor() {
                @Override
                public String name() {
                    return "engine";
                }

                @Override
                public void inspect(Deployment deployment) throws DeploymentException {
                    used.add(deployment.use("engine"));
                }

                @Override
                public void start(Deployment deployment) throws DeploymentException {
                    try {
                        used.add(deployment
                                        .classLoader()
                                        .loadClass("engine.Base")
                                        .getClassLoader()
                                == flat);
                        deployment.use("engine");
                    } catch (IllegalStateException tooLate) {
                        used.add("too late");
                    } catch (ClassNotFoundException e) {
                        throw new DeploymentException("no engine", e);
                    }
                }
            });
            with.deployer.deploy("without", war("1"), null);
            assertThat(used).containsExactly(true, true, "too late");
            used.clear();
            Path own = new WarFile()
                    .text("index.html", "x")
                    .library(
                            "engine.jar",
                            new WarFile().compiled("", "engine.Base", "package engine; public class Base {}"))
                    .write(directory.resolve("own.war"));
            with.deployer.deploy("own", own, null);
            assertThat(used).containsExactly(false, false, "too late");
        }
        server.contributors.add(new Contributor() {
            @Override
            public String name() {
                return "asks";
            }

            @Override
            public void inspect(Deployment deployment) throws DeploymentException {
                deployment.use("nonsense");
            }
        });
        assertThatThrownBy(() -> server.deployer.deploy("shop", war("1"), null)).hasMessageContaining("'nonsense'");
    }

    @Test
    void refusesNamesAndContextRootsThatAreNone() throws Exception {
        for (String name : List.of("", "..", ".x", "a/b", "a b", "x".repeat(101))) {
            assertThatThrownBy(() -> server.deployer.deploy(name, war("1"), null))
                    .isInstanceOf(DeploymentException.class)
                    .hasMessageContaining("name");
        }
        for (String root : List.of("", "shop", "/shop/", "//", "/a/../b", "/a b", "/a?b", "/a%2f")) {
            assertThatThrownBy(() -> server.deployer.deploy("shop", war("1"), root))
                    .isInstanceOf(DeploymentException.class)
                    .hasMessageContaining("context root");
        }
        assertThat(server.deployer.deploy("ROOT", war("1"), null).contextRoot()).isEqualTo("/");
        assertThat(server.deployer.deploy("shop", war("1"), "/a/b.c").contextRoot())
                .isEqualTo("/a/b.c");
    }

    @Test
    void aContextRootOfThousandsOfStepsIsRefusedForItsLength() throws Exception {
        assertThatThrownBy(() -> server.deployer.deploy("shop", war("1"), "/a".repeat(100_000)))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContainingAll("context root", "200000 characters")
                .hasMessageNotContaining("/a".repeat(100));
    }

    @Test
    void aLibraryWithManyClassFilesThatAreNoneIsSaidOnce() throws Exception {
        WarFile jar = new WarFile();
        for (int i = 0; i < 300; i++) {
            jar.text("p/C" + i + ".class", "");
        }
        Path war = new WarFile()
                .classes("Main", MAIN.formatted("1"))
                .library("empty.jar", jar)
                .write(directory.resolve("shop.war"));
        try (Said log = new Said("io.keelson.deploy")) {
            server.deployer.deploy("shop", war, null);
            assertThat(log.messages())
                    .filteredOn(message -> message.contains("KLS-149020"))
                    .singleElement()
                    .asString()
                    .contains("300 class files in WEB-INF/lib/empty.jar", "not a class file");
        }
    }

    @Test
    void whatTheServerItselfFailsAtIsARefusalWithItsReason() throws Exception {
        server.contributors.add(new Contributor() {
            @Override
            public String name() {
                return "overflows";
            }

            @Override
            public void descriptors(Deployment deployment) {
                throw new StackOverflowError("too deep");
            }
        });
        assertThatThrownBy(() -> server.deployer.deploy("shop", war("1"), null))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("too deep");
        assertThat(server.deployer.application("shop").orElseThrow().state()).isEqualTo(State.FAILED);
    }

    @Test
    void aSignedLibraryThatWasChangedIsRefusedWithJarAndClass() throws Exception {
        Path war = new WarFile()
                .classes("Main", MAIN.formatted("1"))
                .bytes("WEB-INF/lib/b.jar", SignedJars.tampered(directory))
                .write(directory.resolve("shop.war"));
        assertThatThrownBy(() -> server.deployer.deploy("shop", war, null))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContainingAll("WEB-INF/lib/b.jar", "signed/B.class", "is not what was signed");
        Path old = new WarFile()
                .text("page.jsp", "<%@page import='javax.servlet.http.Cookie'%>")
                .bytes("WEB-INF/lib/b.jar", SignedJars.tampered(directory))
                .write(directory.resolve("old.war"));
        assertThatThrownBy(() -> server.deployer.deploy("old", old, null))
                .as("converting it must not hide that")
                .isInstanceOf(DeploymentException.class)
                .hasMessageContainingAll("WEB-INF/lib/b.jar", "signed/B.class", "is not what was signed");
    }

    @Test
    void deploysADirectoryWhereItIsAndLeavesItThere() throws Exception {
        Path exploded = new WarFile()
                .text("index.html", "x")
                .text("WEB-INF/web.xml", "<web-app/>")
                .classes("Main", MAIN.formatted("1"))
                .explode(directory.resolve("exploded"));
        assertThat(server.deployer.deploy("shop", exploded, null).source()).isEqualTo(exploded.toString());
        new WarFile().classes("Main", MAIN.formatted("2")).explode(exploded);
        server.deployer.redeploy("shop");
        assertThat(web.calls).endsWith("start 2 in shop");
        server.deployer.undeploy("shop");
        assertThat(exploded.resolve("index.html")).exists();
        assertThat(directory.resolve("server/deployments/content")).isEmptyDirectory();
    }

    @Test
    void aDirectoryWithAPageOnlyIsAWebApplication() throws Exception {
        Server plain = new Server(directory.resolve("plain"), Step.NONE);
        Path page = new WarFile().text("index.html", "x").explode(directory.resolve("pages"));
        assertThat(plain.deployer.deploy("pages", page, null).contextRoot()).isEqualTo("/pages");
        Path empty = Files.createDirectory(directory.resolve("empty"));
        assertThatThrownBy(() -> plain.deployer.deploy("empty", empty, null)).hasMessageContaining("no file in it");
    }

    @Test
    void saysWhatItFoundWhenItIsNoWebApplication() throws Exception {
        Path jar = new WarFile().compiled("", "a.A", "package a; class A {}").write(directory.resolve("a.jar"));
        assertThatThrownBy(() -> server.deployer.deploy("a", jar, null)).hasMessageContaining("JAR: it has classes");
        Path zip = new WarFile().text("x.txt", "x").write(directory.resolve("a.zip"));
        assertThatThrownBy(() -> server.deployer.deploy("a", zip, null)).hasMessageContaining("no WEB-INF");
        assertThatThrownBy(() -> server.deployer.deploy("a", directory.resolve("none.war"), null))
                .hasMessageContaining("none.war");
    }

    /** Loads the application's class in each phase and writes down what it saw. */
    private static final class Recording implements Contributor {
        final List<String> calls = new ArrayList<>();
        String failIn = "nothing";
        boolean whole;
        String outOfService = "";

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
            if (whole) {
                deployment.attach(WholeCluster.class, new WholeCluster("its sessions are replicated"));
            }
            saw("prepare");
        }

        @Override
        public void start(Deployment deployment) throws DeploymentException {
            try {
                Class<?> main = deployment.classLoader().loadClass("Main");
                Object version = main.getMethod("version").invoke(null);
                if (!outOfService.isEmpty()) {
                    deployment.outOfService(outOfService);
                }
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
