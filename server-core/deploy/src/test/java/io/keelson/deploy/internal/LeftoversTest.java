package io.keelson.deploy.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.deploy.internal.store.Step;
import io.keelson.deploy.spi.Contributor;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests what applications leave in the JVM, one kind at a time: either it is taken away and the application's classes go, or it is
 * named. This JVM opens {@code java.lang} and {@code java.net} (argLine of the module's pom).
 */
final class LeftoversTest {
    private static final String NOTHING_SAID = "";

    @TempDir
    Path directory;

    private final Said log = new Said("io.keelson.deploy");
    private final Runner runner = new Runner();
    private Server server;

    @BeforeEach
    void start() throws Exception {
        server = new Server(directory.resolve("server"), Step.NONE);
        server.contributors.add(runner);
    }

    @AfterEach
    void stop() {
        log.close();
    }

    /** What it does, what is said of it at undeployment, and members of its class. */
    private static final String HTTP_CLIENT =
            "java.net.http.HttpClient client = java.net.http.HttpClient.newHttpClient(); kept = client";

    /** On Java 17 the thread of a client keeps the context loader of who made it; on Java 25 it does not. */
    private static final boolean HTTP_CLIENTS_HOLD = Runtime.version().feature() < 25;

    /** A context of the JDK's class with a trust manager of the application's. */
    private static final String TRUSTING = "static class Own implements javax.net.ssl.X509TrustManager {"
            + " public void checkClientTrusted(java.security.cert.X509Certificate[] c, String a) {}"
            + " public void checkServerTrusted(java.security.cert.X509Certificate[] c, String a) {}"
            + " public java.security.cert.X509Certificate[] getAcceptedIssuers() { return null; }"
            + " static javax.net.ssl.SSLContext context() throws Exception {"
            + " javax.net.ssl.SSLContext c = javax.net.ssl.SSLContext.getInstance(\"TLS\");"
            + " c.init(null, new javax.net.ssl.TrustManager[] {new Own()}, null); return c; } }";

    record Leftover(String statement, String named, String members) {
        @Override
        public String toString() {
            return statement;
        }
    }

    static Stream<Leftover> erased() {
        return Stream.of(
                        left(
                                "java.sql.DriverManager.registerDriver((java.sql.Driver) java.lang.reflect.Proxy.newProxyInstance("
                                        + "Leaves.class.getClassLoader(), new Class<?>[] {java.sql.Driver.class, Named.class},"
                                        + " (p, m, a) -> m.getName().equals(\"hashCode\") ? 1 : null))",
                                "149040",
                                "public interface Named {}"),
                        left(
                                "java.lang.management.ManagementFactory.getPlatformMBeanServer().registerMBean("
                                        + "new Bean(), new javax.management.ObjectName(\"leaves:type=Bean\"))",
                                "managed bean leaves:type=Bean",
                                "public interface BeanMBean { int getX(); } public static class Bean implements BeanMBean {"
                                        + " public int getX() { return 1; } }"),
                        left(
                                "java.security.Security.addProvider(new Own())",
                                "the security provider leaves",
                                "static class Own extends java.security.Provider { Own() { super(\"leaves\", \"1\", \"\"); } }"),
                        left(
                                "java.util.logging.Logger.getLogger(\"leaves.a\").addHandler(new Own())",
                                "a handler on the logger",
                                "static class Own extends java.util.logging.ConsoleHandler {}"),
                        left(
                                "java.util.logging.Logger.getLogger(\"leaves.b\").setFilter(r -> true)",
                                "a filter on the logger",
                                ""),
                        left(
                                "var l = java.util.logging.Logger.getLogger(\"leaves.c\"); l.setLevel(new Own()); l.log(new Own(), \"x\")",
                                "the level of the logger 'leaves.c'",
                                "static class Own extends java.util.logging.Level { Own() { super(\"LEAVES\", 777); } }"),
                        left(
                                "java.util.logging.Logger.getLogger(\"leaves.d\", \"texts\").info(\"a\")",
                                NOTHING_SAID,
                                ""),
                        left("java.util.ResourceBundle.getBundle(\"texts\").getString(\"a\")", NOTHING_SAID, ""),
                        left("java.beans.Introspector.getBeanInfo(Leaves.class)", NOTHING_SAID, ""),
                        left(
                                "new java.io.ObjectOutputStream(new java.io.ByteArrayOutputStream()).writeObject(new Own())",
                                NOTHING_SAID,
                                "static class Own implements java.io.Serializable {}"),
                        left(
                                "Thread.setDefaultUncaughtExceptionHandler((t, e) -> {})",
                                "handler of uncaught exceptions",
                                ""),
                        left(
                                "java.net.CookieHandler.setDefault(new Own())",
                                "cookie handler",
                                "static class Own extends java.net.CookieManager {}"),
                        left(
                                "java.net.Authenticator.setDefault(new Own())",
                                "authenticator",
                                "static class Own extends java.net.Authenticator {}"),
                        left(
                                "java.net.URL.setURLStreamHandlerFactory(p -> p.equals(\"leaves\") ? new Own() : null);"
                                        + " new java.net.URL(\"leaves:x\")",
                                "factory of URL stream handlers",
                                "static class Own extends java.net.URLStreamHandler { protected java.net.URLConnection"
                                        + " openConnection(java.net.URL u) { return null; } }"),
                        left(
                                "java.net.URLConnection.setContentHandlerFactory(type -> null)",
                                "factory of content handlers",
                                ""),
                        left(
                                "java.net.URLConnection.setFileNameMap(name -> \"text/leaves\")",
                                "map from file names to content types",
                                ""),
                        left(
                                "System.setOut(new java.io.PrintStream(new Own(System.out)))",
                                "its own System.out",
                                "static class Own extends java.io.FilterOutputStream {"
                                        + " Own(java.io.OutputStream o) { super(o); } }"),
                        left(
                                "System.setErr(new Own(System.err))",
                                "its own System.err",
                                "static class Own extends java.io.PrintStream {"
                                        + " Own(java.io.OutputStream o) { super(o); } }"),
                        left(
                                "System.setIn(new Own())",
                                "its own System.in",
                                "static class Own extends java.io.InputStream { public int read() { return -1; } }"),
                        left(
                                "System.getProperties().put(\"leaves\", new Leaves())",
                                "the system property 'leaves'",
                                ""),
                        left(
                                "System.setProperties(new Own())",
                                "table of system properties",
                                "static class Own extends java.util.Properties {"
                                        + " Own() { putAll(System.getProperties()); } }"),
                        left(
                                "javax.net.ssl.HttpsURLConnection.setDefaultHostnameVerifier((h, s) -> true)",
                                "default verifier of host names",
                                ""),
                        left("javax.net.ssl.SSLContext.setDefault(Own.context())", "default SSLContext", TRUSTING),
                        left(
                                "javax.net.ssl.HttpsURLConnection.setDefaultSSLSocketFactory(Own.context().getSocketFactory())",
                                "default SSLSocketFactory of HttpsURLConnection",
                                TRUSTING),
                        left("javax.net.ssl.SSLSocketFactory.getDefault()", NOTHING_SAID, ""),
                        left("javax.net.ssl.HttpsURLConnection.getDefaultSSLSocketFactory()", NOTHING_SAID, ""),
                        left("javax.net.ssl.SSLContext.getDefault().getSocketFactory()", NOTHING_SAID, ""),
                        left(
                                "Runtime.getRuntime().addShutdownHook(new Thread(() -> {}, \"hook of leaves\"))",
                                "shutdown hook 'hook of leaves'",
                                ""),
                        left(
                                "javax.imageio.ImageIO.read(new java.io.ByteArrayInputStream(new byte[9]))",
                                NOTHING_SAID,
                                ""),
                        left(
                                "javax.imageio.spi.IIORegistry.getDefaultInstance().registerServiceProvider(new Own())",
                                "the image plug-in Leaves$Own",
                                "public static class Own extends javax.imageio.spi.ImageReaderSpi {"
                                        + " public boolean canDecodeInput(Object o) { return false; }"
                                        + " public javax.imageio.ImageReader createReaderInstance(Object o) { return null; }"
                                        + " public String getDescription(java.util.Locale l) { return \"\"; } }"),
                        left(
                                "java.rmi.server.UnicastRemoteObject.exportObject(new Own(), 0)",
                                NOTHING_SAID,
                                "static class Own implements java.rmi.Remote {}"),
                        left("java.util.concurrent.CompletableFuture.runAsync(() -> {}).join()", NOTHING_SAID, ""),
                        left("java.lang.ref.Cleaner.create().register(new Leaves(), () -> {})", NOTHING_SAID, ""),
                        left(HTTP_CLIENT, NOTHING_SAID, "static Object kept;"))
                .filter(leftover -> !leftover.statement().equals(HTTP_CLIENT) || !HTTP_CLIENTS_HOLD);
    }

    private static Leftover left(String statement, String named, String members) {
        return new Leftover(statement, named, members);
    }

    @ParameterizedTest
    @MethodSource
    void erased(Leftover leftover) throws Exception {
        comeAndGo(leftover);
        assertThat(String.join("\n", log.messages())).contains(leftover.named());
        if (leftover.named().equals(NOTHING_SAID)) {
            assertThat(log.messages()).noneMatch(message -> message.matches("KLS-14904\\d.*"));
        }
        await().until(() -> {
            System.gc();
            return runner.loader.refersTo(null);
        });
    }

    static Stream<Leftover> named() {
        return Stream.of(
                        left(
                                "new Thread(Leaves::sleep, \"thread of leaves\").start()",
                                "149041.*'thread of leaves'",
                                "static void sleep() { try { Thread.sleep(60_000); } catch (InterruptedException e) { } }"),
                        left("new java.util.Timer(\"timer of leaves\", true)", "149041.*'timer of leaves'", ""),
                        left(
                                "java.util.concurrent.Executors.newScheduledThreadPool(1).schedule(() -> {}, 1,"
                                        + " java.util.concurrent.TimeUnit.MILLISECONDS).get()",
                                "149041.*'pool-\\d+-thread-1'",
                                ""),
                        left(HTTP_CLIENT, "149041.*'HttpClient-\\d+-SelectorManager'", "static Object kept;"))
                .filter(leftover -> !leftover.statement().equals(HTTP_CLIENT) || HTTP_CLIENTS_HOLD);
    }

    @ParameterizedTest
    @MethodSource
    void named(Leftover leftover) throws Exception {
        comeAndGo(leftover);
        assertThat(log.messages()).anyMatch(message -> message.matches("KLS-" + leftover.named() + ".*"));
        Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().contains("of leaves"))
                .forEach(Thread::interrupt);
    }

    @Test
    void theServersHandlerOfUncaughtExceptionsComesBack() throws Exception {
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.UncaughtExceptionHandler servers = (thread, e) -> {};
        Thread.setDefaultUncaughtExceptionHandler(servers);
        try {
            server = new Server(directory.resolve("another"), Step.NONE);
            server.contributors.add(runner);
            comeAndGo(left("Thread.setDefaultUncaughtExceptionHandler((t, e) -> {})", "", ""));
            assertThat(Thread.getDefaultUncaughtExceptionHandler()).isSameAs(servers);
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }
    }

    @Test
    void itsShutdownHookIsRun() throws Exception {
        comeAndGo(left(
                "Runtime.getRuntime().addShutdownHook(new Thread(() -> System.setProperty(\"leaves\", \"run\")))",
                "",
                ""));
        assertThat(System.clearProperty("leaves")).isEqualTo("run");
    }

    @Test
    void anApplicationThatIsHeldIsReported() throws Exception {
        comeAndGo(left("System.getProperties().put(\"leaves\", java.util.List.of(new Leaves()))", NOTHING_SAID, ""));
        try {
            await().untilAsserted(() -> {
                System.gc();
                server.watch.look();
                assertThat(server.reports).hasValue(1);
            });
        } finally {
            System.getProperties().remove("leaves");
        }
    }

    @Test
    void anExecuteThreadOfTheServersIsNamedWhileItRunsTheApplicationsCodeOnly() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        ServersThread idle = new ServersThread(end);
        idle.start();
        runner.idle = idle;
        try {
            comeAndGo(left("", NOTHING_SAID, ""));
            assertThat(log.messages()).noneMatch(message -> message.contains("idle thread of the server"));
        } finally {
            end.countDown();
        }
    }

    @Test
    void aStreamThatAnotherApplicationMayHaveSetStaysUntilThatIsGone() throws Exception {
        java.io.PrintStream servers = System.out;
        Path other = new WarFile().text("index.html", "x").write(directory.resolve("other.war"));
        server.contributors.add(new Contributor() {
            @Override
            public String name() {
                return "other";
            }
        });
        runner.only = "leaves";
        server.deployer.deploy("other", other, null);
        comeAndGo(left("System.setOut(new java.io.PrintStream(new java.io.ByteArrayOutputStream()))", "", ""));
        assertThat(log.messages())
                .anyMatch(message -> message.contains("KLS-149045")
                        && message.contains("'other'")
                        && message.contains("System.out"));
        assertThat(System.out).isNotSameAs(servers);
        server.deployer.undeploy("other");
        assertThat(System.out).isSameAs(servers);
    }

    /** Stands for an execute thread: of a class of the server's. */
    private static final class ServersThread extends Thread {
        private final CountDownLatch end;

        ServersThread(CountDownLatch end) {
            super("idle thread of the server");
            this.end = end;
            setDaemon(true);
        }

        @Override
        public void run() {
            try {
                end.await();
            } catch (InterruptedException e) {
                interrupt();
            }
        }
    }

    private void comeAndGo(Leftover leftover) throws Exception {
        String source = "public class Leaves implements java.util.concurrent.Callable<Object> {\n"
                + leftover.members() + "\npublic Object call() throws Exception {\n" + leftover.statement()
                + ";\nreturn null; } }";
        Path war = new WarFile()
                .text("WEB-INF/classes/texts.properties", "a=b")
                .classes("Leaves", source)
                .write(directory.resolve("leaves.war"));
        server.deployer.deploy("leaves", war, null);
        server.deployer.undeploy("leaves");
    }

    /** Runs the application's class at its start. */
    private static final class Runner implements Contributor {
        private WeakReference<ClassLoader> loader = new WeakReference<>(null);
        private Thread idle;
        private String only = "";

        @Override
        public String name() {
            return "runner";
        }

        @Override
        public void start(Deployment deployment) throws DeploymentException {
            if (!only.isEmpty() && !deployment.name().equals(only)) {
                return;
            }
            loader = new WeakReference<>(deployment.classLoader());
            if (idle != null) {
                idle.setContextClassLoader(deployment.classLoader());
            }
            try {
                Object leaves = deployment
                        .classLoader()
                        .loadClass("Leaves")
                        .getConstructor()
                        .newInstance();
                ((java.util.concurrent.Callable<?>) leaves).call();
            } catch (Exception e) {
                throw new DeploymentException("it does not leave", e);
            }
        }
    }
}
