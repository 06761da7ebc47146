package io.keelson.ee.soap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.keelson.deploy.Deployer;
import io.keelson.ee.soap.declared.Marking;
import io.keelson.ee.soap.declared.Notes;
import io.keelson.ee.soap.declared.Pictures;
import io.keelson.ee.soap.declared.Ported;
import io.keelson.ee.soap.declared.PortedService;
import io.keelson.ee.soap.declared.PortedView;
import io.keelson.ee.soap.declared.PortsServlet;
import io.keelson.testkit.TestArchive;
import io.keelson.testkit.TestServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Says in descriptors what ports of services and of clients are like, where annotations do not say it or say another thing. */
@Timeout(300)
class DeclaredPortsIT {
    private static final String HANDLERS = """
            <handler-chains xmlns="https://jakarta.ee/xml/ns/jakartaee"><handler-chain><handler>
            <handler-class>io.keelson.ee.soap.declared.Marking$Annotated</handler-class></handler></handler-chain>
            </handler-chains>
            """;
    private static final String WEB = """
            <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.1">
              <env-entry><env-entry-name>mark</env-entry-name><env-entry-type>java.lang.String</env-entry-type>
                <env-entry-value> by the descriptor</env-entry-value></env-entry>
            </web-app>
            """;
    private static final String PORTS = """
            <webservices xmlns="https://jakarta.ee/xml/ns/jakartaee" version="2.0"><webservice-description>
              <webservice-description-name>ports</webservice-description-name>
              <port-component><port-component-name>Ported</port-component-name>%s</port-component>
              <port-component><port-component-name>Pictures</port-component-name>%s</port-component>
            </webservice-description></webservices>
            """;
    private static final String INTERFACE =
            "<service-endpoint-interface>io.keelson.ee.soap.declared.PortedView</service-endpoint-interface>";
    private static final String PORTED =
            "<service-impl-bean><servlet-link>io.keelson.ee.soap.declared.Ported</servlet-link></service-impl-bean>";
    private static final String PICTURES =
            "<service-impl-bean><servlet-link>io.keelson.ee.soap.declared.Pictures</servlet-link></service-impl-bean>";
    private static final String CHAIN = """
            <handler-chain>%s<handler><handler-name>m</handler-name>
            <handler-class>io.keelson.ee.soap.declared.Marking</handler-class></handler></handler-chain>
            """;
    private static final String CLIENT = """
            <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.1">
              <service-ref><service-ref-name>service/declared</service-ref-name>
                <service-interface>io.keelson.ee.soap.declared.PortedService</service-interface>
                <service-ref-type>io.keelson.ee.soap.declared.PortedView</service-ref-type>
                <wsdl-file>WEB-INF/wsdl/ported.wsdl</wsdl-file>
                <port-component-ref><service-endpoint-interface>other.View</service-endpoint-interface>
                  <addressing><enabled>false</enabled></addressing></port-component-ref>
                <port-component-ref>
                  <service-endpoint-interface>io.keelson.ee.soap.declared.PortedView</service-endpoint-interface>
                  <addressing><enabled>true</enabled><required>true</required></addressing></port-component-ref>
              </service-ref>
              <service-ref><service-ref-name>service/second</service-ref-name>
                <service-interface>jakarta.xml.ws.Service</service-interface>
                <wsdl-file>WEB-INF/wsdl/ported.wsdl</wsdl-file></service-ref>
              <service-ref><service-ref-name>service/annotated</service-ref-name>
                <service-interface>io.keelson.ee.soap.declared.PortedService</service-interface>
                <service-ref-type>io.keelson.ee.soap.declared.PortedView</service-ref-type>
                <wsdl-file>WEB-INF/wsdl/ported.wsdl</wsdl-file>%s</service-ref>
            </web-app>
            """;
    private static final String OFF = """
            <port-component-ref>
              <service-endpoint-interface>io.keelson.ee.soap.declared.PortedView</service-endpoint-interface>
              <addressing><enabled>false</enabled></addressing></port-component-ref>
            """;

    @TempDir
    static Path directory;

    private static TestServer server;
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    @BeforeAll
    static void startServer() throws Exception {
        server = TestServer.start();
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

    private static void ports(String ported, String pictures) throws Exception {
        deploy(
                "ports.war",
                new TestArchive()
                        .classes(Ported.class, PortedView.class, Pictures.class, Marking.class, Marking.Annotated.class)
                        .text("WEB-INF/classes/io/keelson/ee/soap/declared/annotated.xml", HANDLERS)
                        .text("WEB-INF/web.xml", WEB)
                        .text("WEB-INF/webservices.xml", PORTS.formatted(ported + PORTED, pictures + PICTURES)));
    }

    private static String get(String path) throws Exception {
        return HTTP.send(HttpRequest.newBuilder(server.uri(path)).build(), BodyHandlers.ofString())
                .body();
    }

    private static HttpResponse<String> call(String path, String operation) throws Exception {
        String message = "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body><m:" + operation
                + " xmlns:m=\"http://declared/\"/></s:Body></s:Envelope>";
        return HTTP.send(
                HttpRequest.newBuilder(server.uri(path))
                        .header("Content-Type", "text/xml;charset=UTF-8")
                        .POST(BodyPublishers.ofString(message))
                        .build(),
                BodyHandlers.ofString());
    }

    @Test
    void anInterfaceThatOnlyTheDescriptorNamesSaysTheOperations() throws Exception {
        ports(INTERFACE, "");

        assertThat(get("/ports/PortedService?wsdl"))
                .contains("portType name=\"View\"")
                .contains("operation name=\"open\"")
                .doesNotContain("secret");
        assertThat(call("/ports/PortedService", "open").body()).contains("<return>open by the annotation</return>");
        assertThat(call("/ports/PortedService", "secret").body()).contains("Fault");
    }

    @Test
    void anInterfaceThatIsNoneIsRefused() {
        assertThatThrownBy(() -> ports(INTERFACE.replace("PortedView", "Marking"), ""))
                .hasMessageContaining(
                        "the service-endpoint-interface io.keelson.ee.soap.declared.Marking has to be an interface");
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "none",
            value = {
                "'', open by the descriptor",
                "<port-name-pattern>Ported*</port-name-pattern>, open by the descriptor",
                "<service-name-pattern>Other*</service-name-pattern>, open",
                "<protocol-bindings>##SOAP11_HTTP</protocol-bindings>, open by the descriptor",
                "<protocol-bindings>##SOAP12_HTTP</protocol-bindings>, open"
            })
    void handlersOfTheDescriptorReplaceThoseOfTheAnnotation(String pattern, String answer) throws Exception {
        ports("<handler-chains>" + CHAIN.formatted(pattern) + "</handler-chains>", "");

        assertThat(call("/ports/PortedService", "open").body()).contains("<return>" + answer + "</return>");
    }

    @ParameterizedTest
    @CsvSource({
        "'', text/xml",
        "<enable-mtom>true</enable-mtom>, multipart/related",
        "<enable-mtom>true</enable-mtom><mtom-threshold>20000</mtom-threshold>, <return>AAAA"
    })
    void theDescriptorSwitchesAttachmentsOn(String feature, String answer) throws Exception {
        ports("", feature);

        HttpResponse<String> got = call("/ports/PicturesService", "picture");
        assertThat(got.headers().firstValue("Content-Type").orElseThrow() + got.body())
                .contains(answer);
    }

    @Test
    void theDescriptorAsksForAddressing() throws Exception {
        ports(INTERFACE + "<addressing><enabled>true</enabled><required>true</required></addressing>", "");

        assertThat(call("/ports/PortedService", "open").body()).contains("MessageAddressingHeaderRequired");
    }

    @ParameterizedTest
    @ValueSource(strings = {"first", "second", "declared", "annotated"})
    void referencesHaveTheFeaturesBesideThemOrOfTheDescriptor(String reference) throws Exception {
        ports(INTERFACE + "<addressing><enabled>true</enabled><required>true</required></addressing>", "");
        callers(CLIENT.replaceFirst("(?s)<service-ref><service-ref-name>service/annotated.*</service-ref>", ""));

        boolean plain = reference.equals("first") || reference.equals("second");
        assertThat(get("/callers/by/" + reference)).contains(plain ? "Addressing" : "open by the annotation");
    }

    @ParameterizedTest
    @CsvSource({"false, open by the annotation", "true, Addressing"})
    void theDescriptorSwitchesAFeatureOfAReferenceOffOrKeepsIt(boolean off, String answer) throws Exception {
        ports(INTERFACE + "<addressing><enabled>true</enabled><required>true</required></addressing>", "");
        callers(CLIENT.formatted(off ? OFF : ""));

        assertThat(get("/callers/by/annotated")).contains(answer);
    }

    @ParameterizedTest
    @CsvSource({
        "weblogic.xml, weblogic-web-app, service-reference-description, wsdl-url",
        "glassfish-web.xml, glassfish-web-app, service-ref, wsdl-override",
        "sun-web.xml, sun-web-app, service-ref, wsdl-override"
    })
    void theServersDescriptorSaysWhereADescriptionIs(String file, String root, String reference, String place)
            throws Exception {
        ports(INTERFACE, "");
        deploy(
                "callers.war",
                elsewhere()
                        .text(
                                "WEB-INF/" + file,
                                "<%s><%s><service-ref-name>service/first</service-ref-name><%s>%s</%s></%s></%s>"
                                        .formatted(
                                                root,
                                                reference,
                                                place,
                                                server.uri("/ports/PortedService?wsdl"),
                                                place,
                                                reference,
                                                root)));

        assertThat(get("/callers/by/first")).isEqualTo("open by the annotation");
        assertThat(get("/callers/by/second")).doesNotContain("open");
    }

    /** A caller whose own description says that the service is where nothing is. */
    private static TestArchive elsewhere() throws Exception {
        return new TestArchive()
                .classes(PortsServlet.class, PortedService.class, PortedView.class)
                .text(
                        "WEB-INF/wsdl/ported.wsdl",
                        get("/ports/PortedService?wsdl")
                                .replace(server.uri("/ports/PortedService").toString(), "http://127.0.0.1:1/"));
    }

    @Test
    void programsOpenNoAddressesOfTheirOwn() throws Exception {
        ports(INTERFACE, "");
        deploy("callers.war", elsewhere());

        assertThat(get("/callers/by/publish"))
                .contains("Endpoint.publish of io.keelson.ee.soap.declared.PortsServlet is refused");
    }

    @ParameterizedTest
    @CsvSource({"album.jar, META-INF/", "album.war, WEB-INF/"})
    void aBeanOfTheDescriptorIsAnEndpoint(String file, String folder) throws Exception {
        TestArchive archive = file.endsWith(".war")
                ? new TestArchive().classes(Pictures.class)
                : new TestArchive().below("", Pictures.class);
        deploy(file, archive.text(folder + "ejb-jar.xml", """
                <ejb-jar xmlns="https://jakarta.ee/xml/ns/jakartaee" version="4.0"><enterprise-beans><session>
                  <ejb-name>Album</ejb-name><ejb-class>io.keelson.ee.soap.declared.Pictures</ejb-class>
                  <session-type>Stateless</session-type></session></enterprise-beans></ejb-jar>
                """));

        for (String name : List.of("Album", "PicturesService")) {
            assertThat(call("/album/" + name, "picture").body()).as(name).contains("<return>AAAA");
        }
    }

    @Test
    void aCallWithoutAnAnswerRunsInTheApplication() throws Exception {
        deploy("notes.war", new TestArchive().classes(Notes.class).text("WEB-INF/web.xml", WEB));

        assertThat(call("/notes/NotesService", "note").statusCode()).isEqualTo(202);
        await().untilAsserted(
                        () -> assertThat(call("/notes/NotesService", "last").body())
                                .contains("<return>noted by the descriptor true</return>"));
    }

    private static void callers(String web) throws Exception {
        deploy(
                "callers.war",
                new TestArchive()
                        .classes(PortsServlet.class, PortedService.class, PortedView.class)
                        .text("WEB-INF/wsdl/ported.wsdl", get("/ports/PortedService?wsdl"))
                        .text("WEB-INF/web.xml", web));
    }
}
