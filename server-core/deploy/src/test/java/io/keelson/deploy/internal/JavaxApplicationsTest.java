package io.keelson.deploy.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.deploy.internal.conversion.JavaxSettings;
import io.keelson.deploy.internal.store.Step;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Applications that were made for Java EE, with a converter that knows the servlet API only. */
class JavaxApplicationsTest {
    private static final String OLD_PAGE = "<%@page import='javax.servlet.http.Cookie'%>";
    private static final String NEW_PAGE = "<%@page import='jakarta.servlet.http.Cookie'%>";

    @TempDir
    Path directory;

    private Server server;

    @BeforeEach
    void start() throws Exception {
        server = new Server(directory.resolve("server"), Step.NONE);
    }

    private static WarFile oldLibrary() {
        return new WarFile()
                .text("META-INF/resources/old.jsp", OLD_PAGE)
                .text("META-INF/services/javax.servlet.Filter", "c.F")
                .text("data.bin", "javax.servlet");
    }

    private WarFile oldWar() {
        return new WarFile()
                .text("page.jsp", OLD_PAGE)
                .text("note.html", OLD_PAGE)
                .library("old.jar", oldLibrary());
    }

    private Path content(String name) throws IOException {
        try (Stream<Path> versions = Files.list(directory.resolve("server/deployments/content/" + name))) {
            return versions.findFirst().orElseThrow();
        }
    }

    private static Map<String, String> entries(Path jar) throws IOException {
        Map<String, String> entries = new TreeMap<>();
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            for (ZipEntry entry : (Iterable<ZipEntry>) zip.stream().<ZipEntry>map(e -> e)::iterator) {
                entries.put(
                        entry.getName(), new String(zip.getInputStream(entry).readAllBytes()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return entries;
    }

    @Test
    void areConvertedWithTheirLibraries() throws Exception {
        Path war = oldWar().write(directory.resolve("old.war"));
        byte[] before = Files.readAllBytes(war);
        try (Said log = new Said("io.keelson.deploy")) {
            server.deployer.deploy("old", war, null);
            assertThat(log.messages())
                    .anySatisfy(message -> assertThat(message)
                            .contains(
                                    "KLS-149050",
                                    "'old'",
                                    "0 classes and 2 other files",
                                    "1 libraries changed, 0 of them"));
        }
        assertThat(content("old").resolve("page.jsp")).hasContent(NEW_PAGE);
        assertThat(content("old").resolve("note.html"))
                .as("no kind of file that has names of classes")
                .hasContent(OLD_PAGE);
        assertThat(entries(content("old").resolve("WEB-INF/lib/old.jar")))
                .containsOnly(
                        Map.entry("META-INF/resources/old.jsp", NEW_PAGE),
                        Map.entry("META-INF/services/jakarta.servlet.Filter", "c.F"),
                        Map.entry("data.bin", "javax.servlet"));
        assertThat(Files.readAllBytes(war)).isEqualTo(before);
    }

    @Test
    void takeLibrariesFromTheCacheTheNextTime() throws Exception {
        server.deployer.deploy("old", oldWar().write(directory.resolve("old.war")), null);
        Path next = oldWar().text("more.jsp", "new").write(directory.resolve("old.war"));
        try (Said log = new Said("io.keelson.deploy")) {
            server.deployer.deploy("old", next, null);
            assertThat(log.messages())
                    .anySatisfy(message -> assertThat(message)
                            .contains("KLS-149050", "0 classes and 1 other files", "1 libraries changed, 1 of them"));
        }
        assertThat(entries(content("old").resolve("WEB-INF/lib/old.jar")))
                .containsEntry("META-INF/resources/old.jsp", NEW_PAGE);
    }

    @Test
    void areNotConvertedAgainByTheNextStartOfTheServer() throws Exception {
        server.deployer.deploy("old", oldWar().write(directory.resolve("old.war")), null);
        try (Said log = new Said("io.keelson.deploy")) {
            Server next = new Server(directory.resolve("server"), Step.NONE).started();
            assertThat(next.deployer.application("old")).isPresent();
            assertThat(log.messages()).noneMatch(message -> message.contains("KLS-149050"));
        }
        assertThat(content("old").resolve("page.jsp")).hasContent(NEW_PAGE);
    }

    @Test
    void ofJakartaEeNothingIsTouched() throws Exception {
        WarFile library = oldLibrary();
        Path war = new WarFile()
                .text("page.jsp", NEW_PAGE)
                .text("WEB-INF/web.xml", "<web-app xmlns='http://java.sun.com/xml/ns/javaee' version='2.5'/>")
                .library("old.jar", library)
                .write(directory.resolve("new.war"));
        server.deployer.deploy("new", war, null);
        assertThat(Files.readAllBytes(content("new").resolve("WEB-INF/lib/old.jar")))
                .isEqualTo(library.packed());
    }

    @Test
    void stayAsTheyAreWhereTheOperatorSaysSo() throws Exception {
        server.javax = new JavaxSettings(JavaxSettings.Mode.OFF);
        try (Said log = new Said("io.keelson.deploy")) {
            server.deployer.deploy("old", oldWar().write(directory.resolve("old.war")), null);
            assertThat(log.messages()).anyMatch(message -> message.contains("KLS-149052"));
        }
        assertThat(content("old").resolve("page.jsp")).hasContent(OLD_PAGE);
    }

    @Test
    void aDirectoryOfTheOperatorsIsCopiedAndNotChanged() throws Exception {
        Path exploded = oldWar().explode(directory.resolve("exploded"));
        try (Said log = new Said("io.keelson.deploy")) {
            server.deployer.deploy("old", exploded, null);
            assertThat(log.messages())
                    .anySatisfy(
                            message -> assertThat(message).contains("KLS-149053", exploded.toString(), "converted"));
        }
        assertThat(exploded.resolve("page.jsp")).hasContent(OLD_PAGE);
        assertThat(content("old").resolve("page.jsp")).hasContent(NEW_PAGE);
        Files.writeString(exploded.resolve("page.jsp"), OLD_PAGE + "changed");
        server.deployer.redeploy("old");
        assertThat(content("old").resolve("page.jsp")).hasContent(NEW_PAGE + "changed");
    }

    @Test
    void linksInADirectoryMayLeadInACircleOrNowhere() throws Exception {
        for (String kind : List.of("old", "new")) {
            WarFile war = kind.equals("old")
                    ? oldWar()
                    : new WarFile().text("WEB-INF/web.xml", "<web-app/>").text("page.jsp", NEW_PAGE);
            Path exploded = war.explode(directory.resolve("exploded-" + kind));
            Files.createSymbolicLink(exploded.resolve("circle"), exploded);
            if (kind.equals("new")) {
                Files.createSymbolicLink(exploded.resolve("nowhere.jsp"), exploded.resolve("none"));
            }
            server.deployer.deploy(kind, exploded, null);
            assertThat(server.deployer.application(kind)).isPresent();
        }
        assertThat(content("old").resolve("page.jsp")).hasContent(NEW_PAGE);
    }

    @Test
    void whatCannotBeConvertedStaysAndIsNamed() throws Exception {
        Path war = oldWar().text("broken.jsp", "damaged")
                .library("half.jar", oldLibrary().text("META-INF/resources/broken.jsp", "damaged"))
                .bytes("WEB-INF/lib/none.jar", "this is no archive".getBytes())
                .write(directory.resolve("old.war"));
        try (Said log = new Said("io.keelson.deploy")) {
            assertThatThrownBy(() -> server.deployer.deploy("old", war, null))
                    .as("the deployment says what is wrong with the library")
                    .hasMessageContaining("none.jar");
            assertThat(log.messages())
                    .anySatisfy(
                            m -> assertThat(m).contains("KLS-149051", "broken.jsp in the application", "it is damaged"))
                    .anySatisfy(m -> assertThat(m).contains("KLS-149051", "broken.jsp in WEB-INF/lib/half.jar"))
                    .anySatisfy(m -> assertThat(m).contains("KLS-149050"));
        }
    }

    @Test
    void signaturesGoWhereTheyNoLongerFitAndStayWhereTheyDo() throws Exception {
        String manifest = "Manifest-Version: 1.0\r\n\r\nName: a.jsp\r\nSHA-256-Digest: abc\r\n\r\n";
        WarFile untouched = new WarFile()
                .text("META-INF/MANIFEST.MF", manifest)
                .text("META-INF/KEY.SF", "signed")
                .text("a.jsp", "nothing");
        Path war = oldWar().library("untouched.jar", untouched)
                .library(
                        "signed.jar",
                        new WarFile()
                                .text("META-INF/MANIFEST.MF", manifest)
                                .text("META-INF/KEY.SF", "signed")
                                .text("META-INF/KEY.RSA", "signed")
                                .text("a.jsp", OLD_PAGE))
                .write(directory.resolve("old.war"));
        server.deployer.deploy("old", war, null);
        Path libraries = content("old").resolve("WEB-INF/lib");
        assertThat(Files.readAllBytes(libraries.resolve("untouched.jar"))).isEqualTo(untouched.packed());
        Map<String, String> signed = entries(libraries.resolve("signed.jar"));
        assertThat(signed).containsOnlyKeys("META-INF/MANIFEST.MF", "a.jsp").containsEntry("a.jsp", NEW_PAGE);
        assertThat(signed.get("META-INF/MANIFEST.MF")).doesNotContain("Digest");
    }

    private static WarFile signed(String name) {
        return new WarFile()
                .text(
                        "META-INF/MANIFEST.MF",
                        "Manifest-Version: 1.0\r\n\r\nName: " + name + "\r\nSHA-256-Digest: abc\r\n\r\n")
                .text("META-INF/KEY.SF", "signed")
                .text("META-INF/KEY.RSA", "signed");
    }

    /** The JVM wants all classes of a package to have the same signers. */
    @Test
    void librariesThatSharePackagesLoseTheirSignaturesTogether() throws Exception {
        Path war = oldWar().library("a.jar", signed("p/A.class").text("p/A.class", "javax.servlet.Filter"))
                .library("b.jar", signed("p/B.class").text("p/B.class", "no").text("q/B.class", "no"))
                .library("c.jar", signed("q/C.class").text("q/C.class", "no"))
                .library("d.jar", signed("r/D.class").text("r/D.class", "no"))
                .write(directory.resolve("old.war"));
        for (int time = 0; time < 2; time++) { // the second time from the cache
            server.store.takeIn("old" + time, war);
            Path libraries = content("old" + time).resolve("WEB-INF/lib");
            for (String name : List.of("a.jar", "b.jar", "c.jar")) {
                assertThat(entries(libraries.resolve(name)))
                        .doesNotContainKeys("META-INF/KEY.SF", "META-INF/KEY.RSA")
                        .hasEntrySatisfying(
                                "META-INF/MANIFEST.MF", m -> assertThat(m).doesNotContain("Digest"));
            }
            assertThat(entries(libraries.resolve("d.jar"))).containsKeys("META-INF/KEY.SF", "META-INF/KEY.RSA");
        }
    }

    @Test
    void ofALibraryForBothWorldsTheNewSideCounts() throws Exception {
        WarFile both = oldLibrary().text("META-INF/services/jakarta.servlet.Filter", "c.New");
        server.deployer.deploy("old", oldWar().library("both.jar", both).write(directory.resolve("old.war")), null);
        assertThat(entries(content("old").resolve("WEB-INF/lib/both.jar")))
                .containsEntry("META-INF/services/jakarta.servlet.Filter", "c.New")
                .doesNotContainKey("META-INF/services/javax.servlet.Filter");
    }

    @Test
    void archivesInLibrariesAreConvertedToo() throws Exception {
        WarFile outer = new WarFile().bytes("BOOT/inner.jar", oldLibrary().packed());
        server.deployer.deploy("old", oldWar().library("outer.jar", outer).write(directory.resolve("old.war")), null);
        Path inner = directory.resolve("inner.jar");
        try (ZipFile zip =
                new ZipFile(content("old").resolve("WEB-INF/lib/outer.jar").toFile())) {
            Files.copy(zip.getInputStream(zip.getEntry("BOOT/inner.jar")), inner);
        }
        assertThat(entries(inner)).containsEntry("META-INF/resources/old.jsp", NEW_PAGE);
    }

    /** The converter of this test brings a class for those that mention it. */
    @Test
    void classesThatConvertedOnesReferToAreBroughtAlong() throws Exception {
        String mentions = "javax.servlet.Filter c/Companion and more";
        Path war = oldWar().bytes("WEB-INF/classes/a/Mine.class", mentions.getBytes())
                .library("with.jar", oldLibrary().bytes("a/B.class", mentions.getBytes()))
                .library("without.jar", oldLibrary().bytes("a/C.class", "javax.servlet.Filter".getBytes()))
                .write(directory.resolve("old.war"));
        server.store.takeIn("taken", war);
        assertThat(content("taken").resolve("WEB-INF/classes/c/Companion.class"))
                .hasContent("companion");
        Path libraries = content("taken").resolve("WEB-INF/lib");
        assertThat(entries(libraries.resolve("with.jar"))).containsEntry("c/Companion.class", "companion");
        assertThat(entries(libraries.resolve("without.jar"))).doesNotContainKey("c/Companion.class");
    }

    @Test
    void theCacheHoldsWholeFilesOnlyAndForgetsTheOldest() throws Exception {
        Path cache = directory.resolve("server/cache/javax");
        Files.createDirectories(cache);
        Path lost = Files.writeString(cache.resolve("library123.new"), "half");
        Files.setLastModifiedTime(lost, java.nio.file.attribute.FileTime.fromMillis(0));
        server.deployer.deploy("old", oldWar().write(directory.resolve("old.war")), null);
        try (Stream<Path> files = Files.list(cache)) {
            List<String> names = files.map(f -> f.getFileName().toString()).toList();
            assertThat(names).singleElement().asString().matches("[0-9a-f]{64}-test-1\\.jar");
        }
    }
}
