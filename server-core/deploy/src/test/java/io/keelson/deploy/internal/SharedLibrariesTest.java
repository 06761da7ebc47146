package io.keelson.deploy.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.deploy.Deployer.State;
import io.keelson.deploy.internal.store.Step;
import io.keelson.deploy.spi.Contributor;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Libraries that are deployed by themselves, and applications that name them. */
class SharedLibrariesTest {
    @TempDir
    Path directory;

    private Server server;
    private final Seen seen = new Seen();

    /** Keeps the loaders and libraries of modules. */
    private static final class Seen implements Contributor {
        final Map<String, ClassLoader> loaders = new TreeMap<>();
        final List<String> libraries = new ArrayList<>();

        @Override
        public String name() {
            return "seen";
        }

        @Override
        public void prepare(Deployment deployment) {
            loaders.put(deployment.name(), deployment.classLoader());
            libraries.clear();
            deployment.archive().libraries().forEach(library -> libraries.add(library.name()));
            deployment.archive().sharedLibraries().forEach(library -> libraries.add("shared " + library.name()));
        }

        String version(String module) throws Exception {
            return (String) loaders.get(module)
                    .loadClass("lib.Shapes")
                    .getField("VERSION")
                    .get(null);
        }
    }

    @BeforeEach
    void start() throws Exception {
        server = new Server(directory.resolve("server"), Step.NONE);
        server.contributors.add(seen);
    }

    private static WarFile library(String name, String specification, String implementation) {
        String manifest = "Manifest-Version: 1.0\r\nExtension-Name: " + name + "\r\n"
                + (specification.isEmpty() ? "" : "Specification-Version: " + specification + "\r\n")
                + (implementation.isEmpty() ? "" : "Implementation-Version: " + implementation + "\r\n");
        String text = specification + "/" + implementation;
        return new WarFile()
                .text("META-INF/MANIFEST.MF", manifest + "\r\n")
                .compiled(
                        "",
                        "lib.Shapes",
                        "package lib; public class Shapes { public static final String VERSION = new String(\"" + text
                                + "\"); }");
    }

    private void deployLibrary(String file, String name, String specification, String implementation) throws Exception {
        server.deployer.deploy(
                file, library(name, specification, implementation).write(directory.resolve(file + ".jar")), null);
    }

    private static String reference(String name, String more) {
        return "<library-ref>\n<library-name>" + name + "</library-name>" + more + "</library-ref>";
    }

    private void deployWar(String name, String references) throws Exception {
        WarFile war = new WarFile()
                .text("index.html", name)
                .text("WEB-INF/weblogic.xml", "<weblogic-web-app>\n" + references + "\n</weblogic-web-app>");
        server.deployer.deploy(name, war.write(directory.resolve(name + ".war")), null);
    }

    @Test
    void theHighestVersionThatMatchesIsUsed() throws Exception {
        deployLibrary("shapes-1", "shapes", "1.9", "7");
        deployLibrary("shapes-2", "shapes", "1.10", "3");
        deployLibrary("shapes-3", "shapes", "1.10", "12");
        deployLibrary("other", "other", "9.0", "");

        deployWar("any", reference("shapes", ""));
        deployWar("from", reference("shapes", "<specification-version>1.9.5</specification-version>"));
        deployWar(
                "exact",
                reference(
                        "shapes", "<specification-version>1.9</specification-version><exact-match>true</exact-match>"));
        deployWar(
                "both",
                reference(
                        "shapes",
                        "<specification-version>1.10</specification-version>"
                                + "<implementation-version>3</implementation-version><exact-match>true</exact-match>"));

        assertThat(seen.version("any")).isEqualTo("1.10/12");
        assertThat(seen.version("from")).isEqualTo("1.10/12");
        assertThat(seen.version("exact")).isEqualTo("1.9/7");
        assertThat(seen.version("both")).isEqualTo("1.10/3");
        assertThat(seen.libraries).containsExactly("shapes-2@shared.jar");
        assertThat(server.deployer.application("shapes-1").orElseThrow().state())
                .isEqualTo(State.RUNNING);
        assertThat(server.deployer.application("shapes-1").orElseThrow().contextRoot())
                .isNull();
    }

    @Test
    void allModulesOfAnEnterpriseApplicationShareIt() throws Exception {
        deployLibrary("shapes", "shapes", "1.0", "");
        WarFile ear = new WarFile()
                .text(
                        "META-INF/weblogic-application.xml",
                        "<weblogic-application>" + reference("shapes", "") + "</weblogic-application>")
                .bytes("a.war", new WarFile().text("index.html", "a").packed())
                .bytes("b.war", new WarFile().text("index.html", "b").packed());
        server.deployer.deploy("both", ear.write(directory.resolve("both.ear")), null);

        assertThat(seen.version("both#a")).isEqualTo("1.0/");
        assertThat(seen.loaders.get("both#a").loadClass("lib.Shapes"))
                .isSameAs(seen.loaders.get("both#b").loadClass("lib.Shapes"));
        assertThat(seen.libraries).containsExactly("shared shapes@shared.jar");
    }

    @Test
    void oneThatIsUsedIsNeitherUndeployedNorReplaced() throws Exception {
        deployLibrary("shapes", "shapes", "1.0", "");
        deployWar("shop", reference("shapes", ""));
        deployWar("office", reference("shapes", ""));

        assertThatThrownBy(() -> server.deployer.undeploy("shapes"))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("the library 'shapes' is in use by office, shop");
        assertThatThrownBy(() -> deployLibrary("shapes", "shapes", "1.1", ""))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("in use by office, shop");
        server.deployer.undeploy("office");
        assertThatThrownBy(() -> server.deployer.undeploy("shapes")).hasMessageContaining("in use by shop;");

        deployLibrary("shapes-next", "shapes", "1.1", "");
        server.deployer.redeploy("shop");
        assertThat(seen.version("shop")).isEqualTo("1.1/");
        server.deployer.undeploy("shapes");
        assertThatThrownBy(() -> server.deployer.undeploy("shapes-next")).hasMessageContaining("in use by shop;");
        server.deployer.undeploy("shop");
        server.deployer.undeploy("shapes-next");
        assertThat(server.deployer.applications()).isEmpty();
        assertThat(directory.resolve("server/deployments/content")).isEmptyDirectory();
    }

    @Test
    void whatFailsUsesNothing() throws Exception {
        deployLibrary("shapes", "shapes", "1.0", "");
        assertThatThrownBy(() -> deployWar("shop", reference("shapes", "") + reference("absent", "")))
                .isInstanceOf(DeploymentException.class);

        server.deployer.undeploy("shapes");
    }

    @Test
    void aLibraryThatIsNotThereIsNamedWithWhatIs() throws Exception {
        assertThatThrownBy(() -> deployWar("none", reference("shapes", "")))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining(
                        "WEB-INF/weblogic.xml:2: <library-ref>: no library 'shapes' is deployed here; there are no libraries");
        deployLibrary("shapes", "shapes", "1.0", "4");

        assertThatThrownBy(() ->
                        deployWar("newer", reference("shapes", "<specification-version>1.1</specification-version>")))
                .hasMessageContaining("no library 'shapes' with the specification version from 1.1 is deployed here;"
                        + " there is 'shapes' 1.0 (4)");
        assertThatThrownBy(() -> deployWar("shape", reference("shape", ""))).hasMessageContaining("there are shapes");
    }

    @Test
    void wrongReferencesAndLibrariesAreRefused() throws Exception {
        assertThatThrownBy(() -> deployWar("nameless", "<library-ref/>"))
                .hasMessageContaining(
                        "WEB-INF/weblogic.xml:2: <library-ref>: expected a <library-name> with text in it");
        assertThatThrownBy(() -> deployWar("a", reference("x", "<exact-match>maybe</exact-match>")))
                .hasMessageContaining("WEB-INF/weblogic.xml:3: <exact-match>: expected true or false, found 'maybe'");
        assertThatThrownBy(() -> deployWar("a", reference("x", "<specification-version>new</specification-version>")))
                .hasMessageContaining("<specification-version>: expected numbers with dots between them, found 'new'");
        assertThatThrownBy(() -> deployWar("a", reference("x", "<context-root>/x</context-root>")))
                .hasMessageContaining("<context-root>: a library of this server is a jar without a context root");
        assertThatThrownBy(() -> deployLibrary("bad", "bad", "1.0-SNAPSHOT", ""))
                .hasMessageContaining("the library 'bad' has the Specification-Version '1.0-SNAPSHOT'");
        deployLibrary("shapes", "shapes", "1.0", "");
        assertThatThrownBy(() -> deployLibrary("again", "shapes", "1.0.0", ""))
                .hasMessageContaining("the library 'shapes' 1.0.0 is deployed already, as 'shapes'");
        assertThatThrownBy(() -> server.deployer.deploy(
                        "plain",
                        new WarFile()
                                .compiled("", "a.B", "package a; public class B {}")
                                .write(directory.resolve("p.jar")),
                        null))
                .hasMessageContaining("whose manifest has no Extension-Name");
    }

    @Test
    void librariesAreThereWhenTheServerComesBack() throws Exception {
        deployLibrary("zz-first", "shapes", "1.0", "");
        deployWar("shop", reference("shapes", ""));
        deployLibrary("later", "shapes", "2.0", "");
        server.deployer.redeploy("shop");

        Server next = new Server(directory.resolve("server"), Step.NONE);
        next.contributors.add(seen);
        next.started();

        assertThat(next.deployer.application("shop").orElseThrow().state()).isEqualTo(State.RUNNING);
        assertThat(seen.version("shop")).isEqualTo("2.0/");
        assertThatThrownBy(() -> next.deployer.undeploy("later")).hasMessageContaining("in use by shop;");
    }
}
