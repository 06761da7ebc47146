package io.keelson.ee.soap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.keelson.deploy.Deployer;
import io.keelson.ee.soap.hello.Greetings;
import io.keelson.ee.soap.hello.HelloBean;
import io.keelson.ee.soap.hello.Plain;
import io.keelson.ee.soap.shop.Broken;
import io.keelson.ee.soap.shop.ClientServlet;
import io.keelson.ee.soap.shop.Described;
import io.keelson.ee.soap.shop.Item;
import io.keelson.ee.soap.shop.Ports;
import io.keelson.ee.soap.shop.Raw;
import io.keelson.ee.soap.shop.Referring;
import io.keelson.ee.soap.shop.Seeing;
import io.keelson.ee.soap.shop.Shop;
import io.keelson.ee.soap.shop.ShopPort;
import io.keelson.ee.soap.shop.SoldOutException;
import io.keelson.ee.soap.shop.Twelve;
import io.keelson.security.RealmEditor;
import io.keelson.testkit.TestArchive;
import io.keelson.testkit.TestServer;
import java.lang.ref.WeakReference;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Web service endpoints of a WAR and of an EJB module on a whole server. */
@Timeout(300)
class SoapIT {
    private static final String HANDLERS = """
            <handler-chains xmlns="https://jakarta.ee/xml/ns/jakartaee"><handler-chain><handler>
            <handler-class>io.keelson.ee.soap.shop.Seeing</handler-class></handler></handler-chain></handler-chains>
            """;
    private static final String WEB = """
            <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.1">
              <servlet><servlet-name>twelve</servlet-name>
                <servlet-class>io.keelson.ee.soap.shop.Twelve</servlet-class></servlet>
              <servlet-mapping><servlet-name>twelve</servlet-name><url-pattern>/ws/12</url-pattern></servlet-mapping>
            </web-app>
            """;
    private static final String DESCRIPTION = """
            <definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/"
                xmlns:d="http://described/" targetNamespace="http://described/">
              <import namespace="http://described/" location="parts/operations.wsdl"/>
              <binding name="DescribedBinding" type="d:Described">
                <s:binding transport="http://schemas.xmlsoap.org/soap/http" style="rpc"/>
                <operation name="twice"><s:operation soapAction=""/>
                  <input><s:body use="literal" namespace="http://described/"/></input>
                  <output><s:body use="literal" namespace="http://described/"/></output></operation>
              </binding>
              <service name="DescribedService"><documentation>written by hand</documentation>
                <port name="DescribedPort" binding="d:DescribedBinding"><s:address location="http://elsewhere/"/></port>
              </service>
            </definitions>
            """;
    private static final String OPERATIONS = """
            <definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:x="http://www.w3.org/2001/XMLSchema"
                xmlns:d="http://described/" targetNamespace="http://described/">
              <message name="twice"><part name="text" type="x:string"/></message>
              <message name="twiceResponse"><part name="return" type="x:string"/></message>
              <portType name="Described"><operation name="twice">
                <input message="d:twice"/><output message="d:twiceResponse"/></operation></portType>
            </definitions>
            """;
    private static final String ELEVEN = "http://schemas.xmlsoap.org/soap/envelope/";
    private static final String TWELVE = "http://www.w3.org/2003/05/soap-envelope";

    @TempDir
    static Path directory;

    private static TestServer server;
    private final HttpClient client = HttpClient.newHttpClient();

    @BeforeAll
    static void startServer() throws Exception {
        server = TestServer.start();
        new RealmEditor(server.identity().domain().resolve("security/realm"), 4_096, "keelson", List.of())
                .put("ada", "secret".toCharArray(), List.of("clerk"));
        deploy("shop.war", shop());
        deploy("hello.jar", new TestArchive().below("", Greetings.class, HelloBean.class, Plain.class));
    }

    private static TestArchive shop() {
        return new TestArchive()
                .classes(
                        Item.class,
                        Shop.class,
                        ShopPort.class,
                        SoldOutException.class,
                        Seeing.class,
                        Twelve.class,
                        Raw.class,
                        ClientServlet.class,
                        Greetings.class)
                .text("WEB-INF/classes/io/keelson/ee/soap/shop/handlers.xml", HANDLERS)
                .text("WEB-INF/web.xml", WEB);
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

    private HttpResponse<String> get(String path) throws Exception {
        return client.send(HttpRequest.newBuilder(server.uri(path)).build(), BodyHandlers.ofString());
    }

    private HttpResponse<String> post(String path, String type, String body) throws Exception {
        return client.send(
                HttpRequest.newBuilder(server.uri(path))
                        .header("Content-Type", type)
                        .POST(BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }

    private HttpResponse<String> call(String path, String body) throws Exception {
        return post(path, "text/xml;charset=UTF-8", envelope(ELEVEN, body));
    }

    private static String envelope(String namespace, String body) {
        return "<s:Envelope xmlns:s=\"" + namespace + "\"><s:Body>" + body + "</s:Body></s:Envelope>";
    }

    @Test
    void aClassIsReachedByItsServiceName() throws Exception {
        HttpResponse<String> answer =
                call("/shop/Shop", "<m:buy xmlns:m=\"http://shop/\"><arg0>pen</arg0><arg1>2</arg1></m:buy>");
        assertThat(answer.body()).contains("<price>6</price>");
        assertThat(answer.statusCode()).isEqualTo(200);
    }

    @Test
    void descriptionsNameTheAddressOfTheRequest() throws Exception {
        HttpResponse<String> wsdl = get("/shop/Shop?wsdl");
        assertThat(wsdl.statusCode()).isEqualTo(200);
        assertThat(wsdl.body()).contains("location=\"" + server.uri("/shop/Shop") + "\"");
        HttpResponse<String> bean = get("/hello/Hello?wsdl");
        assertThat(bean.body()).contains("location=\"" + server.uri("/hello/Hello") + "\"");
        HttpResponse<String> other = client.send(
                HttpRequest.newBuilder(java.net.URI.create(
                                server.uri("/hello/Hello?wsdl").toString().replace("127.0.0.1", "localhost")))
                        .build(),
                BodyHandlers.ofString());
        assertThat(other.body()).contains("location=\"http://localhost:");
    }

    @Test
    void faultsCarryNoStack() throws Exception {
        HttpResponse<String> declared =
                call("/shop/Shop", "<m:buy xmlns:m=\"http://shop/\"><arg0>moon</arg0><arg1>2</arg1></m:buy>");
        assertThat(declared.statusCode()).isEqualTo(500);
        assertThat(declared.body())
                .contains("SoldOutException")
                .contains("there was one only")
                .doesNotContain("at io.");
        HttpResponse<String> system =
                call("/hello/Hello", "<m:hello xmlns:m=\"http://hello/\"><arg0>bug</arg0></m:hello>");
        assertThat(system.statusCode()).isEqualTo(500);
        assertThat(system.body()).contains("a mistake").doesNotContain("at io.").doesNotContain("stackTrace");
    }

    @Test
    void aBeanIsCalledThroughItsPipeline() throws Exception {
        HttpResponse<String> answer =
                call("/hello/Hello", "<m:hello xmlns:m=\"http://hello/\"><arg0>ada</arg0></m:hello>");
        assertThat(answer.body()).contains("hello ada by true null!");
        assertThat(call("/hello/HelloService", "<m:hello xmlns:m=\"http://hello/\"><arg0>ada</arg0></m:hello>")
                        .statusCode())
                .isEqualTo(200);
        HttpResponse<String> denied = call("/hello/Hello", "<m:guarded xmlns:m=\"http://hello/\"/>");
        assertThat(denied.statusCode()).isEqualTo(401);
        assertThat(denied.headers().firstValue("WWW-Authenticate"))
                .hasValueSatisfying(value -> assertThat(value).startsWith("Basic"));
    }

    @Test
    void aCallerMayNameItself() throws Exception {
        String body = envelope(ELEVEN, "<m:guarded xmlns:m=\"http://hello/\"/>");
        // A realm looks at its file once a second.
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(as("ada:secret", body).body()).contains("for ada!"));
        assertThat(as("ada:wrong", body).statusCode()).isEqualTo(401);
        assertThat(as("ada:secret", body).headers().firstValue("Set-Cookie")).isEmpty();
    }

    private HttpResponse<String> as(String user, String body) throws Exception {
        return client.send(
                HttpRequest.newBuilder(server.uri("/hello/Hello"))
                        .header("Content-Type", "text/xml;charset=UTF-8")
                        .header("Authorization", "Basic " + Base64.getEncoder().encodeToString(user.getBytes("UTF-8")))
                        .POST(BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }

    @Test
    void theDescriptorNamesServiceAndHandlers() throws Exception {
        String descriptor = """
                <webservices xmlns="https://jakarta.ee/xml/ns/jakartaee" version="2.0">
                  <webservice-description>
                    <webservice-description-name>plain</webservice-description-name>
                    <port-component>
                      <port-component-name>Plain</port-component-name>
                      <wsdl-service>{http://hello/}Named</wsdl-service>
                      <wsdl-port>{http://hello/}NamedPort</wsdl-port>
                      <protocol-binding>##SOAP12_HTTP</protocol-binding>
                      <service-impl-bean><ejb-link>Plain</ejb-link></service-impl-bean>
                    </port-component>
                  </webservice-description>
                </webservices>
                """;
        deploy("named.jar", new TestArchive().below("", Plain.class).text("META-INF/webservices.xml", descriptor));

        assertThat(get("/named/Plain?wsdl").body())
                .contains("service name=\"Named\"")
                .contains("port binding=\"tns:NamedSoapBinding\" name=\"NamedPort\"")
                .contains("wsdl/soap12/");
        assertThat(post(
                                "/named/Plain",
                                "application/soap+xml;charset=UTF-8",
                                envelope(TWELVE, "<m:next xmlns:m=\"http://hello/\"/>"))
                        .body())
                .contains("<return>1</return>");
    }

    /** A description that the application has written, with a schema beside it. */
    @Test
    void aWrittenDescriptionIsServedWithItsSchemas() throws Exception {
        String descriptor = """
                <webservices xmlns="https://jakarta.ee/xml/ns/jakartaee" version="2.0">
                  <webservice-description>
                    <webservice-description-name>written</webservice-description-name>
                    <wsdl-file>META-INF/wsdl/plain.wsdl</wsdl-file>
                    <port-component>
                      <port-component-name>Plain</port-component-name>
                      <wsdl-service xmlns:h="http://hello/">h:Written</wsdl-service>
                      <wsdl-port xmlns:h="http://hello/">h:WrittenPort</wsdl-port>
                      <service-impl-bean><ejb-link>Plain</ejb-link></service-impl-bean>
                    </port-component>
                  </webservice-description>
                </webservices>
                """;
        String wsdl = """
                <definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
                    xmlns:h="http://hello/" name="Written" targetNamespace="http://hello/">
                  <types><xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
                    <xs:import namespace="http://hello/" schemaLocation="plain.xsd"/></xs:schema></types>
                  <message name="next"><part name="parameters" element="h:next"/></message>
                  <message name="nextResponse"><part name="parameters" element="h:nextResponse"/></message>
                  <portType name="Plain"><operation name="next"><input message="h:next"/>
                    <output message="h:nextResponse"/></operation></portType>
                  <binding name="WrittenBinding" type="h:Plain">
                    <soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
                    <operation name="next"><soap:operation soapAction=""/><input><soap:body use="literal"/></input>
                      <output><soap:body use="literal"/></output></operation></binding>
                  <service name="Written"><port name="WrittenPort" binding="h:WrittenBinding">
                    <soap:address location="http://nowhere/"/></port></service>
                </definitions>
                """;
        String xsd = """
                <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="http://hello/">
                  <xs:element name="next"><xs:complexType><xs:sequence/></xs:complexType></xs:element>
                  <xs:element name="nextResponse"><xs:complexType><xs:sequence>
                    <xs:element name="return" type="xs:int"/></xs:sequence></xs:complexType></xs:element>
                </xs:schema>
                """;
        deploy(
                "written.jar",
                new TestArchive()
                        .below("", Plain.class)
                        .text("META-INF/webservices.xml", descriptor)
                        .text("META-INF/wsdl/plain.wsdl", wsdl)
                        .text("META-INF/wsdl/plain.xsd", xsd));

        String described = get("/written/Plain?wsdl").body();
        assertThat(described).contains("location=\"" + server.uri("/written/Plain") + "\"");
        Matcher schema = Pattern.compile("schemaLocation=\"([^\"]+)\"").matcher(described);
        assertThat(schema.find()).as(described).isTrue();
        assertThat(schema.group(1)).startsWith(server.uri("/written/Plain?xsd=").toString());
        HttpResponse<String> types =
                get(schema.group(1).substring(server.uri("").toString().length()));
        assertThat(types.statusCode()).isEqualTo(200);
        assertThat(types.body()).contains("nextResponse");
        assertThat(call("/written/Plain", "<m:next xmlns:m=\"http://hello/\"/>").body())
                .contains("<return>1</return>");
    }

    @Test
    void aDescriptionThatIsNotThereIsNotFound() throws Exception {
        for (String query : List.of("wsdl=none.wsdl", "xsd=none.xsd", "xsd=1", "wsdl=../../../web.xml")) {
            assertThat(get("/hello/Hello?" + query).statusCode()).as(query).isEqualTo(404);
        }
        assertThat(get("/hello/Hello?wsdl").statusCode()).isEqualTo(200);
    }

    @Test
    void aWarMayBeCalledAsAnEjbModule() throws Exception {
        deploy("both.jar", new TestArchive().below("", Plain.class));
        Path war = new TestArchive().text("index.html", "web").write(directory.resolve("both.war"));
        server.service(Deployer.class).deploy("both-web", war, "/both");

        assertThat(get("/both/Plain?wsdl").statusCode()).isEqualTo(200);
        assertThat(get("/both/index.html").body()).isEqualTo("web");
        assertThat(get("/both/io/keelson/ee/soap/hello/Plain.class").statusCode())
                .isEqualTo(404);
    }

    @Test
    void aTypeThatCannotBeWrittenIsRefused() {
        assertThatThrownBy(() -> deploy("broken.war", new TestArchive().classes(Broken.class, Broken.Circle.class)))
                .hasMessageContaining(
                        "the web service endpoint io.keelson.ee.soap.shop.Broken of broken cannot be published");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "WEB-INF/wsdl/other.wsdl"})
    void aDescriptionIsAFileOfTheModule(String ofDescriptor) throws Exception {
        TestArchive archive = new TestArchive()
                .classes(Described.class)
                .text("WEB-INF/wsdl/described.wsdl", DESCRIPTION)
                .text("WEB-INF/wsdl/other.wsdl", DESCRIPTION.replace("by hand", "by another hand"))
                .text("WEB-INF/wsdl/parts/operations.wsdl", OPERATIONS);
        if (!ofDescriptor.isEmpty()) {
            archive.text("WEB-INF/webservices.xml", """
                    <webservices xmlns="https://jakarta.ee/xml/ns/jakartaee" version="2.0"><webservice-description>
                      <webservice-description-name>described</webservice-description-name>
                      <wsdl-file>%s</wsdl-file>
                      <port-component><port-component-name>Described</port-component-name>
                        <service-impl-bean><servlet-link>Described</servlet-link></service-impl-bean></port-component>
                    </webservice-description></webservices>
                    """.formatted(ofDescriptor));
        }
        deploy("described.war", archive);

        assertThat(get("/described/DescribedService?wsdl").body())
                .contains(ofDescriptor.isEmpty() ? "written by hand" : "written by another hand")
                .contains("location=\"" + server.uri("/described/DescribedService") + "\"")
                .contains("?wsdl=parts/operations.wsdl");
        assertThat(get("/described/DescribedService?wsdl=parts/operations.wsdl").body())
                .contains("twiceResponse");
        assertThat(call(
                                "/described/DescribedService",
                                "<m:twice xmlns:m=\"http://described/\"><text>ab</text></m:twice>")
                        .body())
                .contains("<return>abab</return>");
    }

    @Test
    void referencesToEndpointsNeedNoNetwork() throws Exception {
        deploy("referring.war", new TestArchive().classes(Referring.class));

        assertThat(get("/referring/ReferringService?wsdl").body()).contains("http://www.w3.org/2005/08/addressing");
        assertThat(call(
                                "/referring/ReferringService",
                                "<r:known xmlns:r=\"http://referring/\"><arg0 xmlns:a=\"http://www.w3.org/2005/08/addressing\">"
                                        + "<a:Address>http://there/</a:Address></arg0></r:known>")
                        .body())
                .contains("<return>true</return>");
    }

    @Test
    void aReferenceToTheEndpointHasTheAddressOfTheRequest() throws Exception {
        deploy("referring.war", new TestArchive().classes(Referring.class));

        assertThat(call("/referring/ReferringService", "<r:here xmlns:r=\"http://referring/\"/>")
                        .body())
                .contains("Address>" + server.uri("/referring/ReferringService") + "<");
    }

    @Test
    void theCatalogOfAnApplicationSaysWhereDocumentsAre() throws Exception {
        deploy(
                "described.war",
                new TestArchive()
                        .classes(Described.class)
                        .text(
                                "WEB-INF/wsdl/described.wsdl",
                                DESCRIPTION.replace("parts/operations.wsdl", "http://nowhere.invalid/operations.wsdl"))
                        .text("WEB-INF/classes/META-INF/operations.wsdl", OPERATIONS)
                        .text("WEB-INF/classes/META-INF/jax-ws-catalog.xml", """
                                <catalog xmlns="urn:oasis:names:tc:entity:xmlns:xml:catalog">
                                  <system systemId="http://nowhere.invalid/operations.wsdl" uri="operations.wsdl"/>
                                </catalog>
                                """));

        assertThat(call(
                                "/described/DescribedService",
                                "<m:twice xmlns:m=\"http://described/\"><text>ab</text></m:twice>")
                        .body())
                .contains("<return>abab</return>");
    }

    @Test
    void oneServiceMayHaveSeveralPorts() throws Exception {
        deploy(
                "ports.war",
                new TestArchive()
                        .classes(Ports.class, Ports.Left.class, Ports.Right.class)
                        .text("WEB-INF/web.xml", """
                                <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.1">
                                  <servlet><servlet-name>on the left</servlet-name>
                                    <servlet-class>io.keelson.ee.soap.shop.Ports$Left</servlet-class></servlet>
                                  <servlet><servlet-name>on the right</servlet-name>
                                    <servlet-class>io.keelson.ee.soap.shop.Ports$Right</servlet-class></servlet>
                                  <servlet-mapping><servlet-name>on the left</servlet-name>
                                    <url-pattern>/ws/left</url-pattern></servlet-mapping>
                                  <servlet-mapping><servlet-name>on the right</servlet-name>
                                    <url-pattern>/ws/right</url-pattern></servlet-mapping>
                                </web-app>
                                """)
                        .text("WEB-INF/webservices.xml", """
                                <webservices xmlns="https://jakarta.ee/xml/ns/jakartaee" version="2.0">
                                  <webservice-description>
                                    <webservice-description-name>both</webservice-description-name>
                                    <port-component><port-component-name>first</port-component-name>
                                      <wsdl-port>{http://ports/}RightPort</wsdl-port>
                                      <service-impl-bean><servlet-link>on the right</servlet-link></service-impl-bean>
                                    </port-component>
                                    <port-component><port-component-name>second</port-component-name>
                                      <wsdl-port>{http://ports/}LeftPort</wsdl-port>
                                      <service-impl-bean><servlet-link>on the left</servlet-link></service-impl-bean>
                                    </port-component>
                                  </webservice-description>
                                </webservices>
                                """));

        assertThat(call("/ports/ws/left", "<m:side xmlns:m=\"http://ports/\"/>").body())
                .contains("<return>left</return>");
        assertThat(call("/ports/ws/right", "<m:side xmlns:m=\"http://ports/\"/>")
                        .body())
                .contains("<return>right</return>");
        assertThat(get("/ports/ws/left?wsdl").body()).contains("name=\"LeftPort\"");
        assertThat(get("/ports/ws/right?wsdl").body()).contains("name=\"RightPort\"");
    }

    /** A description of a service has the addresses of all its ports, whichever is asked. */
    @ParameterizedTest
    @CsvSource({"left, right", "right, left"})
    void aDescriptionSaysWhereAllPortsAre(String asked, String other) throws Exception {
        String port = """
                <port name="%sPort" binding="p:Binding"><s:address location="http://replaced/"/></port>
                """;
        deploy(
                "described-ports.war",
                new TestArchive()
                        .classes(Ports.class, Ports.Left.class, Ports.Right.class)
                        .text("WEB-INF/web.xml", """
                                <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.1">
                                  <servlet><servlet-name>left</servlet-name>
                                    <servlet-class>io.keelson.ee.soap.shop.Ports$Left</servlet-class></servlet>
                                  <servlet><servlet-name>right</servlet-name>
                                    <servlet-class>io.keelson.ee.soap.shop.Ports$Right</servlet-class></servlet>
                                  <servlet-mapping><servlet-name>left</servlet-name>
                                    <url-pattern>/ws/left</url-pattern></servlet-mapping>
                                  <servlet-mapping><servlet-name>right</servlet-name>
                                    <url-pattern>/ws/right/*</url-pattern></servlet-mapping>
                                </web-app>
                                """)
                        .text("WEB-INF/webservices.xml", """
                                <webservices xmlns="https://jakarta.ee/xml/ns/jakartaee" version="2.0">
                                  <webservice-description>
                                    <webservice-description-name>both</webservice-description-name>
                                    <wsdl-file>WEB-INF/wsdl/ports.wsdl</wsdl-file>
                                    <port-component><port-component-name>left</port-component-name>
                                      <service-impl-bean><servlet-link>left</servlet-link></service-impl-bean>
                                    </port-component>
                                    <port-component><port-component-name>right</port-component-name>
                                      <service-impl-bean><servlet-link>right</servlet-link></service-impl-bean>
                                    </port-component>
                                  </webservice-description>
                                </webservices>
                                """)
                        .text("WEB-INF/wsdl/ports.wsdl", """
                                <definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:p="http://ports/"
                                    xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" targetNamespace="http://ports/">
                                  <types><x:schema xmlns:x="http://www.w3.org/2001/XMLSchema"
                                      targetNamespace="http://ports/">
                                    <x:element name="side"><x:complexType><x:sequence/></x:complexType></x:element>
                                    <x:element name="sideResponse"><x:complexType><x:sequence>
                                      <x:element name="return" type="x:string"/></x:sequence></x:complexType>
                                    </x:element></x:schema></types>
                                  <message name="side"><part name="parameters" element="p:side"/></message>
                                  <message name="sideResponse"><part name="parameters" element="p:sideResponse"/></message>
                                  <portType name="Side"><operation name="side"><input message="p:side"/>
                                    <output message="p:sideResponse"/></operation></portType>
                                  <binding name="Binding" type="p:Side">
                                    <s:binding transport="http://schemas.xmlsoap.org/soap/http"/>
                                    <operation name="side"><s:operation soapAction=""/>
                                      <input><s:body use="literal"/></input><output><s:body use="literal"/></output>
                                    </operation></binding>
                                  <service name="Ports">%s%s</service>
                                </definitions>
                                """.formatted(
                                        port.formatted("Left"), port.formatted("Right"))));

        assertThat(get("/described-ports/ws/" + asked + "?wsdl").body())
                .contains("location=\"" + server.uri("/described-ports/ws/" + asked) + "\"")
                .contains("location=\"" + server.uri("/described-ports/ws/" + other) + "\"")
                .doesNotContain("http://replaced/");
    }

    @Test
    void aSingletonWithoutAnInterfaceKeepsItsState() throws Exception {
        call("/hello/Plain", "<m:next xmlns:m=\"http://hello/\"/>");
        assertThat(call("/hello/Plain", "<m:next xmlns:m=\"http://hello/\"/>").body())
                .contains("<return>2</return>");
    }

    @Test
    void aServletOfTheDescriptorIsTheEndpoint() throws Exception {
        HttpResponse<String> answer = post(
                "/shop/ws/12",
                "application/soap+xml;charset=UTF-8",
                envelope(TWELVE, "<m:twice xmlns:m=\"http://shop.soap.ee.keelson.io/\"><arg0>ab</arg0></m:twice>"));
        assertThat(answer.body()).contains("<return>abab</return>").contains(TWELVE);
        assertThat(get("/shop/TwelveService").statusCode()).isEqualTo(404);
    }

    /** RFC 7303: a content type without a charset leaves it to the document. */
    @ParameterizedTest(name = "{0} {1}")
    @CsvSource({
        "UTF-8, false",
        "UTF-8, true",
        "ISO-8859-1, true",
        "UTF-16, true",
        "UTF-16, false",
        "UTF-16LE, true",
        "UTF-16BE, false"
    })
    void aMessageSaysHowItIsEncoded(String charset, boolean declared) throws Exception {
        String name = "Zo\u00eb";
        String message = (declared ? "<?xml version=\"1.0\" encoding=\"" + charset + "\"?>" : "")
                + envelope(ELEVEN, "<m:hello xmlns:m=\"http://hello/\"><arg0>" + name + "</arg0></m:hello>");
        HttpResponse<byte[]> answer = client.send(
                HttpRequest.newBuilder(server.uri("/hello/Hello"))
                        .header("Content-Type", "text/xml")
                        .POST(BodyPublishers.ofByteArray(message.getBytes(charset)))
                        .build(),
                BodyHandlers.ofByteArray());

        String type = answer.headers().firstValue("Content-Type").orElseThrow();
        String text = new String(answer.body(), type.replaceFirst(".*charset=", ""));
        assertThat(answer.statusCode()).as(text).isEqualTo(200);
        assertThat(text).contains(name);
    }

    @Test
    void aByteOrderMarkIsNoPartOfTheMessage() throws Exception {
        String message = "\ufeff" + envelope(ELEVEN, "<m:hello xmlns:m=\"http://hello/\"><arg0>ada</arg0></m:hello>");
        assertThat(post("/hello/Hello", "text/xml", message).body()).contains("hello ada");
    }

    @Test
    void providersAnswerMessages() throws Exception {
        assertThat(call("/shop/Raw", "<question/>").body()).contains("<answer>raw</answer>");
    }

    @ParameterizedTest
    @ValueSource(strings = {"shop", "second-shop"})
    void eachApplicationWritesAttachments(String application) throws Exception {
        if (!application.equals("shop")) {
            deploy(application + ".war", shop());
        }
        assertThat(get("/" + application + "/client/attachments").body())
                .contains(
                        "|Content-Type: text/xml|",
                        "<menu/>",
                        "|Content-Type: text/plain; charset=UTF-8|",
                        "caf\u00e9");
    }

    @Test
    void clientsCallByServiceCreate() throws Exception {
        assertThat(get("/shop/client/buy").body()).isEqualTo("6");
        assertThat(get("/shop/client/fault").body()).startsWith("SoldOutException");
        assertThat(get("/shop/client/mtom").body()).isEqualTo("image/png 50000");
        assertThat(get("/shop/client/who").body()).isEqualTo("true POST who");
        assertThat(get("/shop/client/hello").body()).isEqualTo("hello ada by true null!");
    }

    @Test
    void externalEntitiesAreRefused() throws Exception {
        HttpResponse<String> refused = post(
                "/shop/Shop",
                "text/xml",
                "<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>"
                        + envelope(ELEVEN, "<m:buy xmlns:m=\"http://shop/\"><arg0>&x;</arg0><arg1>2</arg1></m:buy>"));
        assertThat(refused.statusCode()).isEqualTo(500);
        assertThat(refused.body()).doesNotContain("root:");
    }

    @Test
    void browsersGetAPageInDevelopment() throws Exception {
        HttpResponse<String> page = get("/hello/Hello");
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).contains("<form").contains("&lt;m:hello&gt;").contains("?wsdl");
    }

    @Test
    void nothingIsLeftAfterRedeployments() throws Exception {
        List<WeakReference<?>> loaders = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            deploy("again.war", shop());
            assertThat(get("/again/client/buy").body()).isEqualTo("6");
            assertThat(get("/again/client/mtom").body()).isEqualTo("image/png 50000");
            assertThat(get("/again/client/fault").body()).startsWith("SoldOutException");
            assertThat(get("/again/client/remember").body()).isEqualTo("remembered");
            loaders.add((WeakReference<?>) System.getProperties().remove("keelson.test.loader"));
        }
        server.service(Deployer.class).undeploy("again");
        await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            System.gc();
            assertThat(loaders.stream().map(WeakReference::get).filter(Objects::nonNull))
                    .isEmpty();
        });
    }
}
