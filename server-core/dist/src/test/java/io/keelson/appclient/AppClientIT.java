package io.keelson.appclient;

import static io.keelson.appclient.Programs.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.deploy.Deployer;
import io.keelson.testkit.TestServer;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Application clients of an EAR that a server in this JVM runs. */
@Timeout(120)
class AppClientIT {
    private static final String MAPPED = """
            <application-client xmlns="https://jakarta.ee/xml/ns/jakartaee" version="11">
              <module-name>till</module-name>
              <env-entry>
                <env-entry-name>shop.Base/motto</env-entry-name>
                <env-entry-value>sold</env-entry-value>
              </env-entry>
              <env-entry>
                <env-entry-name>limit</env-entry-name>
                <env-entry-type>java.lang.Integer</env-entry-type>
                <env-entry-value>12</env-entry-value>
              </env-entry>
              <env-entry>
                <env-entry-name>shop.Main/price</env-entry-name>
                <env-entry-value>99</env-entry-value>
              </env-entry>
              <ejb-ref>
                <ejb-ref-name>ejb/mapped</ejb-ref-name>
                <remote>shop.Clock</remote>
                <injection-target>
                  <injection-target-class>shop.Main</injection-target-class>
                  <injection-target-name>descriptorsClock</injection-target-name>
                </injection-target>
              </ejb-ref>
            </application-client>
            """;
    private static final String WEBLOGIC = """
            <weblogic-application-client xmlns="http://xmlns.oracle.com/weblogic/weblogic-application-client">
              <ejb-reference-description>
                <ejb-ref-name>ejb/mapped</ejb-ref-name>
                <jndi-name>firstClock</jndi-name>
              </ejb-reference-description>
            </weblogic-application-client>
            """;

    /** The name of one view; where a bean has several the name alone is none. */
    private static final String BINDING = """
            <ejb-jar-bnd xmlns="http://websphere.ibm.com/xml/ns/javaee">
              <session name="FirstClock">
                <interface class="shop.Clock" binding-name="firstClock#shop.Clock"/>
              </session>
            </ejb-jar-bnd>
            """;

    @TempDir
    static Path directory;

    private static TestServer server;
    private static Map<String, byte[]> classes;
    private static byte[] beans;

    private ClassLoader before;

    @BeforeAll
    static void startServer() throws Exception {
        server = TestServer.start();
        classes = Programs.compile(
                directory,
                Programs.sources(
                        "shop",
                        "Ledger",
                        "LedgerBean",
                        "Clock",
                        "FirstClock",
                        "SecondClock",
                        "Base",
                        "Main",
                        "OwnSource"));
        Map<String, byte[]> module =
                new LinkedHashMap<>(Programs.some(classes, "shop/LedgerBean", "shop/FirstClock", "shop/SecondClock"));
        module.put("META-INF/ibm-ejb-jar-bnd.xml", text(BINDING));
        beans = Programs.zip(module);
        server.service(Deployer.class).deploy("shop", ear("shop.ear", client("shop.Main")), null);
    }

    @AfterAll
    static void stopServer() {
        if (server != null) {
            server.close();
        }
    }

    @BeforeEach
    void remember() {
        before = Thread.currentThread().getContextClassLoader();
    }

    @AfterEach
    void restore() {
        Thread.currentThread().setContextClassLoader(before);
    }

    private static byte[] client(String main) throws Exception {
        Map<String, byte[]> files = new LinkedHashMap<>();
        files.put(
                "META-INF/MANIFEST.MF",
                text("Manifest-Version: 1.0\nMain-Class: " + main + "\nClass-Path: more.jar\n"));
        files.put("META-INF/application-client.xml", text(MAPPED));
        files.put("META-INF/weblogic-application-client.xml", text(WEBLOGIC));
        files.putAll(Programs.some(classes, "shop/Main", "shop/Base"));
        return Programs.zip(files);
    }

    private static Path ear(String name, byte[]... clients) throws Exception {
        Map<String, byte[]> files = new LinkedHashMap<>();
        StringBuilder modules = new StringBuilder("<module><ejb>beans.jar</ejb></module>");
        files.put("beans.jar", beans);
        for (int i = 0; i < clients.length; i++) {
            files.put("client" + i + ".jar", clients[i]);
            modules.append("<module><java>client").append(i).append(".jar</java></module>");
        }
        files.put("lib/views.jar", Programs.zip(Programs.some(classes, "shop/Ledger", "shop/Clock")));
        files.put("more.jar", Programs.zip(Programs.some(classes, "shop/OwnSource")));
        files.put(
                "META-INF/application.xml",
                text("<application xmlns=\"https://jakarta.ee/xml/ns/jakartaee\" version=\"11\">" + modules
                        + "</application>"));
        return Files.write(directory.resolve(name), Programs.zip(files));
    }

    private static String url() {
        return "keelson://127.0.0.1:" + server.address().getPort();
    }

    private static ClientContainer start(Path archive, String... words) throws ClientException {
        List<String> all = new ArrayList<>(List.of(archive.toString(), "--server", url()));
        all.addAll(Arrays.asList(words));
        return ClientContainer.start(Arguments.parse(all.toArray(String[]::new)), null, System.err);
    }

    @SuppressWarnings("unchecked")
    private static List<String> lines() throws Exception {
        return (List<String>) Thread.currentThread()
                .getContextClassLoader()
                .loadClass("shop.Base")
                .getField("LINES")
                .get(null);
    }

    @Test
    void isInjectedAndCallsInTransactions() throws Throwable {
        List<String> lines;
        try (ClientContainer container = start(directory.resolve("shop.ear"), "--", "a", "b")) {
            lines = lines();
            assertThat(lines).containsExactly("base begins with true", "main begins");
            container.run();
        }
        assertThat(lines.subList(2, lines.size()))
                .containsExactly(
                        "arguments a,b",
                        "clocks first second first",
                        "named second",
                        "entries sold 12 99 http://localhost/catalogue",
                        "source red of sa true",
                        "connections true",
                        "names shop till true",
                        "global first second",
                        "the application client has no name java:comp/env/limits; did you mean 'java:comp/env/limit'?"
                                + lines.get(10).substring(lines.get(10).indexOf(" There are: ")),
                        "caller anonymous",
                        "before false 6",
                        "within true 0 0",
                        "committed 5 false",
                        "rolled back 5",
                        "marked true",
                        "refused 5",
                        "failed EJBTransactionRolledbackException",
                        "lost 5",
                        "main ends");
    }

    @Test
    void showsWhatMainThrowsAsItIs() throws Exception {
        try (ClientContainer container = start(directory.resolve("shop.ear"), "--", "throw")) {
            assertThatThrownBy(container::run)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("as asked");
        }
    }

    @Test
    void saysWhatItBrings() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Arguments arguments = Arguments.parse(directory.resolve("shop.ear").toString(), "--server", url(), "--verbose");
        try (ClientContainer container =
                ClientContainer.start(arguments, null, new PrintStream(out, true, StandardCharsets.UTF_8))) {
            assertThat(out.toString(StandardCharsets.UTF_8))
                    .contains("client module client0 of shop", "client0.jar", "more.jar", "views.jar")
                    .doesNotContain("beans.jar");
        }
    }

    @Test
    void choosesOneOfSeveralModules() throws Exception {
        Path ear = ear("two.ear", client("shop.Main"), client("shop.Main"));
        assertThatThrownBy(() -> start(ear))
                .hasMessage("two.ear has several client modules; choose one by --name: client0, client1");
        assertThatThrownBy(() -> start(ear, "--name", "client2")).hasMessageContaining("did you mean 'client0'?");
        try (ClientContainer container = start(ear, "--name", "client1.jar", "--application", "shop")) {
            assertThat(lines()).contains("main begins");
        }
    }

    @Test
    void namesTheApplicationThatIsNotThere() throws Exception {
        Path ear = ear("shops.ear", client("shop.Main"));
        assertThatThrownBy(() -> start(ear))
                .isInstanceOf(ClientException.class)
                .hasMessageContaining("no application 'shops' with beans runs at " + url())
                .hasMessageContaining("did you mean 'shop'?")
                .hasMessageContaining("--application");
    }

    private static String refused(String members) throws Exception {
        Map<String, String> sources = new LinkedHashMap<>(Programs.sources("shop", "Ledger", "Clock"));
        sources.put("shop/Other.java", """
                package shop;
                import jakarta.annotation.*;
                import jakarta.ejb.*;
                import jakarta.jms.*;
                public class Other {
                    %s
                    public static void main(String[] arguments) {}
                    public interface Absent {}
                }
                """.formatted(members));
        Map<String, byte[]> files = new LinkedHashMap<>();
        files.put("META-INF/MANIFEST.MF", text("Manifest-Version: 1.0\nMain-Class: shop.Other\n"));
        files.putAll(Programs.some(Programs.compile(directory, sources), "shop/Other"));
        Path ear = ear("wrong.ear", Programs.zip(files));
        try (ClientContainer container = start(ear, "--application", "shop")) {
            return "it was not refused";
        } catch (ClientException e) {
            return e.getMessage();
        }
    }

    @Test
    void namesTheMemberThatCannotBeInjected() throws Exception {
        assertThat(refused("@EJB Clock clock;")).startsWith("shop.Other.clock (@EJB) is not static");
        assertThat(refused("@EJB static Clock clock;"))
                .startsWith("shop.Other.clock (@EJB): several beans of 'shop' have the interface shop.Clock")
                .contains("beans#FirstClock, beans#SecondClock");
        assertThat(refused("@EJB(beanName = \"FirstClok\") static Clock clock;"))
                .startsWith("shop.Other.clock (@EJB): the application 'shop' at ")
                .contains("did you mean 'FirstClock'?");
        assertThat(refused("@EJB static Absent absent;"))
                .contains("shop.Other.absent (@EJB)", "has no bean with the interface shop.Other$Absent");
        assertThat(refused("@EJB(lookup = \"java:global/shop/beans/None!shop.Clock\") static Clock clock;"))
                .contains("shop.Other.clock (@EJB): there is no 'java:global/shop/beans/None!shop.Clock' at ")
                .contains("did you mean");
        assertThat(refused("@Resource static javax.sql.DataSource source;"))
                .startsWith("shop.Other.source (@Resource): data sources of a server are for its own applications");
        assertThat(refused("@Resource(lookup = \"jms/none\") static Queue queue;"))
                .startsWith("shop.Other.queue (@Resource): there is no 'jms/none' at " + url());
        assertThat(refused("@Resource(lookup = \"jms/DefaultJMSConnectionFactory\") static Queue queue;"))
                .contains("shop.Other.queue (@Resource): what was found is no jakarta.jms.Queue");
        assertThat(refused("@PostConstruct void begin() {}"))
                .contains("shop.Other.begin() (@PostConstruct) is not static");
    }

    @Test
    void saysWhyTheServerIsNotReached() throws Exception {
        Path ear = directory.resolve("shop.ear");
        assertThatThrownBy(() -> ClientContainer.start(
                        Arguments.parse(ear.toString(), "--server", "127.0.0.1:1"), null, System.err))
                .isInstanceOf(ClientException.class)
                .hasMessageContaining("the server keelson://127.0.0.1:1 cannot be reached");
        Path secret = Files.writeString(directory.resolve("secret"), "wrong\nsecond line\n");
        assertThatThrownBy(() -> start(ear, "--user", "nobody", "--password-file", secret.toString()))
                .isInstanceOf(ClientException.class)
                .hasMessageContaining("the login of nobody at " + url() + " was refused");
    }

    @Test
    void refusesWrongCommandLines() {
        assertThatThrownBy(() -> Arguments.parse()).hasMessageContaining("no archive is named");
        assertThatThrownBy(() -> Arguments.parse("a.ear", "b"))
                .hasMessageContaining("the arguments of the client follow '--'");
        assertThatThrownBy(() -> Arguments.parse("a.ear", "--password-file", "f"))
                .hasMessageContaining("--password-file goes with --user");
        assertThatThrownBy(() -> Arguments.parse("a.ear", "--nam", "f")).hasMessageContaining("no option --nam");
        assertThatThrownBy(() -> start(directory.resolve("none.ear"))).hasMessageContaining("there is no file");
    }
}
