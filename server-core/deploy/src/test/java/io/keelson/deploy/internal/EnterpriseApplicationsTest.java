package io.keelson.deploy.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.deploy.Deployer.State;
import io.keelson.deploy.internal.archive.BeanModules;
import io.keelson.deploy.internal.store.Step;
import io.keelson.deploy.spi.ContextRoot;
import io.keelson.deploy.spi.Contributor;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.ModuleKind;
import io.keelson.deploy.spi.ModuleLayout;
import io.keelson.deploy.spi.ModuleRecogniser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EnterpriseApplicationsTest {
    private static final String COUNTER = "package shared; public class Counter { public static int count; }";

    @TempDir
    Path directory;

    private Server server;
    private final Modules modules = new Modules();

    /** Says what it sees of each module. */
    private static final class Modules implements Contributor {
        final List<String> calls = new ArrayList<>();
        final List<String> kinds = new ArrayList<>();
        final Map<String, ClassLoader> loaders = new TreeMap<>();
        final List<String> shared = new ArrayList<>();
        final List<Object> ofVersions = new ArrayList<>();
        String failIn = "";

        @Override
        public String name() {
            return "modules";
        }

        @Override
        public void inspect(Deployment deployment) {
            kinds.add(deployment.name() + " " + deployment.kind().name());
            deployment.contextRoot().ifPresent(root -> deployment.attach(ContextRoot.class, new ContextRoot(root)));
        }

        @Override
        public void prepare(Deployment deployment) {
            loaders.put(deployment.name(), deployment.classLoader());
            deployment.archive().sharedLibraries().forEach(library -> shared.add(library.name()));
            ofVersions.add(deployment.shared(Object.class, Object::new));
        }

        @Override
        public void start(Deployment deployment) throws DeploymentException {
            calls.add("start " + deployment.name() + " of " + deployment.application()
                    + deployment
                            .attachment(ContextRoot.class)
                            .map(root -> " at " + root.path())
                            .orElse(""));
            if (deployment.name().equals(failIn)) {
                throw new DeploymentException("broken");
            }
        }

        @Override
        public void stop(Deployment deployment) {
            calls.add("stop " + deployment.name());
        }
    }

    @BeforeEach
    void start() throws Exception {
        server = new Server(directory.resolve("server"), Step.NONE);
        server.contributors.add(modules);
    }

    private static WarFile war(String version) {
        return new WarFile().text("index.html", version).classes("Own", "public class Own {}");
    }

    private static WarFile ear(String modules) {
        return new WarFile().text("META-INF/application.xml", "<application>\n" + modules + "\n</application>");
    }

    private static String web(String uri, String root) {
        return "<module><web><web-uri>" + uri + "</web-uri><context-root>" + root + "</context-root></web></module>";
    }

    private WarFile shopAndOffice() {
        return ear(web("shop.war", "/shop") + web("sub/office.war", "office/")
                        + "<library-directory>lib</library-directory>")
                .bytes("shop.war", war("s").packed())
                .bytes("sub/office.war", war("o").packed())
                .bytes(
                        "lib/shared.jar",
                        new WarFile().compiled("", "shared.Counter", COUNTER).packed());
    }

    @Test
    void modulesOfOneVersionShareWhatAContributorMakesForThem() throws Exception {
        server.deployer.deploy("company", shopAndOffice().write(directory.resolve("c.ear")), null);
        server.deployer.deploy("company", shopAndOffice().write(directory.resolve("c.ear")), null);
        assertThat(modules.ofVersions).hasSize(4);
        assertThat(modules.ofVersions.get(1)).isSameAs(modules.ofVersions.get(0));
        assertThat(modules.ofVersions.get(2)).isNotSameAs(modules.ofVersions.get(0));
        assertThat(modules.ofVersions.get(3)).isSameAs(modules.ofVersions.get(2));
        server.deployer.undeploy("company");
    }

    @Test
    void deploysEachWebModuleWhereTheDescriptorSays() throws Exception {
        var ear = server.deployer.deploy("company", shopAndOffice().write(directory.resolve("c.ear")), null);
        assertThat(ear.state()).isEqualTo(State.RUNNING);
        assertThat(ear.contextRoot()).isEqualTo("/shop, /office");
        assertThat(modules.calls)
                .containsExactly(
                        "start company#shop of company at /shop", "start company#office of company at /office");
        server.deployer.undeploy("company");
        assertThat(modules.calls).endsWith("stop company#office", "stop company#shop");
        assertThat(server.workManagers.open).isEmpty();
        assertThat(directory.resolve("server/tmp")).isEmptyDirectory();
        assertThat(directory.resolve("server/deployments/content")).isEmptyDirectory();
    }

    @Test
    void modulesShareTheLibrariesAndNothingElse() throws Exception {
        server.deployer.deploy("company", shopAndOffice().write(directory.resolve("c.ear")), null);
        ClassLoader shop = modules.loaders.get("company#shop");
        ClassLoader office = modules.loaders.get("company#office");
        assertThat(shop.loadClass("shared.Counter")).isSameAs(office.loadClass("shared.Counter"));
        assertThat(modules.shared).containsExactly("shared.jar", "shared.jar");
        assertThat(shop.loadClass("Own")).isNotSameAs(office.loadClass("Own"));
        assertThat(shop.getResources("shared/Counter.class").hasMoreElements()).isTrue();
        assertThat(shop.getResource("shared/Counter.class")).isNotNull();
    }

    @Test
    void modulesOfOneFileNameAreKnownByTheirPaths() throws Exception {
        Path ear = ear(web("shop/web.war", "/shop")
                        + web("office/web.war", "/office")
                        + web("other.war", "/other")
                        + web("Web.war", "/plain"))
                .bytes("shop/web.war", war("s").packed())
                .bytes("office/web.war", war("o").packed())
                .bytes("other.war", war("x").packed())
                .bytes("Web.war", war("p").packed())
                .write(directory.resolve("c.ear"));
        server.deployer.deploy("company", ear, null);
        assertThat(modules.loaders.keySet())
                .containsExactly("company#Web", "company#office/web", "company#other", "company#shop/web");
    }

    @Test
    void aFailureOfOneModuleIsThatOfAll() throws Exception {
        modules.failIn = "company#office";
        assertThatThrownBy(() ->
                        server.deployer.deploy("company", shopAndOffice().write(directory.resolve("c.ear")), null))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("broken");
        assertThat(modules.calls).endsWith("stop company#office", "stop company#shop");
        assertThat(directory.resolve("server/tmp")).isEmptyDirectory();
    }

    @Test
    void comesAgainWithTheNextServerAndIsReplaced() throws Exception {
        server.deployer.deploy("company", shopAndOffice().write(directory.resolve("c.ear")), null);
        Server next = new Server(directory.resolve("server"), Step.NONE);
        next.contributors.add(modules);
        next.started();
        assertThat(next.deployer.application("company").orElseThrow().contextRoot())
                .isEqualTo("/shop, /office");
        ear(web("shop.war", "/shop")).bytes("shop.war", war("2").packed()).write(directory.resolve("c.ear"));
        assertThat(next.deployer.redeploy("company").contextRoot()).isEqualTo("/shop");
    }

    @Test
    void withoutADescriptorWarsAreFoundByTheirNames() throws Exception {
        Path ear = new WarFile()
                .bytes("a.war", war("a").packed())
                .bytes("b.war", war("b").packed())
                .write(directory.resolve("c.ear"));
        assertThat(server.deployer.deploy("company", ear, null).contextRoot()).isEqualTo("/a, /b");
    }

    @Test
    void aWarWithAWarAmongItsFilesIsAWar() throws Exception {
        Path war = war("w").bytes("download.war", war("x").packed()).write(directory.resolve("w.war"));
        assertThat(server.deployer.deploy("w", war, null).contextRoot()).isEqualTo("/w");
    }

    @Test
    void oneModuleGoesWhereTheOperatorSaysSeveralDoNot() throws Exception {
        Path one = ear(web("a.war", "/a")).bytes("a.war", war("a").packed()).write(directory.resolve("one.ear"));
        assertThat(server.deployer.deploy("one", one, "/elsewhere").contextRoot())
                .isEqualTo("/elsewhere");
        Path two = shopAndOffice().write(directory.resolve("c.ear"));
        assertThatThrownBy(() -> server.deployer.deploy("two", two, "/x")).hasMessageContaining("2 web modules");
    }

    @Test
    void aModuleThatIsDamagedIsNamed() throws Exception {
        Path ear = new WarFile().bytes("web.war", new byte[0]).write(directory.resolve("c.ear"));
        assertThatThrownBy(() -> server.deployer.deploy("company", ear, null)).hasMessageContaining("web.war");
        assertThat(directory.resolve("server/deployments/content")).isEmptyDirectory();
    }

    @Test
    void aDirectoryWithPackedModulesIsCopiedOneWithoutIsUsedInPlace() throws Exception {
        Path packed = shopAndOffice().explode(directory.resolve("packed"));
        assertThat(server.deployer.deploy("packed", packed, null).contextRoot()).isEqualTo("/shop, /office");
        assertThat(Files.isRegularFile(packed.resolve("shop.war"))).isTrue();
        Path exploded = ear(web("shop.war", "/shop")).explode(directory.resolve("exploded"));
        war("s").explode(exploded.resolve("shop.war"));
        server.deployer.undeploy("packed");
        assertThat(server.deployer.deploy("exploded", exploded, null).contextRoot())
                .isEqualTo("/shop");
        assertThat(directory.resolve("server/deployments/content/exploded")).doesNotExist();
    }

    @Test
    void librariesThatAManifestNamesAreShared() throws Exception {
        Path ear = ear(web("a.war", "/a"))
                .bytes(
                        "a.war",
                        war("a").text(
                                        "META-INF/MANIFEST.MF",
                                        "Manifest-Version: 1.0\r\nClass-Path: util.jar ../out.jar\r\n")
                                .packed())
                .bytes(
                        "util.jar",
                        new WarFile().compiled("", "shared.Counter", COUNTER).packed())
                .write(directory.resolve("c.ear"));
        server.deployer.deploy("company", ear, null);
        assertThat(modules.loaders.get("company#a").loadClass("shared.Counter")).isNotNull();
    }

    private void refused(WarFile ear, String... parts) throws IOException {
        Path file = ear.write(directory.resolve("refused.ear"));
        assertThatThrownBy(() -> server.deployer.deploy("refused", file, null))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContainingAll(parts);
    }

    @Test
    void whatCannotWorkIsRefusedWithItsPlace() throws Exception {
        refused(ear("<module><ejb>beans.jar</ejb></module>"), "application.xml:2", "there is no 'beans.jar'");
        refused(
                ear("<module><web><web-uri>a.war</web-uri></web><alt-dd>none.xml</alt-dd></module>")
                        .bytes("a.war", war("a").packed()),
                "none.xml",
                "alt-dd");
        refused(ear(web("missing.war", "/x")), "application.xml:2", "missing.war");
        refused(ear(web("../../x.war", "/x")), "x.war");
        refused(ear(""), "without a module");
        refused(ear(web("a.war", "/a b")).bytes("a.war", war("a").packed()), "context root");
        refused(ear("<module><web></web></module>"), "no path");
        refused(ear(web("a.war", "/a") + web("a.war", "/b")), "twice");
        refused(ear("<module>"), "not well-formed");
    }

    private static WarFile beans() {
        return new WarFile()
                .text("META-INF/ejb-jar.xml", "<ejb-jar/>")
                .compiled("", "beans.Bean", "package beans; public class Bean { public static int count; }");
    }

    @Test
    void modulesOfEachKindAreThereAndTheMissingContainersAreSaid() throws Exception {
        Path ear = ear(web("a.war", "/a")
                        + "<module><ejb>beans.jar</ejb></module><module><connector>x.rar</connector></module>")
                .bytes("a.war", war("a").packed())
                .bytes("beans.jar", beans().packed())
                .bytes(
                        "x.rar",
                        new WarFile()
                                .text("META-INF/ra.xml", "<connector/>")
                                .bytes(
                                        "x.jar",
                                        new WarFile()
                                                .compiled("", "shared.Counter", COUNTER)
                                                .packed())
                                .packed())
                .write(directory.resolve("c.ear"));
        try (Said log = new Said("io.keelson.deploy")) {
            assertThat(server.deployer.deploy("company", ear, null).contextRoot())
                    .isEqualTo("/a");
            assertThat(log.messages())
                    .anySatisfy(
                            m -> assertThat(m).contains("KLS-149056", "company#beans", "Enterprise Beans container"))
                    .anySatisfy(m -> assertThat(m).contains("KLS-149056", "company#x", "connector container"));
        }
        assertThat(modules.kinds).containsExactly("company#x connector", "company#beans ejb", "company#a web");
        ClassLoader web = modules.loaders.get("company#a");
        assertThat(web.loadClass("beans.Bean"))
                .as("web modules see the classes of EJB modules")
                .isSameAs(modules.loaders.get("company#beans").loadClass("beans.Bean"));
        assertThat(web.loadClass("shared.Counter")).isNotNull();
        server.deployer.undeploy("company");
        assertThat(directory.resolve("server/tmp")).isEmptyDirectory();
    }

    @Test
    void aContainerIsCalledForModulesOfItsKindOnly() throws Exception {
        List<String> called = new ArrayList<>();
        server.contributors.add(new Contributor() {
            @Override
            public String name() {
                return "beans";
            }

            @Override
            public Set<ModuleKind> containerOf() {
                return Set.of(ModuleKind.ENTERPRISE_BEANS);
            }

            @Override
            public void start(Deployment deployment) {
                called.add(deployment.name());
            }
        });
        Path ear = ear(web("a.war", "/a") + "<module><ejb>beans.jar</ejb></module>")
                .bytes("a.war", war("a").packed())
                .bytes("beans.jar", beans().packed())
                .write(directory.resolve("c.ear"));
        try (Said log = new Said("io.keelson.deploy")) {
            server.deployer.deploy("company", ear, null);
            assertThat(log.messages()).noneMatch(m -> m.contains("KLS-149056"));
        }
        assertThat(called).containsExactly("company#beans");
    }

    @Test
    void anEjbModuleOrResourceAdapterIsDeployedByItself() throws Exception {
        var jar = server.deployer.deploy("beans", beans().write(directory.resolve("upload.war")), null);
        assertThat(jar.state()).isEqualTo(State.RUNNING);
        assertThat(jar.contextRoot()).isNull();
        assertThat(modules.loaders.get("beans").loadClass("beans.Bean")).isNotNull();
        Path rar = new WarFile().text("META-INF/ra.xml", "<connector/>").write(directory.resolve("x.rar"));
        server.deployer.deploy("x", rar, null);
        assertThat(modules.kinds).containsExactly("beans ejb", "x connector");
        // An upload comes under another name, and an adapter with annotations has no descriptor.
        Path classes = new WarFile()
                .bytes("a/Adapter.class", "..Ljakarta/resource/spi/Connector;...................".getBytes())
                .write(directory.resolve("adapter.jar"));
        Path uploaded =
                new WarFile().bytes("adapter.jar", Files.readAllBytes(classes)).write(directory.resolve("adapter.war"));
        server.deployer.deploy("adapter", uploaded, null);
        assertThat(modules.kinds).endsWith("adapter connector");
        Path annotated = new WarFile()
                .bytes("a/A.class", "..Ljavax/ejb/Stateless;...................".getBytes())
                .write(directory.resolve("annotated.jar"));
        server.store.takeIn("annotated", annotated);
        assertThat(new BeanModules()
                        .recognises(directory.resolve("server/deployments/content/annotated/1"), "annotated.jar"))
                .isTrue();
    }

    /** An upload has lost the name of its file; a directory of classes is named by the manifest of a module. */
    @Test
    void anUploadOfModulesWithADirectoryBesideThemIsAnEar() throws Exception {
        Path module = beans().write(directory.resolve("beans.jar"));
        Path uploaded = new WarFile()
                .bytes("beans.jar", Files.readAllBytes(module))
                .text("2/data.properties", "a=b")
                .write(directory.resolve("upload-1.war"));
        server.deployer.deploy("company", uploaded, null);
        assertThat(modules.kinds).containsExactly("company#beans ejb");
    }

    @Test
    void aRoomBringsAKindOfItsOwn() throws Exception {
        ModuleKind kind = new ModuleKind("notes", "a notebook", "the notebook container");
        server.contributors.add(new ModuleRecogniser() {
            @Override
            public ModuleKind kind() {
                return kind;
            }

            @Override
            public boolean recognises(Path root, String fileName) {
                return fileName.endsWith(".notes");
            }

            @Override
            public ModuleLayout layout(Path root) {
                return new ModuleLayout(kind, List.of(root), List.of());
            }
        });
        server.deployer.deploy("n", new WarFile().text("a", "b").write(directory.resolve("n.notes")), null);
        assertThat(modules.kinds).containsExactly("n notes");
    }

    @Test
    void withoutADescriptorModulesAreKnownByTheirContent() throws Exception {
        Path ear = new WarFile()
                .bytes("a.war", war("a").packed())
                .bytes("beans.jar", beans().packed())
                .bytes(
                        "client.jar",
                        new WarFile()
                                .text("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\r\nMain-Class: c.Main\r\n")
                                .packed())
                .bytes("plain.jar", new WarFile().text("x.txt", "x").packed())
                .write(directory.resolve("c.ear"));
        try (Said log = new Said("io.keelson.deploy")) {
            server.deployer.deploy("company", ear, null);
            assertThat(log.messages()).anySatisfy(m -> assertThat(m).contains("KLS-149054", "client.jar"));
        }
        assertThat(modules.kinds).containsExactly("company#beans ejb", "company#a web");
    }

    /** An upload has lost its name; there is no web module that would show what it is. */
    @Test
    void anArchiveOfJarsWithBeansIsAnEarUnderAnyName() throws Exception {
        Path upload = new WarFile()
                .bytes("beans.jar", beans().packed())
                .bytes("lib/plain.jar", new WarFile().text("x.txt", "x").packed())
                .write(directory.resolve("upload-1.war"));
        server.deployer.deploy("company", upload, null);
        assertThat(modules.kinds).containsExactly("company#beans ejb");
        Path page = new WarFile()
                .text("index.html", "a page with something to fetch")
                .bytes("beans.jar", beans().packed())
                .write(directory.resolve("upload-2.war"));
        assertThat(server.deployer.deploy("page", page, null).contextRoot()).isEqualTo("/page");
        Path rar = new WarFile()
                .text("META-INF/ra.xml", "<connector/>")
                .bytes("beans.jar", beans().packed())
                .write(directory.resolve("upload-3.war"));
        server.deployer.deploy("adapter", rar, null);
        assertThat(modules.kinds).contains("adapter connector");
    }

    @Test
    void modulesStartInTheOrderOfTheDescriptorWhereItSaysSo() throws Exception {
        Path ear = ear("<initialize-in-order>true</initialize-in-order>" + web("a.war", "/a")
                        + "<module><ejb>beans.jar</ejb></module>" + web("b.war", "/b"))
                .bytes("a.war", war("a").packed())
                .bytes("beans.jar", beans().packed())
                .bytes("b.war", war("b").packed())
                .write(directory.resolve("c.ear"));
        server.deployer.deploy("company", ear, null);
        assertThat(modules.kinds).containsExactly("company#a web", "company#beans ejb", "company#b web");
    }

    @Test
    void classPathsOfManifestsAreFollowed() throws Exception {
        Path ear = ear(web("a.war", "/a"))
                .bytes(
                        "a.war",
                        war("a").text("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\r\nClass-Path: x/one.jar\r\n")
                                .packed())
                .bytes(
                        "x/one.jar",
                        new WarFile()
                                .text(
                                        "META-INF/MANIFEST.MF",
                                        "Manifest-Version: 1.0\r\nClass-Path: two.jar none.jar one.jar\r\n")
                                .packed())
                .bytes(
                        "x/two.jar",
                        new WarFile().compiled("", "shared.Counter", COUNTER).packed())
                .write(directory.resolve("c.ear"));
        server.deployer.deploy("company", ear, null);
        assertThat(modules.shared).containsExactly("one.jar", "two.jar");
        assertThat(modules.loaders.get("company#a").loadClass("shared.Counter")).isNotNull();
    }

    @Test
    void directoriesOfAManifestAreOnTheClassPath() throws Exception {
        Path ear = ear(web("a.war", "/a") + "<module><ejb>beans.jar</ejb></module>")
                .bytes(
                        "a.war",
                        war("a").text("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\r\nClass-Path: x/one.jar\r\n")
                                .packed())
                .bytes(
                        "beans.jar",
                        beans().text(
                                        "META-INF/MANIFEST.MF",
                                        "Manifest-Version: 1.0\r\nClass-Path: beans.jar a.war/ ./ ../ classes none/\r\n")
                                .packed())
                .bytes(
                        "x/one.jar",
                        new WarFile()
                                .text("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\r\nClass-Path: more/\r\n")
                                .packed())
                .text("x/more/texts/of.txt", "by a library")
                .compiled("classes/", "shared.Counter", COUNTER)
                .write(directory.resolve("c.ear"));
        server.deployer.deploy("company", ear, null);
        assertThat(modules.shared).containsOnly("one.jar");
        for (String module : List.of("company#a", "company#beans")) {
            ClassLoader loader = modules.loaders.get(module);
            assertThat(loader.loadClass("shared.Counter")).isNotNull();
            assertThat(loader.getResource("texts/of.txt")).isNotNull();
        }
        // Neither the application as a whole nor another module became a place of classes.
        assertThat(modules.loaders.get("company#beans").getResource("x/more/texts/of.txt"))
                .isNull();
        assertThat(modules.loaders.get("company#beans").getResource("index.html"))
                .isNull();
    }

    @Test
    void aDescriptorOfTheEarTakesThePlaceOfTheModules() throws Exception {
        List<String> read = new ArrayList<>();
        server.contributors.add(new Contributor() {
            @Override
            public String name() {
                return "reader";
            }

            @Override
            public void descriptors(Deployment deployment) throws DeploymentException {
                try {
                    read.add(Files.readString(
                            deployment.archive().file("WEB-INF/web.xml").orElseThrow()));
                } catch (IOException e) {
                    throw new DeploymentException("cannot read it", e);
                }
            }
        });
        Path ear = ear("<module><web><web-uri>a.war</web-uri></web><alt-dd>alt/web.xml</alt-dd></module>")
                .bytes("a.war", war("a").text("WEB-INF/web.xml", "own").packed())
                .text("alt/web.xml", "alternative")
                .write(directory.resolve("c.ear"));
        server.deployer.deploy("company", ear, null);
        assertThat(read).containsExactly("alternative");
    }

    @Test
    void applicationClientsAreLeftOut() throws Exception {
        Path ear = ear("<module><java>client.jar</java></module>" + web("a.war", "a"))
                .bytes("a.war", war("a").packed())
                .write(directory.resolve("c.ear"));
        try (Said log = new Said("io.keelson.deploy")) {
            assertThat(server.deployer.deploy("company", ear, null).contextRoot())
                    .isEqualTo("/a");
            assertThat(log.messages()).anySatisfy(m -> assertThat(m).contains("KLS-149054", "client.jar"));
        }
    }

    @Test
    void anApplicationOfNothingButClientsIsDeployedAndGoes() throws Exception {
        Path ear = ear("<module><java>clients/till.jar</java></module><module><java>desk.jar</java></module>")
                .bytes("clients/till.jar", new WarFile().text("x.txt", "x").packed())
                .bytes("desk.jar", new WarFile().text("x.txt", "x").packed())
                .write(directory.resolve("c.ear"));

        assertThat(server.deployer.deploy("company", ear, null).contextRoot()).isNull();
        assertThat(server.deployer.applications())
                .singleElement()
                .satisfies(company -> assertThat(company.clients()).containsExactly("till", "desk"));

        assertThat(modules.kinds).isEmpty();
        assertThat(server.deployer.explain("company", ear, null, "").modules())
                .extracting(module -> module.name() + ": " + module.kind())
                .containsExactly(
                        "till: an application client (JAR), which does not run on a server",
                        "desk: an application client (JAR), which does not run on a server");
        server.deployer.redeploy("company");
        server.deployer.undeploy("company");
        assertThat(server.deployer.applications()).isEmpty();
    }

    @Test
    void anApplicationWithoutAnyModuleIsRefused() throws Exception {
        Path ear = ear("").text("readme.txt", "x").write(directory.resolve("c.ear"));
        assertThatThrownBy(() -> server.deployer.deploy("company", ear, null))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("c.ear");
    }

    @Test
    void aDamagedJarBesideTheModulesIsNamedAndIsNotAFaultOfTheDisk() throws IOException {
        Path ear = new WarFile()
                .bytes("shop.war", war("s").packed())
                .text("beans.jar", "no archive")
                .write(directory.resolve("c.ear"));

        assertThatThrownBy(() -> server.deployer.deploy("company", ear, null))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("beans.jar")
                .hasMessageContaining("cannot be deployed")
                .hasMessageNotContaining("disk");
    }

    @Test
    void aNameThatIsNotUtf8InAnArchiveInALibraryIsDamageAndNotAFaultOfTheServer() throws Exception {
        byte[] inner = new WarFile().text("caf\u00e9.txt", "x").packed();
        for (int i = 0; i + 1 < inner.length; i++) {
            if ((inner[i] & 0xff) == 0xc3 && (inner[i + 1] & 0xff) == 0xa9) {
                inner[i] = (byte) 0xe9;
            }
        }
        Path war = new WarFile()
                .text("index.html", "here")
                .library("outer.jar", new WarFile().bytes("inner.jar", inner))
                .write(directory.resolve("w.war"));

        server.deployer.deploy("w", war, null);

        assertThat(server.deployer.applications()).hasSize(1);
    }
}
