package io.keelson.appclient;

import static io.keelson.appclient.Programs.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.deploy.Deployer;
import io.keelson.kernel.naming.Naming;
import io.keelson.kernel.work.WorkManagerRuntime;
import io.keelson.kernel.work.WorkRuntimes;
import io.keelson.testkit.TestServer;
import java.io.File;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.rmi.NoSuchObjectException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.naming.NameNotFoundException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Handles of session and entity beans: written by one client JVM, read by another one and by the server. */
@Timeout(120)
class HandlesIT {
    private static final String DESCRIPTOR = """
            <ejb-jar xmlns="https://jakarta.ee/xml/ns/jakartaee" version="4.0">
              <enterprise-beans>
                <entity>
                  <ejb-name>Place</ejb-name>
                  <home>handles.PlaceHome</home>
                  <remote>handles.Place</remote>
                  <ejb-class>handles.PlaceBean</ejb-class>
                  <persistence-type>Bean</persistence-type>
                  <prim-key-class>java.lang.String</prim-key-class>
                  <reentrant>false</reentrant>
                </entity>
              </enterprise-beans>
            </ejb-jar>
            """;

    private static final String WEBLOGIC = """
            <weblogic-ejb-jar>
              <weblogic-enterprise-bean><ejb-name>Place</ejb-name><dispatch-policy>places</dispatch-policy>
              </weblogic-enterprise-bean>
              <work-manager><name>places</name></work-manager>
            </weblogic-ejb-jar>
            """;

    @TempDir
    static Path directory;

    private static TestServer server;
    private static Path views;

    @BeforeAll
    static void startServer() throws Exception {
        server = TestServer.start();
        Map<String, byte[]> classes = Programs.compile(
                directory,
                Programs.sources(
                        "handles",
                        "Tally",
                        "TallyHome",
                        "TallyBean",
                        "Place",
                        "PlaceHome",
                        "PlaceBean",
                        "HandleClient"));
        views = Files.write(
                directory.resolve("views.jar"),
                Programs.zip(Programs.some(
                        classes,
                        "handles/Tally",
                        "handles/TallyHome",
                        "handles/Place",
                        "handles/PlaceHome",
                        "handles/HandleClient")));
        Map<String, byte[]> beans = new LinkedHashMap<>();
        beans.put("META-INF/ejb-jar.xml", text(DESCRIPTOR));
        beans.put("META-INF/weblogic-ejb-jar.xml", text(WEBLOGIC));
        beans.putAll(Programs.some(classes, "handles/TallyBean", "handles/PlaceBean"));
        Map<String, byte[]> ear = new LinkedHashMap<>();
        ear.put("beans.jar", Programs.zip(beans));
        ear.put("lib/views.jar", Files.readAllBytes(views));
        server.service(Deployer.class)
                .deploy("handles", Files.write(directory.resolve("handles.ear"), Programs.zip(ear)), null);
    }

    @AfterAll
    static void stopServer() {
        if (server != null) {
            server.close();
        }
    }

    private static String client(String command, Path file) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Djava.util.logging.manager=org.jboss.logmanager.LogManager",
                        "-Djava.naming.factory.initial=io.keelson.client.ContextFactory",
                        "-Djava.naming.provider.url=keelson://127.0.0.1:"
                                + server.address().getPort(),
                        "-cp",
                        System.getProperty("java.class.path") + File.pathSeparator + views,
                        "handles.HandleClient",
                        command,
                        file.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(said).isZero();
        return said;
    }

    @Test
    void aHandleLeadsAnotherClientToTheSameObject() throws Exception {
        Path file = directory.resolve("handles.bin");

        assertThat(client("write", file).lines()).containsExactly("6 at Elm/7 \"b\" #3 \u00e9");

        assertThat(client("read", file).lines())
                .containsExactly(
                        "7 at Elm/7 \"b\" #3 \u00e9",
                        "42 at Oak",
                        "true false Tally 2 false String",
                        "true false true false Elm/7 \"b\" #3 \u00e9 9",
                        "connections 2"); // that of the client itself, and one that all handles share
    }

    @Test
    void callsOfClientsRunOnTheWorkManagerThatTheBeanNames() throws Exception {
        long before = completed();

        client("write", directory.resolve("work.bin"));

        assertThat(completed()).isGreaterThan(before);
    }

    private static long completed() {
        return server.service(WorkRuntimes.class).workManagers().stream()
                .filter(each -> each.name().equals("places") || each.name().endsWith("/places"))
                .mapToLong(WorkManagerRuntime::completed)
                .sum();
    }

    @Test
    void aHandleOfAClientIsReadInTheServer() throws Exception {
        Path file = directory.resolve("inside.bin");
        client("write", file);

        try (ObjectInputStream in = new ObjectInputStream(Files.newInputStream(file))) {
            Object tally = call(in.readObject(), "getEJBObject");
            Object place = call(in.readObject(), "getEJBObject");

            assertThat(call(tally, "add", 4)).isEqualTo(10);
            assertThat(call(place, "getPrimaryKey")).isEqualTo("Elm/7 \"b\" #3 \u00e9");
            Object handle = call(tally, "getHandle");
            assertThat(call(call(handle, "getEJBObject"), "isIdentical", tally)).isEqualTo(true);
            call(tally, "remove");
            assertThatThrownBy(() -> call(call(handle, "getEJBObject"), "add", 1))
                    .isInstanceOf(NoSuchObjectException.class);
        }
    }

    /** Calls a public method by its name; the interfaces are the client's. */
    private static Object call(Object target, String name, Object... arguments) throws Exception {
        for (Method method : target.getClass().getMethods()) {
            if (method.getName().equals(name) && method.getParameterCount() == arguments.length) {
                try {
                    return method.invoke(target, arguments);
                } catch (InvocationTargetException e) {
                    throw (Exception) e.getCause();
                }
            }
        }
        throw new NoSuchMethodException(name);
    }

    @Test
    void aHandleOfAnApplicationThatIsGoneSaysSo() throws Exception {
        Path file = directory.resolve("gone.bin");
        Path other = Files.copy(directory.resolve("handles.ear"), directory.resolve("short.ear"));
        server.service(Deployer.class).deploy("short", other, null);
        Object home =
                server.service(Naming.class).clientContext().lookup("java:global/short/beans/Tally!handles.TallyHome");
        Object tally = call(home, "create", 1);
        try (ObjectOutputStream out = new ObjectOutputStream(Files.newOutputStream(file))) {
            out.writeObject(call(tally, "getHandle"));
        }
        server.service(Deployer.class).undeploy("short");

        try (ObjectInputStream in = new ObjectInputStream(Files.newInputStream(file))) {
            Object handle = in.readObject();
            assertThatThrownBy(() -> call(handle, "getEJBObject"))
                    .isInstanceOf(NoSuchObjectException.class)
                    .hasMessageContaining("short");
        }
    }

    @Test
    void aNameWithAWrongIdentityLeadsNowhere() {
        String tally = "ejb:handles/beans/Tally!handles.Tally#";
        assertThatThrownBy(() -> lookup(tally + "nonsense"))
                .isInstanceOf(NameNotFoundException.class)
                .hasMessageContaining("no valid identity");
        assertThatThrownBy(() -> lookup(tally)).isInstanceOf(NameNotFoundException.class);
        assertThatThrownBy(() -> lookup("ejb:handles/beans/Place!handles.Place#%zz"))
                .isInstanceOf(NameNotFoundException.class);
        assertThatThrownBy(() -> lookup("ejb:handles/beans/None!handles.Place#"))
                .isInstanceOf(NameNotFoundException.class);
    }

    private static Object lookup(String name) throws Exception {
        return server.service(Naming.class).clientContext().lookup(name);
    }
}
