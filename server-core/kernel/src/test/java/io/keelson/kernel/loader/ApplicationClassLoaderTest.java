package io.keelson.kernel.loader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.ClassFileTransformer;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import jdk.security.jarsigner.JarSigner;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server of these tests is a jar of its own: {@code server.*} is hidden, {@code jakarta.*} and the API are shown. */
final class ApplicationClassLoaderTest {
    @TempDir
    Path directory;

    private final List<AutoCloseable> open = new ArrayList<>();
    private URLClassLoader server;
    private Parts parts;
    private DomainLibrary domain;

    @BeforeEach
    void makeServer() throws Exception {
        Path jar = new Jars()
                .saying("server.Internal", "server")
                .saying("org.slf4j.Logger", "server")
                .saying("jakarta.servlet.Servlet", "server")
                .saying("io.keelson.api.Shown", "server")
                .saying("io.keelson.apiextra.Hidden", "server")
                .text("META-INF/services/jakarta.json.Provider", "server.Internal")
                .text("server/internal.properties", "secret")
                .text("jakarta/servlet/web.xsd", "schema")
                .write(directory.resolve("server.jar"));
        server = opened(new URLClassLoader(new URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader()));
        new Jars()
                .saying("part.api.Base", "part")
                .saying("part.api.deep.Inner", "part")
                .saying("part.secret.Engine", "part")
                .saying("part.secret.TheProvider", "part")
                .saying("jakarta.el.Expression", "part")
                .text("META-INF/services/jakarta.el.Factory", "part.secret.TheProvider # the one")
                .text("META-INF/services/part.Other", "part.secret.Engine")
                .text("part/api/texts.properties", "part")
                .write(directory.resolve("parts/pages/pages.jar"));
        Files.writeString(directory.resolve("parts/pages/part.properties"), """
                name = pages
                exports = part.api, jakarta.el.*
                services = jakarta.el.Factory
                suppressed-by = part.secret.Engine
                """);
        new Jars().saying("driver.Driver", "domain").write(directory.resolve("lib/driver.jar"));
        parts = opened(new Parts(server, PartSource.directory(directory.resolve("parts"))));
        domain = opened(new DomainLibrary(directory.resolve("lib"), parts.serverView()));
    }

    private <T extends AutoCloseable> T opened(T closeable) {
        open.add(closeable);
        return closeable;
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable one : open) {
            one.close();
        }
    }

    private ApplicationClassLoader application(List<Part> used, Path classes, Path... jars) throws IOException {
        return opened(new ApplicationClassLoader(
                "shop", domain, used, classes == null ? List.of() : List.of(classes), List.of(jars)));
    }

    private static String who(ClassLoader loader, String name) throws ReflectiveOperationException {
        return (String) loader.loadClass(name).getMethod("who").invoke(null);
    }

    private static void missing(ClassLoader loader, String name) {
        assertThatThrownBy(() -> loader.loadClass(name)).isInstanceOf(ClassNotFoundException.class);
    }

    private static String text(InputStream in) throws IOException {
        try (in) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void seesJakartaTheApiTheDomainsLibraryAndTheJdk() throws Exception {
        ApplicationClassLoader app = application(List.of(), null);
        assertThat(who(app, "jakarta.servlet.Servlet")).isEqualTo("server");
        assertThat(who(app, "io.keelson.api.Shown")).isEqualTo("server");
        assertThat(who(app, "driver.Driver")).isEqualTo("domain");
        assertThat(app.loadClass("java.sql.Driver")).isSameAs(java.sql.Driver.class);
        assertThat(app.loadClass("javax.tools.ToolProvider")).isSameAs(javax.tools.ToolProvider.class);
        assertThat(app.loadClass("com.sun.net.httpserver.HttpServer")).isNotNull();
        assertThat(text(app.getResourceAsStream("jakarta/servlet/web.xsd"))).isEqualTo("schema");
    }

    @Test
    void seesNothingElseOfTheServer() throws Exception {
        ApplicationClassLoader app = application(List.of(), null);
        missing(app, "server.Internal");
        missing(app, "org.slf4j.Logger");
        missing(app, "io.keelson.apiextra.Hidden");
        missing(app, "io.keelson.kernel.loader.Parts");
        missing(app, "org.junit.jupiter.api.Test");
        assertThat(app.getResource("server/internal.properties")).isNull();
        assertThat(app.getResource("server/Internal.class")).isNull();
        assertThat(app.getResourceAsStream("server/internal.properties")).isNull();
        assertThat(Collections.list(app.getResources("META-INF/services/jakarta.json.Provider")))
                .isEmpty();
    }

    @Test
    void aSlashBeforeTheNameOfAResourceIsIgnored() throws Exception {
        Path jar = new Jars().text("META-INF/x.txt", "own").write(directory.resolve("slash.jar"));
        ApplicationClassLoader app = application(List.of(), null, jar);

        assertThat(text(app.getResourceAsStream("/META-INF/x.txt"))).isEqualTo("own");
        assertThat(text(app.getResource("/META-INF/x.txt").openStream())).isEqualTo("own");
        assertThat(Collections.list(app.getResources("/META-INF/x.txt"))).hasSize(1);
        assertThat(text(app.getResourceAsStream("/jakarta/servlet/web.xsd"))).isEqualTo("schema");
        assertThat(app.getResource("/server/internal.properties")).isNull();
        assertThat(app.getResourceAsStream("//META-INF/x.txt")).isNull();
        assertThat(app.getResource("/")).isEqualTo(app.getResource(""));
    }

    @Test
    void definesWhatTheServerGeneratesOnce() throws Exception {
        Path jar = new Jars().saying("made.Made", "generated").write(directory.resolve("made.jar"));
        byte[] made;
        try (var entries = new java.util.zip.ZipFile(jar.toFile())) {
            made = entries.getInputStream(entries.getEntry("made/Made.class")).readAllBytes();
        }
        byte[] within = new byte[made.length + 2];
        System.arraycopy(made, 0, within, 1, made.length);
        ApplicationClassLoader app = application(List.of(), null);
        missing(app, "made.Made");

        Class<?> defined = app.defineGenerated("made.Made", within, 1, made.length);

        assertThat(app.loadClass("made.Made")).isSameAs(defined);
        assertThat(app.defineGenerated("made.Made", made, 0, made.length)).isSameAs(defined);
    }

    /** As JAXB, JPA providers and others look for them: through the package of a class. */
    @Test
    void showsTheAnnotationsOfItsPackages() throws Exception {
        Path jar = new Jars()
                .saying("a.A", "jar")
                .annotatedPackage("a", "@Deprecated")
                .saying("b.B", "jar")
                .write(directory.resolve("annotated.jar"));
        ApplicationClassLoader app = application(List.of(), null, jar);
        assertThat(app.loadClass("a.A").getPackage().isAnnotationPresent(Deprecated.class))
                .isTrue();
        assertThat(app.loadClass("b.B").getPackage().getAnnotations()).isEmpty();
    }

    @Test
    void takesItsOwnFirstClassesBeforeLibraries() throws Exception {
        Path classes =
                new Jars().saying("a.A", "classes").text("x.txt", "classes").explode(directory.resolve("classes"));
        Path one = new Jars()
                .saying("a.A", "one")
                .saying("a.B", "one")
                .saying("org.slf4j.Logger", "one")
                .saying("driver.Driver", "one")
                .text("x.txt", "one")
                .write(directory.resolve("one.jar"));
        Path two = new Jars().saying("a.B", "two").text("x.txt", "two").write(directory.resolve("two.jar"));
        ApplicationClassLoader app = application(List.of(), classes, one, two);
        assertThat(who(app, "a.A")).isEqualTo("classes");
        assertThat(who(app, "a.B")).isEqualTo("one");
        assertThat(who(app, "org.slf4j.Logger")).isEqualTo("one");
        assertThat(who(app, "driver.Driver")).isEqualTo("one");
        List<String> texts = new ArrayList<>();
        for (URL url : Collections.list(app.getResources("x.txt"))) {
            texts.add(text(url.openStream()));
        }
        assertThat(texts).containsExactly("classes", "one", "two");
        assertThat(text(app.getResource("x.txt").openStream())).isEqualTo("classes");
    }

    @Test
    void neverReplacesJakartaOfTheServerNorTheJdk() throws Exception {
        Path jar = new Jars()
                .saying("jakarta.servlet.Servlet", "own")
                .saying("jakarta.servlet.Extra", "own")
                .saying("jakarta.faces.Context", "own")
                .text("javax/sql/DataSource.class", "never read")
                .write(directory.resolve("own.jar"));
        ApplicationClassLoader app = application(List.of(), null, jar);
        assertThat(who(app, "jakarta.servlet.Servlet")).isEqualTo("server");
        assertThat(who(app, "jakarta.faces.Context")).isEqualTo("own");
        assertThat(app.loadClass("javax.sql.DataSource")).isSameAs(javax.sql.DataSource.class);
    }

    @Test
    void seesOfAPartWhatItExports() throws Exception {
        ApplicationClassLoader app = application(List.of(parts.part("pages")), null);
        assertThat(who(app, "part.api.Base")).isEqualTo("part");
        assertThat(who(app, "jakarta.el.Expression")).isEqualTo("part");
        missing(app, "part.api.deep.Inner");
        missing(app, "part.secret.Engine");
        assertThat(text(app.getResourceAsStream("part/api/texts.properties"))).isEqualTo("part");
        assertThat(app.getResource("META-INF/services/part.Other")).isNull();
        assertThat(text(app.getResourceAsStream("META-INF/services/jakarta.el.Factory")))
                .startsWith("part.secret.TheProvider");
        assertThat(who(app, "part.secret.TheProvider")).isEqualTo("part");
        assertThat(who(parts.loader("pages"), "server.Internal")).isEqualTo("server");
    }

    @Test
    void seesNothingOfAPartThatItDoesNotUse() throws Exception {
        Path jar = new Jars().saying("jakarta.el.Expression", "own").write(directory.resolve("own.jar"));
        ApplicationClassLoader app = application(List.of(), null, jar);
        missing(app, "part.api.Base");
        assertThat(who(app, "jakarta.el.Expression")).isEqualTo("own");
        assertThat(app.getResource("META-INF/services/jakarta.el.Factory")).isNull();
    }

    /** A library whose classes implement a Jakarta API of a part, as the classes of a resource adapter. */
    @Test
    void theDomainsLibrarySeesTheJakartaApisOfPartsAndApplicationsDoNotSeeThemThroughIt() throws Exception {
        ApplicationClassLoader without = application(List.of(), null);
        missing(without, "jakarta.el.Expression");
        assertThat(who(domain, "jakarta.el.Expression")).isEqualTo("part");
        missing(domain, "part.api.Base");
        missing(domain, "jakarta.el.Absent");
        missing(without, "jakarta.el.Expression");
        ApplicationClassLoader with = application(List.of(parts.part("pages")), null);
        assertThat(with.loadClass("jakarta.el.Expression")).isSameAs(domain.loadClass("jakarta.el.Expression"));
    }

    @Test
    void seesNothingOfAnUnusedPartOnTheServersOwnClassPathEither() throws Exception {
        Path flat = new Jars()
                .saying("jakarta.el.Expression", "part")
                .saying("part.api.Base", "part")
                .text("META-INF/keelson/part.properties", "name = pages\nexports = part.api, jakarta.el.*\n")
                .write(directory.resolve("flat.jar"));
        URLClassLoader all =
                opened(new URLClassLoader(new URL[] {flat.toUri().toURL()}, ClassLoader.getPlatformClassLoader()));
        Parts onClassPath = opened(new Parts(all, PartSource.classPath(all)));
        DomainLibrary library = opened(new DomainLibrary(directory.resolve("none"), onClassPath.serverView()));
        try (var without = new ApplicationClassLoader("a", library, List.of(), List.of(), List.of());
                var with = new ApplicationClassLoader(
                        "b", library, List.of(onClassPath.part("pages")), List.of(), List.of())) {
            missing(without, "jakarta.el.Expression");
            missing(without, "part.api.Base");
            assertThat(who(with, "jakarta.el.Expression")).isEqualTo("part");
            assertThat(who(with, "part.api.Base")).isEqualTo("part");
        }
    }

    @Test
    void anApplicationOfAClientHasTheClientsClasses() throws Exception {
        Path ofClient = new Jars()
                .saying("shop.Bean", "client")
                .text("shop/texts.properties", "client")
                .text("META-INF/services/jakarta.el.Factory", "shop.Bean")
                .text("META-INF/services/shop.Bean", "shop.Bean")
                .write(directory.resolve("client.jar"));
        Path module = new Jars()
                .saying("shop.Bean", "module")
                .saying("shop.Other", "module")
                .text("shop/own.properties", "module")
                .write(directory.resolve("module.jar"));
        URLClassLoader client =
                opened(new URLClassLoader(new URL[] {ofClient.toUri().toURL()}, ClassLoader.getPlatformClassLoader()));
        ApplicationClassLoader shared = opened(
                ApplicationClassLoader.ofClient(client, null, "shop", domain, List.of(), List.of(), List.of(module)));
        ApplicationClassLoader app = opened(ApplicationClassLoader.ofClient(
                client, shared, "shop#module", domain, List.of(), List.of(), List.of()));

        assertThat(app.loadClass("shop.Bean")).isSameAs(client.loadClass("shop.Bean"));
        assertThat(app.loadClass("shop.Other")).isSameAs(shared.loadClass("shop.Other"));
        assertThat(who(app, "driver.Driver")).isEqualTo("domain");
        missing(app, "server.Internal");
        assertThat(text(app.getResourceAsStream("shop/own.properties"))).isEqualTo("module");
        assertThat(text(app.getResourceAsStream("shop/texts.properties"))).isEqualTo("client");
        assertThat(app.getResources("META-INF/services/shop.Bean").hasMoreElements())
                .isTrue();
        assertThat(app.getResource("META-INF/services/jakarta.el.Factory")).isNull();
        assertThat(app.getResources("META-INF/services/jakarta.el.Factory").hasMoreElements())
                .isFalse();

        assertThat(ApplicationClassLoader.defines(app, client.loadClass("shop.Bean")))
                .isTrue();
        assertThat(ApplicationClassLoader.defines(shared, shared.loadClass("shop.Other")))
                .isTrue();
        assertThat(ApplicationClassLoader.defines(app, java.sql.Driver.class)).isFalse();
        assertThat(ApplicationClassLoader.defines(app, getClass())).isFalse();
        assertThat(ApplicationClassLoader.defines(application(List.of(), null), client.loadClass("shop.Bean")))
                .isFalse();
    }

    @Test
    void findsServicesOfItsOwnWithServiceLoader() throws Exception {
        Path jar = new Jars()
                .text("META-INF/services/java.util.concurrent.Callable", "own.Service")
                .text("note", "")
                .write(directory.resolve("service.jar"));
        Path classes = directory.resolve("service-classes");
        for (var entry : Jars.compile("own.Service", """
                package own;
                public class Service implements java.util.concurrent.Callable<String> {
                    public String call() { return "own"; }
                }""").entrySet()) {
            Files.createDirectories(classes.resolve("own"));
            Files.write(classes.resolve(entry.getKey()), entry.getValue());
        }
        ApplicationClassLoader app = application(List.of(), classes, jar);
        Callable<?> service = ServiceLoader.load(Callable.class, app).iterator().next();
        assertThat(service.call()).isEqualTo("own");
    }

    @Test
    void readsMultiReleaseJars() throws Exception {
        Path jar = new Jars()
                .attribute("Multi-Release", "true")
                .saying("a.A", "old")
                .saying("META-INF/versions/11/", "a.A", "eleven")
                .saying("META-INF/versions/11/", "b.OnlyNew", "eleven")
                .saying("META-INF/versions/99/", "a.A", "future")
                .write(directory.resolve("multi.jar"));
        ApplicationClassLoader app = application(List.of(), null, jar);
        assertThat(who(app, "a.A")).isEqualTo("eleven");
        assertThat(who(app, "b.OnlyNew")).isEqualTo("eleven");
        assertThat(text(app.getResource("a/A.class").openStream())).contains("eleven");
    }

    @Test
    void verifiesSignedJars() throws Exception {
        Path plain =
                new Jars().saying("signed.A", "good").saying("signed.B", "good").write(directory.resolve("plain.jar"));
        Path signed = directory.resolve("signed.jar");
        KeyStore.PrivateKeyEntry key = key();
        try (var in = new ZipFile(plain.toFile());
                var out = Files.newOutputStream(signed)) {
            new JarSigner.Builder(key).build().sign(in, out);
        }
        ApplicationClassLoader app = application(List.of(), null, signed);
        Class<?> a = app.loadClass("signed.A");
        assertThat(a.getMethod("who").invoke(null)).isEqualTo("good");
        assertThat(a.getProtectionDomain().getCodeSource().getCertificates()).containsExactly(key.getCertificate());

        Path forged = directory.resolve("forged.jar");
        try (var in = new ZipFile(signed.toFile());
                var out = new ZipOutputStream(Files.newOutputStream(forged))) {
            for (ZipEntry entry : Collections.list(in.entries())) {
                byte[] content = in.getInputStream(entry).readAllBytes();
                out.putNextEntry(new ZipEntry(entry.getName()));
                out.write(
                        entry.getName().equals("signed/B.class")
                                ? new String(content, StandardCharsets.ISO_8859_1)
                                        .replace("good", "evil")
                                        .getBytes(StandardCharsets.ISO_8859_1)
                                : content);
            }
        }
        ApplicationClassLoader other = application(List.of(), null, forged);
        assertThatThrownBy(() -> other.loadClass("signed.B"))
                .isInstanceOf(SecurityException.class)
                .hasMessageContaining("signed/B.class");
    }

    private KeyStore.PrivateKeyEntry key() throws Exception {
        Path store = directory.resolve("keys.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "k",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=test",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        "changeit")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(keytool.waitFor()).isZero();
        KeyStore keys = KeyStore.getInstance(store.toFile(), "changeit".toCharArray());
        return (KeyStore.PrivateKeyEntry) keys.getEntry("k", new KeyStore.PasswordProtection("changeit".toCharArray()));
    }

    @Test
    void definesPackagesAndDomainsFromManifests() throws Exception {
        Path jar = new Jars()
                .attribute("Implementation-Version", "4.2")
                .attribute("Sealed", "true")
                .saying("sealed.A", "one")
                .write(directory.resolve("sealed.jar"));
        Path other = new Jars().saying("sealed.B", "two").write(directory.resolve("other.jar"));
        ApplicationClassLoader app = application(List.of(), null, jar, other);
        Class<?> a = app.loadClass("sealed.A");
        assertThat(a.getPackage().getImplementationVersion()).isEqualTo("4.2");
        assertThat(a.getProtectionDomain().getCodeSource().getLocation())
                .isEqualTo(jar.toUri().toURL());
        assertThatThrownBy(() -> app.loadClass("sealed.B"))
                .isInstanceOf(SecurityException.class)
                .hasMessageContaining("sealed");
    }

    @Test
    void urlsReadTheJarWithoutTheCachesOfTheJvm() throws Exception {
        Path jar = new Jars()
                .text("dir/a b#c?.txt", "odd")
                .text("dir/next.txt", "next")
                .write(directory.resolve("urls.jar"));
        ApplicationClassLoader app = application(List.of(), null, jar);
        URL odd = app.getResource("dir/a b#c?.txt");
        assertThat(text(odd.openStream())).isEqualTo("odd");
        assertThat(text(new URL(odd, "next.txt").openStream())).isEqualTo("next");
        assertThat(text(new URL(odd, "/dir/next.txt").openStream())).isEqualTo("next");
        assertThat(text(new URL(odd, "../dir/next.txt").openStream())).isEqualTo("next");
        JarURLConnection connection = (JarURLConnection) odd.openConnection();
        assertThat(connection.getEntryName()).isEqualTo("dir/a b#c?.txt");
        assertThat(connection.getContentLengthLong()).isEqualTo(3);
        JarURLConnection fresh = (JarURLConnection) odd.openConnection();
        fresh.setUseCaches(false);
        try (JarFile own = fresh.getJarFile()) {
            assertThat(own.getEntry("dir/next.txt")).isNotNull();
        }
        JarURLConnection caching = (JarURLConnection) odd.openConnection();
        caching.setUseCaches(true);
        caching.getJarFile().close();
        assertThat(text(odd.openStream())).isEqualTo("odd");
    }

    @Test
    void isClosedForNewClassesAndKeepsNoFileOpen() throws Exception {
        Path jar = new Jars().saying("a.A", "a").saying("a.B", "b").write(directory.resolve("closing.jar"));
        ApplicationClassLoader app = application(List.of(), null, jar);
        assertThat(who(app, "a.A")).isEqualTo("a");
        URL url = app.getResource("a/A.class");
        app.close();
        assertThat(who(app, "a.A")).isEqualTo("a");
        assertThatThrownBy(() -> app.loadClass("a.B"))
                .isInstanceOf(ClassNotFoundException.class)
                .hasMessageContaining("was undeployed");
        assertThat(app.getResource("a/A.class")).isNull();
        assertThatThrownBy(url::openStream).isInstanceOf(IOException.class);
        Path descriptors = Path.of("/proc/self/fd");
        if (Files.isDirectory(descriptors)) {
            try (var files = Files.list(descriptors)) {
                assertThat(files.map(ApplicationClassLoaderTest::target)).doesNotContain(jar.toRealPath());
            }
        }
    }

    @Test
    void keepsWhatRoomsAttachUntilItIsClosed() throws Exception {
        ApplicationClassLoader app = application(List.of(), null);
        ApplicationClassLoader module =
                opened(ApplicationClassLoader.within(app, "module", domain, List.of(), List.of(), List.of()));
        app.attach(CharSequence.class, "shared");
        try (URLClassLoader below = new URLClassLoader(new URL[0], module)) {
            assertThat(ApplicationClassLoader.attachment(below, CharSequence.class))
                    .contains("shared");
            module.attach(CharSequence.class, "own");
            assertThat(ApplicationClassLoader.attachment(below, CharSequence.class))
                    .contains("own");
            assertThat(ApplicationClassLoader.attachment(app, CharSequence.class))
                    .contains("shared");
        }
        assertThat(ApplicationClassLoader.attachment(app, String.class)).isEmpty();
        assertThat(ApplicationClassLoader.attachment(null, CharSequence.class)).isEmpty();
        app.close();
        assertThat(ApplicationClassLoader.attachment(app, CharSequence.class)).isEmpty();
    }

    private static Path target(Path link) {
        try {
            return Files.readSymbolicLink(link);
        } catch (IOException gone) {
            return link;
        }
    }

    @Test
    void transformsItsOwnClassesInOrder() throws Exception {
        Path classes = new Jars().saying("a.A", "1").saying("a.B", "1").explode(directory.resolve("woven"));
        ApplicationClassLoader app = application(List.of(), classes);
        app.addTransformer(new Replacing("1", "2"));
        app.addTransformer(new ClassFileTransformer() {
            @Override
            public byte[] transform(ClassLoader l, String n, Class<?> c, ProtectionDomain d, byte[] bytes) {
                throw new IllegalStateException("broken");
            }
        });
        Replacing last = new Replacing("2", "3");
        app.addTransformer(last);
        assertThat(who(app, "a.A")).isEqualTo("3");
        app.removeTransformer(last);
        assertThat(who(app, "a.B")).isEqualTo("2");
    }

    private record Replacing(String from, String to) implements ClassFileTransformer {
        @Override
        public byte[] transform(ClassLoader l, String n, Class<?> c, ProtectionDomain d, byte[] bytes) {
            String text = new String(bytes, StandardCharsets.ISO_8859_1);
            // a constant of one character: its length stands before it
            return text.replace("\u0001\u0000\u0001" + from, "\u0001\u0000\u0001" + to)
                    .getBytes(StandardCharsets.ISO_8859_1);
        }
    }

    @Test
    void loadsEachClassOnceForManyThreads() throws Exception {
        Jars jars = new Jars();
        for (int i = 0; i < 50; i++) {
            jars.saying("p" + i % 5 + ".C" + i, "x");
        }
        ApplicationClassLoader app = application(List.of(), null, jars.write(directory.resolve("many.jar")));
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Callable<List<Class<?>>>> tasks = Collections.nCopies(8, () -> {
                List<Class<?>> loaded = new ArrayList<>();
                for (int i = 0; i < 50; i++) {
                    loaded.add(app.loadClass("p" + i % 5 + ".C" + i));
                }
                return loaded;
            });
            List<List<Class<?>>> results = new ArrayList<>();
            for (var future : threads.invokeAll(tasks)) {
                results.add(future.get());
            }
            assertThat(results).allMatch(r -> r.equals(results.get(0)));
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void leadsNowhereOutOfItsDirectory() throws Exception {
        Path classes = new Jars().text("in.txt", "in").explode(directory.resolve("inside/classes"));
        Files.writeString(directory.resolve("inside/secret.txt"), "secret");
        ApplicationClassLoader app = application(List.of(), classes);
        assertThat(app.getResource("../secret.txt")).isNull();
        assertThat(app.getResource("//in.txt")).isNull();
        assertThat(app.getResourceAsStream("../secret.txt")).isNull();
        assertThat(app.getResource("in.txt")).isNotNull();
    }

    @Test
    void namesAJarThatIsNone() throws Exception {
        Path jar = Files.writeString(directory.resolve("broken.jar"), "not a jar");
        assertThatThrownBy(() -> application(List.of(), null, jar))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("broken.jar");
    }
}
