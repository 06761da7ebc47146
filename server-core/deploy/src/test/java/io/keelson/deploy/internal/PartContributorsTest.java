package io.keelson.deploy.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.base.subsystem.ServiceLookup;
import io.keelson.deploy.internal.store.Step;
import io.keelson.deploy.spi.Contributor;
import io.keelson.deploy.spi.ContributorFactory;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.WholeApplication;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Contributors that live in parts of the server. */
class PartContributorsTest {
    private static final String NEED = """
            name = engine
            suppressed-by = engine.Own
            needed-by-files = META-INF/engine.xml, WEB-INF/engine.xml
            needed-by-annotations = java.lang.FunctionalInterface
            needed-by-own-annotations = java.lang.Deprecated
            needed-by-types = java.util.concurrent.Callable, java.util.TimerTask
            needed-by-references = java.util.concurrent.Phaser
            needed-by-described-resources = java.lang.SafeVarargs
            needed-by-properties = engine.
            """;

    private static final String CONFIGURATION = "META-INF/microprofile-config.properties";

    private static final String KEEPER = """
            name = keeper
            suppressed-by = engine.Own
            needed-by-files = META-INF/keeper.xml
            manages-own = true
            """;

    @TempDir
    Path directory;

    private final Calls calls = new Calls();
    private URLClassLoader flat;
    private Server server;

    /** What was called, by whom. */
    static final class Calls {
        final List<String> said = new ArrayList<>();
    }

    /** Says what it is called for. */
    record Named(String name, Set<String> after, Calls calls) implements Contributor {
        @Override
        public void descriptors(Deployment deployment) {
            calls.said.add(name + " descriptors");
        }

        @Override
        public void inspect(Deployment deployment) {
            calls.said.add(name + " inspect");
        }

        @Override
        public void prepare(Deployment deployment) {
            calls.said.add(name + " prepare");
        }

        @Override
        public void prepared(WholeApplication application) {
            calls.said.add(name + " prepared");
        }

        @Override
        public void start(Deployment deployment) {
            calls.said.add(name + " start");
        }

        @Override
        public void stop(Deployment deployment) {
            calls.said.add(name + " stop");
        }
    }

    /** The part's. */
    public static final class Engine implements ContributorFactory {
        @Override
        public String part() {
            return "engine";
        }

        @Override
        public Contributor create(ServiceLookup services) throws DeploymentException {
            Calls calls = services.find(Calls.class)
                    .orElseThrow(() -> new DeploymentException("the part 'engine' needs its Calls"));
            calls.said.add("made");
            return new Named("engine", Set.of("first"), calls);
        }
    }

    /** The one of a part that manages an application's own copy. */
    public static final class Keeper implements ContributorFactory {
        @Override
        public String part() {
            return "keeper";
        }

        @Override
        public Contributor create(ServiceLookup services) {
            return new Named(
                    "keeper", Set.of("first"), services.find(Calls.class).orElseThrow());
        }
    }

    /** Another part's, on the same class path. */
    public static final class Other implements ContributorFactory {
        @Override
        public String part() {
            return "other";
        }

        @Override
        public Contributor create(ServiceLookup services) {
            throw new AssertionError("nobody needs it");
        }
    }

    @BeforeEach
    void startServer() throws Exception {
        Path jar = new WarFile()
                .text("META-INF/keelson/part.properties", NEED)
                .text(
                        "META-INF/services/" + ContributorFactory.class.getName(),
                        Other.class.getName() + "\n" + Engine.class.getName())
                .write(directory.resolve("engine.jar"));
        Path keeper = new WarFile()
                .text("META-INF/keelson/part.properties", KEEPER)
                .text("META-INF/services/" + ContributorFactory.class.getName(), Keeper.class.getName())
                .write(directory.resolve("keeper.jar"));
        flat = new URLClassLoader(
                new URL[] {jar.toUri().toURL(), keeper.toUri().toURL()},
                getClass().getClassLoader());
        server = server("server", false);
    }

    private Server server(String name, boolean describesResources) throws Exception {
        Server server = new Server(directory.resolve(name), Step.NONE, flat, describesResources);
        server.contributors.add(new Named("first", Set.of(), calls));
        server.contributors.add(new Named("web", Set.of("engine"), calls));
        server.published.put(Calls.class, calls);
        return server;
    }

    @AfterEach
    void closeLoader() throws Exception {
        flat.close();
    }

    private static WarFile war(String need) {
        WarFile war = new WarFile().text("index.html", "x");
        return switch (need) {
            case "nothing" -> war;
            case "file" -> war.text("WEB-INF/engine.xml", "");
            case "file of the classes" -> war.text("WEB-INF/classes/META-INF/engine.xml", "");
            case "file of a library" -> war.library("a.jar", new WarFile().text("META-INF/engine.xml", ""));
            case "property" -> war.text("WEB-INF/classes/" + CONFIGURATION, "engine.speed=1");
            case "property of the archive" -> war.text(CONFIGURATION, "engine.speed=1");
            case "property of a library" -> war.library("a.jar", new WarFile().text(CONFIGURATION, "engine.speed=1"));
            case "property of another" -> war.text(CONFIGURATION, "# engine.speed=1\nother.engine.speed=1");
            case "annotation" -> war.classes("A", "@FunctionalInterface public interface A { void a(); }");
            case "annotation of a library" ->
                war.library(
                        "a.jar",
                        new WarFile().compiled("", "A", "@FunctionalInterface public interface A { void a(); }"));
            case "resource" -> war.classes("A", "public class A { @SafeVarargs static <T> void a(T... all) {} }");
            case "own annotation" -> war.classes("A", "@Deprecated public class A {}");
            case "own annotation of a library" ->
                war.library("a.jar", new WarFile().compiled("", "A", "@Deprecated public class A {}"));
            case "type" ->
                war.classes(
                        "A",
                        "public class A implements java.util.concurrent.Callable<String> { public String call() { return null; } }");
            case "superclass" -> war.classes("A", "public abstract class A extends java.util.TimerTask { }");
            case "reference" -> war.classes("A", "public class A { java.util.concurrent.Phaser p; }");
            default -> throw new IllegalArgumentException(need);
        };
    }

    private void deploy(String name, WarFile war) throws Exception {
        server.deployer.deploy(name, war.write(directory.resolve(name + ".war")), null);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "file",
                "file of the classes",
                "file of a library",
                "annotation",
                "annotation of a library",
                "own annotation",
                "type",
                "superclass",
                "reference",
                "property",
                "property of the archive",
                "property of a library"
            })
    void eachConditionIsEnough(String need) throws Exception {
        deploy("shop", war(need));

        assertThat(calls.said).contains("engine start");
    }

    @ParameterizedTest
    @ValueSource(strings = {"nothing", "own annotation of a library", "resource", "property of another"})
    void nothingOfThePartIsMadeForThoseThatDoNotNeedIt(String need) throws Exception {
        deploy("shop", war(need));

        assertThat(calls.said).doesNotContain("made").contains("web start");
    }

    @Test
    void aResourceIsEnoughWhereResourcesAreDescribed() throws Exception {
        server = server("describing", true);
        deploy("plain", war("nothing"));
        assertThat(calls.said).doesNotContain("made");
        deploy("shop", war("resource"));

        assertThat(calls.said).contains("engine start");
    }

    @Test
    void takesPartInTheOrderOfTheOthersAndIsMadeOnce() throws Exception {
        deploy("shop", war("file"));
        deploy("other", war("type"));

        assertThat(calls.said)
                .startsWith(
                        "first descriptors",
                        "web descriptors",
                        "made",
                        "engine descriptors",
                        "first inspect",
                        "engine inspect",
                        "web inspect",
                        "first prepare",
                        "engine prepare",
                        "web prepare",
                        "first prepared",
                        "engine prepared",
                        "web prepared",
                        "first start",
                        "engine start",
                        "web start")
                .containsOnlyOnce("made");
        calls.said.clear();
        server.deployer.undeploy("shop");
        assertThat(calls.said).containsExactly("web stop", "engine stop", "first stop");
    }

    @Test
    void anApplicationsOwnCopyKeepsThePartAway() throws Exception {
        deploy("shop", war("file").classes("engine.Own", "package engine; public class Own {}"));

        assertThat(calls.said).doesNotContain("made", "engine start").contains("web start");
        calls.said.clear();
        WarFile own = new WarFile().compiled("", "engine.Own", "package engine; public class Own {}");
        Path ear = new WarFile()
                .bytes("lib/own.jar", own.packed())
                .bytes("web.war", war("file").packed())
                .write(directory.resolve("all.ear"));
        server.deployer.deploy("all", ear, null);
        assertThat(calls.said).doesNotContain("made", "engine start").contains("web start");
    }

    @Test
    void aPartThatManagesAnApplicationsOwnCopyWorksForIt() throws Exception {
        deploy(
                "shop",
                new WarFile()
                        .text("META-INF/keeper.xml", "")
                        .classes("engine.Own", "package engine; public class Own {}"));

        assertThat(calls.said).contains("keeper prepare", "keeper start");
    }

    @Test
    void aFactoryThatFailsFailsThatApplicationAlone() throws Exception {
        server.published.clear();

        assertThatThrownBy(() -> deploy("shop", war("file"))).hasMessageContaining("needs its Calls");
        deploy("plain", war("nothing"));
        assertThat(calls.said).contains("web start");
    }
}
