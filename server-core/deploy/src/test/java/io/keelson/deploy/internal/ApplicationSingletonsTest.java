package io.keelson.deploy.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.keelson.api.cluster.SingletonService;
import io.keelson.deploy.Deployer.State;
import io.keelson.deploy.internal.store.Step;
import io.keelson.deploy.singleton.SingletonContributor;
import io.keelson.deploy.spi.Contributor;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.kernel.context.InvocationContext;
import io.keelson.kernel.spi.singleton.ApplicationSingletons;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The singleton services that applications declare: where they are found, what is refused, and when they come and go. */
final class ApplicationSingletonsTest {
    @TempDir
    Path directory;

    private final Said log = new Said("io.keelson.deploy");
    private final List<String> calls = new ArrayList<>();
    private final Cluster cluster = new Cluster();
    private Server server;

    /** Stands for the cluster: makes the objects, and says what is asked of it. */
    private final class Cluster implements ApplicationSingletons {
        private final List<Declaration> checked = new ArrayList<>();
        private WeakReference<Object> last = new WeakReference<>(null);
        private String refuses = "";

        @Override
        public void check(Declaration declaration, ClassLoader loader) {
            checked.add(declaration);
            if (declaration.name().equals(refuses)) {
                throw new IllegalArgumentException("refused on purpose");
            }
        }

        @Override
        public Service make(Declaration declaration, ClassLoader loader) {
            Object made;
            try {
                made = loader.loadClass(declaration.className())
                        .getConstructor()
                        .newInstance();
            } catch (ReflectiveOperationException e) {
                throw new IllegalArgumentException("it cannot be made", e);
            }
            last = new WeakReference<>(made);
            String what =
                    declaration.name() + " as " + InvocationContext.current().application();
            calls.add("make " + what);
            return new Service() {
                private final Object kept = made;

                @Override
                public void open() {
                    calls.add("open " + declaration.name());
                    assertThat(kept).isInstanceOf(SingletonService.class);
                }

                @Override
                public void close() {
                    calls.add("close " + declaration.name());
                }
            };
        }
    }

    /** Stands for what serves. */
    private final class Web implements Contributor {
        @Override
        public String name() {
            return "web";
        }

        @Override
        public void start(Deployment deployment) {
            calls.add("start " + deployment.name());
        }

        @Override
        public void stop(Deployment deployment) {
            calls.add("stop " + deployment.name());
        }
    }

    @BeforeEach
    void start() throws Exception {
        server = new Server(directory.resolve("server"), Step.NONE);
        server.contributors.add(new SingletonContributor(cluster));
        server.contributors.add(new Web());
    }

    @AfterEach
    void stop() {
        log.close();
    }

    private static String service(String name, String annotation, String body) {
        return "package shop; " + annotation + " public class " + name
                + " implements io.keelson.api.cluster.SingletonService { " + body
                + " public void activate() {} public void deactivate() {} }";
    }

    private static String annotation(String values) {
        return "@io.keelson.api.cluster.ClusterSingleton(" + values + ")";
    }

    private static WarFile war(String... sources) {
        WarFile war = new WarFile().text("index.html", "x").text("WEB-INF/x", "x");
        for (int i = 0; i < sources.length; i += 2) {
            war.classes("shop." + sources[i], sources[i + 1]);
        }
        return war;
    }

    private static WarFile jar(String name, String source) {
        return new WarFile().compiled("", "shop." + name, source);
    }

    private static WarFile ear(String descriptor) {
        WarFile ear = new WarFile()
                .bytes("a.war", war().packed())
                .bytes("b.war", war("Own", service("Own", "", "")).packed())
                .bytes(
                        "lib/shared.jar",
                        jar("Shared", service("Shared", "", "")).packed());
        return descriptor.isEmpty() ? ear : ear.text("META-INF/weblogic-application.xml", descriptor);
    }

    private static String descriptor(String... namesAndClasses) {
        StringBuilder text = new StringBuilder(
                "<wls:weblogic-application xmlns:wls=\"http://xmlns.oracle.com/weblogic/weblogic-application\">\n");
        for (int i = 0; i < namesAndClasses.length; i += 2) {
            text.append("<wls:singleton-service><wls:class-name>")
                    .append(namesAndClasses[i + 1])
                    .append("</wls:class-name>\n<wls:name> ")
                    .append(namesAndClasses[i])
                    .append("</wls:name></wls:singleton-service>\n");
        }
        return text + "</wls:weblogic-application>";
    }

    private Path written(WarFile archive, String name) throws Exception {
        return archive.write(directory.resolve(name));
    }

    private void deploy(String name, WarFile archive, String file) throws Exception {
        server.deployer.deploy(name, written(archive, file), null);
    }

    @Test
    void comesWhenAllServesAndGoesBeforeAnythingStops() throws Exception {
        deploy("company", ear(descriptor("one", "shop.Shared", "two", "shop.Own")), "c.ear");
        assertThat(calls)
                .containsExactly(
                        "start company#a",
                        "start company#b",
                        "make one as company#a",
                        "make two as company#b",
                        "open one",
                        "open two");
        calls.clear();
        server.deployer.undeploy("company");
        assertThat(calls).containsExactly("close two", "close one", "stop company#b", "stop company#a");
        assertThat(cluster.checked)
                .allSatisfy(
                        declaration -> assertThat(declaration.terms()).isEqualTo(ApplicationSingletons.Terms.STANDARD))
                .extracting(ApplicationSingletons.Declaration::application)
                .containsOnly("company");
    }

    @Test
    void findsTheAnnotationInClassesLibrariesAndSharedLibraries() throws Exception {
        WarFile war = war("InClasses", service("InClasses", annotation("name = \"classes\""), ""))
                .library("own.jar", jar("InLibrary", service("InLibrary", annotation("name = \"library\""), "")));
        deploy("shop", war, "shop.war");
        WarFile ear = new WarFile()
                .bytes("shop.war", war().packed())
                .bytes(
                        "lib/shared.jar",
                        jar("InShared", service("InShared", annotation("name = \"shared\""), ""))
                                .packed());
        deploy("company", ear, "c.ear");
        assertThat(calls).contains("make classes as shop", "make library as shop", "make shared as company#shop");
    }

    @Test
    void takesTheTermsOfTheAnnotationAlsoWhereADescriptorNamesTheClass() throws Exception {
        String annotation = annotation("name = \"one\", userPreferredServer = \"s2\","
                + " constrainedCandidateServers = {\"s2\", \"s1\"}, additionalMigrationAttempts = 7,"
                + " millisToSleepBetweenAttempts = 8, failback = true, activateTimeoutMillis = 900,"
                + " deactivateTimeoutMillis = 1000");
        WarFile ear = new WarFile()
                .bytes("a.war", war().packed())
                .bytes("lib/x.jar", jar("X", service("X", annotation, "")).packed())
                .text("META-INF/weblogic-application.xml", descriptor("one", "shop.X"));
        deploy("company", ear, "c.ear");
        assertThat(cluster.checked).hasSize(1);
        assertThat(cluster.checked.get(0).terms())
                .isEqualTo(new ApplicationSingletons.Terms(
                        Optional.of("s2"),
                        List.of("s2", "s1"),
                        7,
                        8,
                        true,
                        Duration.ofMillis(900),
                        Duration.ofSeconds(1)));
    }

    private void refused(WarFile archive, String file, String... said) throws Exception {
        Path written = written(archive, file);
        assertThatThrownBy(() -> server.deployer.deploy("bad", written, null))
                .isInstanceOf(DeploymentException.class)
                .satisfies(e -> assertThat(e.getMessage()).contains(said));
        assertThat(calls).as("nothing of it runs").noneMatch(call -> call.startsWith("open"));
        server.deployer.undeploy("bad");
    }

    @Test
    void refusesWhatCannotBe() throws Exception {
        refused(
                ear(descriptor("one", "shop.Missing")),
                "missing.ear",
                "META-INF/weblogic-application.xml:2: there is no class shop.Missing");
        refused(
                ear(descriptor("one", "shop.Shared", "one", "shop.Own")),
                "twice.ear",
                "META-INF/weblogic-application.xml:4: a second singleton service of the name 'one'",
                "the first is at META-INF/weblogic-application.xml:2");
        refused(ear(descriptor("", "shop.Shared")), "nameless.ear", ":2: expected a <class-name> and a <name>");
        refused(ear(descriptor("x".repeat(300), "shop.Shared")), "long.ear", ":2: the name of a singleton service");
        refused(ear("<weblogic-application>"), "cut.ear", "META-INF/weblogic-application.xml:1: not well-formed");
        refused(ear("<x/>"), "other.ear", "xml:1: expected <weblogic-application>");
        refused(
                war("X", service("X", annotation("name = \"\""), "")),
                "nameless.war",
                "@ClusterSingleton of shop.X in WEB-INF/classes: the name of a singleton service");
        refused(
                war("X", service("X", annotation("name = \"x\", additionalMigrationAttempts = -1"), "")),
                "terms.war",
                "shop.X in WEB-INF/classes: additionalMigrationAttempts is -1; expected 0 to 1000");
        refused(
                war(
                        "X",
                        service("X", annotation("name = \"x\""), ""),
                        "Y",
                        service("Y", annotation("name = \"x\""), "")),
                "twice.war",
                "a second singleton service of the name 'x'");
        cluster.refuses = "x";
        refused(
                war("X", service("X", annotation("name = \"x\""), "")),
                "cluster.war",
                "@ClusterSingleton of shop.X in WEB-INF/classes: the singleton service 'x': refused on purpose");
    }

    @Test
    void aVersionWhoseServiceCannotBeMadeLeavesTheOneBefore() throws Exception {
        String good = service("X", annotation("name = \"x\""), "");
        deploy("shop", war("X", good), "shop.war");
        calls.clear();
        String bad = service("X", annotation("name = \"x\""), "public X() { throw new IllegalStateException(); }");
        Path written = written(war("X", bad), "shop.war");
        assertThatThrownBy(() -> server.deployer.deploy("shop", written, null))
                .hasMessageContaining("the singleton service 'x': it cannot be made");
        assertThat(server.deployer.application("shop").orElseThrow().state()).isEqualTo(State.RUNNING);
        assertThat(calls)
                .containsExactly(
                        "close x", "stop shop", "start shop", "stop shop", "start shop", "make x as shop", "open x");
    }

    @Test
    void saysWhatItDoesNotApply() throws Exception {
        deploy(
                "company",
                ear("<weblogic-application>\n<xml/>\n<xml><a><b/></a></xml>\n<singleton-service><name>n</name>"
                        + "<class-name>shop.Shared</class-name>\n<singleton-uri>u</singleton-uri></singleton-service>"
                        + "</weblogic-application>"),
                "c.ear");
        assertThat(log.messages().stream().filter(said -> said.contains("149030")))
                .hasSize(2)
                .anyMatch(said -> said.contains("xml:2: <xml> is not applied"))
                .anyMatch(said -> said.contains("xml:5: <singleton-service/singleton-uri> is not applied"));
    }

    @Test
    void leavesNoClassLoaderBehind() throws Exception {
        deploy("shop", war("X", service("X", annotation("name = \"x\""), "")), "shop.war");
        assertThat(cluster.last.get()).isNotNull();
        server.deployer.undeploy("shop");
        await().until(() -> {
            System.gc();
            return cluster.last.refersTo(null);
        });
    }
}
