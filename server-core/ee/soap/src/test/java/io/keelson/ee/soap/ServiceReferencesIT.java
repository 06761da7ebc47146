package io.keelson.ee.soap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.deploy.Deployer;
import io.keelson.ee.soap.caller.CallingBean;
import io.keelson.ee.soap.caller.CallingScope;
import io.keelson.ee.soap.caller.CallingServlet;
import io.keelson.ee.soap.caller.HandledGreetings;
import io.keelson.ee.soap.caller.HandledService;
import io.keelson.ee.soap.caller.HelloService;
import io.keelson.ee.soap.caller.Prefixing;
import io.keelson.ee.soap.hello.Greetings;
import io.keelson.ee.soap.hello.HelloBean;
import io.keelson.testkit.TestArchive;
import io.keelson.testkit.TestServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code @WebServiceRef} and {@code service-ref} of an application that calls another on the same server. */
@Timeout(300)
class ServiceReferencesIT {
    private static final String CHAIN = """
            <handler-chain>%s<handler><handler-name>prefixing</handler-name>
            <handler-class>io.keelson.ee.soap.caller.Prefixing</handler-class></handler></handler-chain>
            """;
    private static final String HANDLERS = "<handler-chains xmlns=\"https://jakarta.ee/xml/ns/jakartaee\""
            + " xmlns:h=\"http://hello/\">"
            + CHAIN.formatted("<service-name-pattern>h:Hello*</service-name-pattern>")
            + CHAIN.formatted("<port-name-pattern>h:Other*</port-name-pattern>")
            + CHAIN.formatted("<protocol-bindings>##SOAP12_HTTP</protocol-bindings>")
            + "</handler-chains>";
    private static final String WEB = """
            <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.1">
              <env-entry><env-entry-name>word</env-entry-name><env-entry-type>java.lang.String</env-entry-type>
                <env-entry-value>well,</env-entry-value></env-entry>
              <service-ref><service-ref-name>service/described</service-ref-name>
                <service-interface>jakarta.xml.ws.Service</service-interface>
                <wsdl-file>WEB-INF/wsdl/hello.wsdl</wsdl-file>
                <service-qname>{http://hello/}HelloService</service-qname>
                <handler-chains>%s</handler-chains></service-ref>
            </web-app>
            """;

    @TempDir
    static Path directory;

    private static TestServer server;
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @BeforeAll
    static void startServer() throws Exception {
        server = TestServer.start();
        deploy("hello.jar", new TestArchive().below("", Greetings.class, HelloBean.class));
        deploy(
                "caller.war",
                caller(WEB.formatted(CHAIN.formatted("<protocol-bindings>##SOAP11_HTTP</protocol-bindings>"))));
    }

    private static TestArchive caller(String web) throws Exception {
        return new TestArchive()
                .classes(
                        CallingServlet.class,
                        CallingBean.class,
                        CallingScope.class,
                        HelloService.class,
                        HandledService.class,
                        HandledGreetings.class,
                        Prefixing.class,
                        Greetings.class)
                .text("WEB-INF/wsdl/hello.wsdl", get("/hello/Hello?wsdl"))
                .text("WEB-INF/classes/io/keelson/ee/soap/caller/client-handlers.xml", HANDLERS)
                .text("WEB-INF/beans.xml", "<beans bean-discovery-mode=\"annotated\"/>")
                .text("WEB-INF/web.xml", web);
    }

    @AfterAll
    static void stopServer() {
        if (server != null) {
            server.close();
        }
    }

    private static void deploy(String file, TestArchive archive) throws Exception {
        String name = file.substring(0, file.indexOf('.'));
        server.service(Deployer.class).deploy(name, archive.write(directory.resolve(file)), null);
    }

    private static String get(String path) throws Exception {
        return CLIENT.send(HttpRequest.newBuilder(server.uri(path)).build(), BodyHandlers.ofString())
                .body();
    }

    @ParameterizedTest
    @ValueSource(strings = {"service", "port", "setter", "lookup", "name", "bean", "scope"})
    void eachKindOfReferenceCalls(String by) throws Exception {
        assertThat(get("/caller/by/" + by)).isEqualTo("hello " + by + " by true null!");
    }

    @Test
    void handlersBesideAnAnnotationAreThoseOfThePortOnly() throws Exception {
        assertThat(get("/caller/by/handlers")).isEqualTo("well, hello handlers by true null!");
    }

    @ParameterizedTest
    @ValueSource(strings = {"class", "interface"})
    void handlersOfTheServiceOrItsInterfaceAreComponentsToo(String by) throws Exception {
        assertThat(get("/caller/by/" + by)).isEqualTo("well, hello " + by + " by true null!");
    }

    @Test
    void aDescriptorNamesServiceDescriptionAndHandlers() throws Exception {
        assertThat(get("/caller/by/descriptor")).isEqualTo("well, hello descriptor by true null!");
    }

    @Test
    void aHandlerThatIsNoneIsRefusedWithItsPlace() {
        String wrong = WEB.formatted(CHAIN.formatted("").replace("caller.Prefixing", "caller.CallingScope"));
        assertThatThrownBy(() -> deploy("wrong.war", caller(wrong)))
                .hasStackTraceContaining("io.keelson.ee.soap.caller.CallingScope is no class of a handler");
    }
}
