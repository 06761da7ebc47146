package io.keelson.deploy.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.deploy.internal.store.Step;
import io.keelson.deploy.spi.Contributor;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An application that is deployed again and again leaves nothing in the JVM, although it does what it can to stay. */
final class RedeployTest {
    private static final int WARM_UP = 10;

    @TempDir
    Path directory;

    private static WarFile messyApplication() {
        return new WarFile()
                .text("WEB-INF/classes/texts.properties", "a=b")
                .compiled("WEB-INF/classes/", "shop.Messy", """
                package shop;
                public class Messy implements java.util.function.Consumer<String> {
                    static final ThreadLocal<Object> LEFT = new ThreadLocal<>();
                    static final byte[] WEIGHT = new byte[1 << 20];
                    java.util.Timer timer;
                    Thread thread;
                    public void accept(String what) {
                        try {
                            if (what.equals("start")) start(); else stop();
                        } catch (Exception e) {
                            throw new IllegalStateException(e);
                        }
                    }
                    void start() throws Exception {
                        LEFT.set(new Messy());
                        timer = new java.util.Timer("messy timer", true);
                        timer.schedule(new java.util.TimerTask() { public void run() {} }, 1, 1);
                        thread = new Thread(() -> {
                            try { Thread.sleep(60_000); } catch (InterruptedException e) { }
                        }, "messy thread");
                        thread.start();
                        java.sql.DriverManager.registerDriver(new MessyDriver());
                        java.util.ResourceBundle.getBundle("texts");
                        java.beans.Introspector.getBeanInfo(Bean.class);
                        java.security.Security.addProvider(new MessyProvider());
                        java.util.logging.Logger.getLogger("").addHandler(new MessyHandler());
                        Thread.setDefaultUncaughtExceptionHandler((t, e) -> {});
                        java.lang.management.ManagementFactory.getPlatformMBeanServer()
                            .registerMBean(new Bean(), new javax.management.ObjectName("shop:type=Bean"));
                    }
                    void stop() throws Exception {
                        timer.cancel();
                        thread.interrupt();
                    }
                    public interface BeanMBean { String getName(); }
                    public static class Bean implements BeanMBean { public String getName() { return "x"; } }
                    static class MessyProvider extends java.security.Provider {
                        MessyProvider() { super("messy", "1", "messy"); }
                    }
                    static class MessyHandler extends java.util.logging.Handler {
                        public void publish(java.util.logging.LogRecord r) {}
                        public void flush() {}
                        public void close() {}
                    }
                    static class MessyDriver implements java.sql.Driver {
                        public java.sql.Connection connect(String u, java.util.Properties p) { return null; }
                        public boolean acceptsURL(String u) { return false; }
                        public java.sql.DriverPropertyInfo[] getPropertyInfo(String u, java.util.Properties p) {
                            return new java.sql.DriverPropertyInfo[0];
                        }
                        public int getMajorVersion() { return 1; }
                        public int getMinorVersion() { return 0; }
                        public boolean jdbcCompliant() { return false; }
                        public java.util.logging.Logger getParentLogger() { return null; }
                    }
                }
                """);
    }

    @Test
    void fiftyVersionsLeaveOne() throws Exception {
        versionsLeaveNothing(50);
    }

    @Test
    @Tag("soak")
    void aThousandVersionsLeaveOne() throws Exception {
        versionsLeaveNothing(1_000);
    }

    private void versionsLeaveNothing(int versions) throws Exception {
        Server server = new Server(directory.resolve("server"), Step.NONE);
        server.contributors.add(new Runner());
        Path war = messyApplication().write(directory.resolve("messy.war"));
        redeploy(server, war, WARM_UP);
        awaitOneLoader(server);
        Usage before = Usage.now();
        redeploy(server, war, versions);
        awaitOneLoader(server);
        Usage after = Usage.now();
        assertThat(after.classes()).isLessThanOrEqualTo(before.classes() + 50);
        assertThat(after.metaspace()).isLessThan(before.metaspace() + (2 << 20));
        assertThat(after.heap()).isLessThan(before.heap() + (4 << 20));
        server.deployer.undeploy("messy");
        assertThat(server.workManagers.renewals).hasValue(WARM_UP + versions);
    }

    private static void redeploy(Server server, Path war, int times) throws Exception {
        for (int i = 0; i < times; i++) {
            server.deployer.deploy("messy", war, null);
        }
    }

    /** All but the loader of the running version are collected; none of them is reported as held. */
    private static void awaitOneLoader(Server server) {
        await().untilAsserted(() -> {
            System.gc();
            server.watch.look();
            assertThat(server.watch.pending()).isZero();
            assertThat(server.reports.get()).isZero();
        });
    }

    private record Usage(long heap, long metaspace, long classes) {
        static Usage now() {
            System.gc();
            long metaspace = ManagementFactory.getMemoryPoolMXBeans().stream()
                    .filter(pool -> pool.getName().equals("Metaspace"))
                    .mapToLong(pool -> pool.getUsage().getUsed())
                    .sum();
            return new Usage(
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
                    metaspace,
                    ManagementFactory.getClassLoadingMXBean().getLoadedClassCount());
        }
    }

    /** Runs the application's class at start and stop. */
    private static final class Runner implements Contributor {
        @Override
        public String name() {
            return "runner";
        }

        @Override
        @SuppressWarnings("unchecked")
        public void start(Deployment deployment) throws DeploymentException {
            try {
                Consumer<String> application = (Consumer<String>) deployment
                        .classLoader()
                        .loadClass("shop.Messy")
                        .getConstructor()
                        .newInstance();
                deployment.attach(Deque.class, new ArrayDeque<>(java.util.List.of(application)));
                application.accept("start");
            } catch (ReflectiveOperationException e) {
                throw new DeploymentException("no messy application", e);
            }
        }

        @Override
        @SuppressWarnings("unchecked")
        public void stop(Deployment deployment) {
            deployment.attachment(Deque.class).ifPresent(d -> ((Consumer<String>) d.peek()).accept("stop"));
        }
    }
}
