package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A client that has the client's jar and nothing else of ours reaches a real server by the port of HTTP. */
class ThinJarSystemIT {
    private static final Path JAR = LiveServer.HOME.resolve("client/keelson-client.jar");
    private static final String PROGRAM = """
            import java.util.Hashtable;
            import javax.naming.*;

            public final class Program {
                public static void main(String[] arguments) throws Exception {
                    Hashtable<String, Object> environment = new Hashtable<>();
                    environment.put(Context.INITIAL_CONTEXT_FACTORY, "io.keelson.client.ContextFactory");
                    environment.put(Context.PROVIDER_URL, arguments[0]);
                    if (arguments.length > 1) {
                        environment.put(Context.SECURITY_PRINCIPAL, arguments[1]);
                        environment.put(Context.SECURITY_CREDENTIALS, arguments[2]);
                    }
                    try {
                        Context context = new InitialContext(environment);
                        System.out.println("connected");
                        try {
                            context.lookup("there/is/no/such/name");
                        } catch (NamingException e) {
                            System.out.println("looked up: " + e.getClass().getSimpleName());
                        }
                        context.close();
                    } catch (NamingException e) {
                        System.out.println(e);
                    }
                    // A thread that has said that it is over still has to end.
                    for (int i = 0; i < 200 && threads() > 0; i++) {
                        Thread.sleep(10);
                    }
                    System.out.println(threads() + " threads left");
                }

                private static long threads() {
                    return Thread.getAllStackTraces().keySet().stream()
                            .filter(thread -> thread.getName().startsWith("keelson")).count();
                }
            }
            """;

    @TempDir
    static Path directory;

    private static LiveServer server;

    @BeforeAll
    static void start() throws Exception {
        Path source = Files.writeString(directory.resolve("Program.java"), PROGRAM);
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, "-d", directory.toString(), source.toString()))
                .isZero();
        server = LiveServer.start(directory);
        assertThat(server.manageUser("ada").statusCode()).isBetween(200, 299);
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
    }

    private static List<String> run(String... arguments) throws Exception {
        String classPath = JAR + System.getProperty("path.separator") + directory;
        try (Client client = Client.start(classPath, "Program", arguments)) {
            return client.all();
        }
    }

    @Test
    void itHasNoCodeOfTheServer() throws Exception {
        try (JarFile jar = new JarFile(JAR.toFile())) {
            assertThat(jar.stream().map(ZipEntry::getName).filter(name -> name.endsWith(".class")))
                    .isNotEmpty()
                    .contains("io/keelson/client/ContextFactory.class")
                    .allMatch(name -> name.startsWith("io/keelson/client/")
                            || name.startsWith("io/keelson/api/remote/")
                            || name.startsWith("io/keelson/remoting/")
                            || name.startsWith("io/keelson/base/")
                            || name.startsWith("io/keelson/jms/")
                            || name.startsWith("io/keelson/kernel/serial/")
                            || name.equals("io/keelson/kernel/spi/resource/EndpointConnections.class")
                            || name.startsWith("jakarta/ejb/")
                            || name.startsWith("jakarta/jms/")
                            || name.startsWith("jakarta/transaction/")
                            || name.startsWith("META-INF/versions/16/io/keelson/client/shaded/"))
                    .noneMatch(name -> name.startsWith("io/keelson/remoting/server/"))
                    .noneMatch(name -> name.startsWith("io/keelson/remoting/config/"))
                    .noneMatch(name -> name.startsWith("io/keelson/jms/broker/"))
                    .noneMatch(name -> name.startsWith("io/keelson/base/log/Log"));
        }
        assertThat(Files.size(JAR)).isLessThan(5_000_000);
    }

    @Test
    void itConnectsByThePortOfHttp() throws Exception {
        assertThat(run("keelson://" + server.address()))
                .contains("connected")
                .anyMatch(line -> line.startsWith("looked up: "))
                .endsWith("0 threads left");
        assertThat(server.get("/nothing").statusCode()).isEqualTo(404);
    }

    @Test
    void usersLogInByTheirPassword() throws Exception {
        assertThat(run("keelson://" + server.address(), "ada", "a long password"))
                .contains("connected");
        assertThat(run("keelson://" + server.address(), "ada", "a wrong password"))
                .anyMatch(line -> line.contains("AuthenticationException") && line.contains("password is wrong"))
                .endsWith("0 threads left");
    }
}
