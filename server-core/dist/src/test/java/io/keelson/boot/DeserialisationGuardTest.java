package io.keelson.boot;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.tools.attach.VirtualMachine;
import io.keelson.kernel.loader.ApplicationClassLoader;
import io.keelson.kernel.loader.DomainLibrary;
import io.keelson.kernel.loader.PartSource;
import io.keelson.kernel.loader.Parts;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InvalidClassException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.management.BadAttributeValueExpException;
import javax.management.MBeanServerConnection;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.junit.jupiter.api.Test;

/** The guard is for the whole JVM and for good, so each test has a JVM of its own. */
class DeserialisationGuardTest {
    private static final ObjectName BOX = box();

    private static ObjectName box() {
        try {
            return new ObjectName("test:type=Box");
        } catch (MalformedObjectNameException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void rejectsAllButStreamsWithAFilterOfTheirOwn() throws Exception {
        assertThat(run())
                .containsExactly(
                        "plain: rejected",
                        "own filter: [a]",
                        "other class: rejected",
                        "application: [a]",
                        "page: [a]",
                        "library of the domain: [a]",
                        "part that reads: [a]",
                        "part that does not: rejected",
                        "jmx: ok",
                        "jmx, attached: ok",
                        "jmx, a date: ok",
                        "jmx, a list of tasks: rejected",
                        "jmx, an exception that calls: rejected");
    }

    @Test
    void theProcessWideFilterOfAnOperatorStillCounts() throws Exception {
        assertThat(run("-Djdk.serialFilter=!java.util.ArrayList"))
                .containsExactly(
                        "plain: rejected",
                        "own filter: rejected",
                        "other class: rejected",
                        "application: rejected",
                        "page: rejected",
                        "library of the domain: rejected",
                        "part that reads: rejected",
                        "part that does not: rejected",
                        "jmx: ok",
                        "jmx, attached: ok",
                        "jmx, a date: ok",
                        "jmx, a list of tasks: rejected",
                        "jmx, an exception that calls: rejected");
    }

    private static List<String> run(String... flags) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(flags));
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(Probe.class.getName());
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return output.lines().filter(line -> !line.contains("jdk.serialFilter")).toList();
    }

    private static Path where(Class<?> type) throws Exception {
        URI location = type.getProtectionDomain().getCodeSource().getLocation().toURI();
        return Path.of(location);
    }

    /** An application's code. */
    public static final class Reading implements Callable<Object> {
        @Override
        public Object call() throws Exception {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
                out.writeObject(new ArrayList<>(List.of("a")));
            }
            try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
                return in.readObject();
            } catch (InvalidClassException e) {
                return "rejected";
            }
        }
    }

    /** Defines that class anew, as the loader of a compiled page does. */
    private static final class PageLoader extends ClassLoader {
        PageLoader(ClassLoader application) {
            super(application);
        }

        @Override
        public Class<?> loadClass(String name) throws ClassNotFoundException {
            if (!name.equals(Reading.class.getName())) {
                return super.loadClass(name);
            }
            try (InputStream in = Probe.class.getResourceAsStream("DeserialisationGuardTest$Reading.class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    /** Takes anything. */
    public interface BoxMBean {
        void put(Object what);
    }

    /** Takes anything, in vain. */
    public static final class Box implements BoxMBean {
        @Override
        public void put(Object what) {
            // what came through the filter is enough
        }
    }

    /** What attaches to that JVM from another. */
    static final class Attaching {
        public static void main(String... args) throws Exception {
            VirtualMachine machine = VirtualMachine.attach(args[0]);
            String address = machine.startLocalManagementAgent();
            machine.detach();
            try (JMXConnector connector = JMXConnectorFactory.connect(new JMXServiceURL(address))) {
                MBeanServerConnection beans = connector.getMBeanServerConnection();
                Object heap = beans.getAttribute(new ObjectName("java.lang:type=Memory"), "HeapMemoryUsage");
                System.out.println("jmx, attached: " + (heap == null ? "nothing" : "ok"));
                System.out.println("jmx, a date: " + put(beans, new Date()));
                System.out.println("jmx, a list of tasks: " + put(beans, new PriorityQueue<>(List.of("a", "b"))));
                System.out.println(
                        "jmx, an exception that calls: " + put(beans, new BadAttributeValueExpException("a")));
            }
        }

        private static String put(MBeanServerConnection beans, Object what) throws Exception {
            try {
                beans.invoke(BOX, "put", new Object[] {what}, new String[] {Object.class.getName()});
                return "ok";
            } catch (IOException e) {
                return e.toString().contains("REJECTED")
                                || String.valueOf(e.getCause()).contains("REJECTED")
                        ? "rejected"
                        : e.toString();
            }
        }
    }

    /** What runs in that JVM. */
    static final class Probe {
        public static void main(String... args) throws Exception {
            DeserialisationGuard.install();
            System.out.println("plain: " + read(null));
            System.out.println("own filter: " + read("java.util.ArrayList;java.lang.*;!*"));
            System.out.println("other class: " + read("java.util.HashMap;!*"));
            System.out.println("application: " + inAnApplication(loader -> loader));
            System.out.println("page: " + inAnApplication(PageLoader::new));
            System.out.println("library of the domain: " + inALibrary());
            System.out.println("part that reads: " + inAPart(Reading.class.getPackageName()));
            System.out.println("part that does not: " + inAPart("elsewhere"));
            Object heap = ManagementFactory.getPlatformMBeanServer()
                    .getAttribute(new ObjectName("java.lang:type=Memory"), "HeapMemoryUsage");
            System.out.println("jmx: " + (heap == null ? "nothing" : "ok"));
            attached();
        }

        /** The class above in a jar. */
        private static void writeJar(Path file) throws Exception {
            Files.createDirectories(file.getParent());
            try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file));
                    InputStream in = Probe.class.getResourceAsStream("DeserialisationGuardTest$Reading.class")) {
                jar.putNextEntry(new JarEntry(Reading.class.getName().replace('.', '/') + ".class"));
                in.transferTo(jar);
            }
        }

        private static Object called(ClassLoader loader) throws Exception {
            return ((Callable<?>) loader.loadClass(Reading.class.getName())
                            .getDeclaredConstructor()
                            .newInstance())
                    .call();
        }

        private static Object inALibrary() throws Exception {
            Path directory = Files.createTempDirectory("domain");
            Path none = Files.createDirectories(directory.resolve("none"));
            writeJar(directory.resolve("lib/reading.jar"));
            try (Parts parts = new Parts(new Without(), PartSource.directory(none));
                    DomainLibrary domain = new DomainLibrary(directory.resolve("lib"), parts.serverView())) {
                return called(domain);
            }
        }

        private static Object inAPart(String readers) throws Exception {
            Path directory = Files.createTempDirectory("parts");
            writeJar(directory.resolve("reading/reading.jar"));
            Files.writeString(
                    directory.resolve("reading/part.properties"),
                    "name = reading\nreads-objects-of-applications = " + readers);
            try (Parts parts = new Parts(new Without(), PartSource.directory(directory))) {
                return called(parts.loader("reading"));
            }
        }

        /** The loader of the tests without that class. */
        private static final class Without extends ClassLoader {
            Without() {
                super(Probe.class.getClassLoader());
            }

            @Override
            protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                if (name.equals(Reading.class.getName())) {
                    throw new ClassNotFoundException(name);
                }
                return super.loadClass(name, resolve);
            }
        }

        /** As jconsole does it; the client is in this JVM, but what it sends goes over the JDK's connector. */
        private static void attached() throws Exception {
            ManagementFactory.getPlatformMBeanServer().registerMBean(new StandardMBean(new Box(), BoxMBean.class), BOX);
            Process attaching = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            Attaching.class.getName(),
                            String.valueOf(ProcessHandle.current().pid()))
                    .redirectErrorStream(true)
                    .start();
            System.out.print(new String(attaching.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        }

        /** The class above, defined by an application's loader or one below that. */
        private static Object inAnApplication(UnaryOperator<ClassLoader> below) throws Exception {
            Path directory = Files.createTempDirectory("application");
            Path classes = directory.resolve("classes");
            Path none = Files.createDirectories(directory.resolve("none"));
            String name = Reading.class.getName();
            Path file = classes.resolve(name.replace('.', '/') + ".class");
            Files.createDirectories(file.getParent());
            try (InputStream in = Probe.class.getResourceAsStream("DeserialisationGuardTest$Reading.class");
                    Parts parts = new Parts(Probe.class.getClassLoader(), PartSource.directory(none));
                    DomainLibrary domain = new DomainLibrary(none, parts.serverView())) {
                Files.copy(in, file);
                try (ApplicationClassLoader application =
                        new ApplicationClassLoader("shop", domain, List.of(), List.of(classes), List.of())) {
                    return ((Callable<?>) below.apply(application)
                                    .loadClass(name)
                                    .getDeclaredConstructor()
                                    .newInstance())
                            .call();
                }
            }
        }

        private static Object read(String filter) throws Exception {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
                out.writeObject(new ArrayList<>(List.of("a")));
            }
            try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
                if (filter != null) {
                    in.setObjectInputFilter(ObjectInputFilter.Config.createFilter(filter));
                }
                return in.readObject();
            } catch (InvalidClassException e) {
                return "rejected";
            }
        }
    }
}
