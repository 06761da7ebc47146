package io.keelson.appclient;

import static io.keelson.appclient.Programs.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.deploy.Deployer;
import io.keelson.testkit.TestServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** References of an application client to web services, whose service is a bean of the same EAR. */
@Timeout(120)
class AppClientServicesIT {
    private static final String CHAIN = """
            <handler-chain>%s<handler><handler-name>shouting</handler-name><handler-class>ws.Shouting</handler-class>
            </handler></handler-chain>
            """;
    private static final String CHAINS =
            "<handler-chains xmlns=\"https://jakarta.ee/xml/ns/jakartaee\" xmlns:g=\"http://greetings/\">%s</handler-chains>";
    private static final String CHOSEN = CHAINS.formatted(CHAIN.formatted(
                    "<service-name-pattern>g:Greet*</service-name-pattern><protocol-bindings>##SOAP11_HTTP</protocol-bindings>")
            + CHAIN.formatted("<port-name-pattern>g:Other*</port-name-pattern>")
            + CHAIN.formatted("<protocol-bindings>##SOAP12_HTTP</protocol-bindings>"));
    private static final String DESCRIPTOR = """
            <application-client xmlns="https://jakarta.ee/xml/ns/jakartaee" version="11">
              <service-ref><service-ref-name>service/described</service-ref-name>
                <service-interface>ws.GreetingsService</service-interface><service-ref-type>ws.Greetings</service-ref-type>
                <handler-chains>%s</handler-chains></service-ref>
              <service-ref><service-ref-name>service/set</service-ref-name>
                <service-interface>jakarta.xml.ws.Service</service-interface></service-ref>
            </application-client>
            """;

    @TempDir
    static Path directory;

    private static TestServer server;
    private static Map<String, byte[]> classes;

    private ClassLoader before;

    @BeforeAll
    static void startServer() throws Exception {
        server = TestServer.start();
        classes = Programs.compile(
                directory,
                Programs.sources("ws", "Main", "Greetings", "GreetingsBean", "GreetingsService", "Shouting"));
        server.service(Deployer.class).deploy("greetings", ear("greetings", "ws.Shouting"), null);
    }

    @AfterAll
    static void stopServer() {
        System.clearProperty("ws.description");
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

    private static Path ear(String name, String handler) throws Exception {
        return ear(name, handler, new LinkedHashMap<>());
    }

    private static Path ear(String name, String handler, Map<String, byte[]> client) throws Exception {
        client.put("META-INF/MANIFEST.MF", text("Manifest-Version: 1.0\nMain-Class: ws.Main\n"));
        client.put(
                "META-INF/application-client.xml",
                text(DESCRIPTOR.formatted(CHAIN.formatted("") + CHAIN.formatted(""))));
        client.put("ws/handlers.xml", text(CHAINS.formatted(CHAIN.formatted(""))));
        client.put("ws/quiet.xml", text(CHAINS.formatted("")));
        client.put("ws/chains.xml", text(CHOSEN.replace("ws.Shouting", handler)));
        client.putAll(Programs.some(classes, "ws/Main", "ws/GreetingsService", "ws/Shouting"));
        Map<String, byte[]> ear = new LinkedHashMap<>();
        ear.put("beans.jar", Programs.zip(Programs.some(classes, "ws/GreetingsBean")));
        ear.put("client.jar", Programs.zip(client));
        ear.put("lib/views.jar", Programs.zip(Programs.some(classes, "ws/Greetings")));
        ear.put(
                "META-INF/application.xml",
                text(
                        "<application xmlns=\"https://jakarta.ee/xml/ns/jakartaee\" version=\"11\">"
                                + "<module><ejb>beans.jar</ejb></module><module><java>client.jar</java></module></application>"));
        return Files.write(directory.resolve(name + ".ear"), Programs.zip(ear));
    }

    private static ClientContainer start(String name) throws ClientException {
        return ClientContainer.start(
                Arguments.parse(
                        directory.resolve(name + ".ear").toString(),
                        "--application",
                        "greetings",
                        "--server",
                        "keelson://127.0.0.1:" + server.address().getPort()),
                null,
                System.err);
    }

    @Test
    void aServiceAndItsPortsAreInjectedAndTheHandlersOfTheServiceRun() throws Throwable {
        System.setProperty("ws.description", server.uri("/beans/Greetings?wsdl").toString());
        assertThatAllAreCalled("greetings");
    }

    @ParameterizedTest
    @CsvSource({
        "weblogic-application-client, service-reference-description, wsdl-url",
        "sun-application-client, service-ref, wsdl-override"
    })
    void theServersDescriptorSaysWhereTheDescriptionIs(String root, String element, String place) throws Throwable {
        System.setProperty("ws.description", "http://127.0.0.1:1/nothing?wsdl");
        String mappings = Stream.of(
                        "service/set",
                        "service/described",
                        "ws.Main/service",
                        "ws.Main/port",
                        "ws.Main/quiet",
                        "ws.Main/chosen")
                .map(name -> "<%s><service-ref-name>%s</service-ref-name><%s>%s</%s></%s>"
                        .formatted(element, name, place, server.uri("/beans/Greetings?wsdl"), place, element))
                .collect(Collectors.joining("", "<" + root + ">", "</" + root + ">"));
        ear("mapped", "ws.Shouting", new LinkedHashMap<>(Map.of("META-INF/" + root + ".xml", text(mappings))));
        assertThatAllAreCalled("mapped");
    }

    @SuppressWarnings("unchecked")
    private static void assertThatAllAreCalled(String name) throws Throwable {
        List<String> lines;
        try (ClientContainer container = start(name)) {
            lines = (List<String>) Thread.currentThread()
                    .getContextClassLoader()
                    .loadClass("ws.Main")
                    .getField("LINES")
                    .get(null);
            container.run();
        }
        assertThat(lines)
                .containsExactly(
                        "service: hello ann",
                        "port: hello bob",
                        "setter: hello cid",
                        "name: hello dan",
                        "handlers of the service saw 8",
                        "quiet: hello eve",
                        "none saw 0",
                        "chosen: hello fay",
                        "one of three saw 2",
                        "described: hello gil",
                        "those of the descriptor saw 4");
    }

    @Test
    void aHandlerThatIsNoneIsNamedWithTheReference() throws Exception {
        System.setProperty("ws.description", server.uri("/beans/Greetings?wsdl").toString());
        ear("wrong", "ws.Main");
        assertThatThrownBy(() -> start("wrong"))
                .isInstanceOf(ClientException.class)
                .hasMessageContaining("ws.Main.chosen")
                .hasMessageContaining("ws.Main is no class of a handler");
    }

    @Test
    void aServiceThatIsAwayIsNamedWithTheReference() {
        System.setProperty("ws.description", "http://127.0.0.1:1/nothing?wsdl");
        assertThatThrownBy(() -> start("greetings"))
                .isInstanceOf(ClientException.class)
                .hasMessageContaining("ws.Main.")
                .hasMessageContaining("@WebServiceRef");
    }
}
