package io.keelson.ejb;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.component.descriptor.DescriptorXml;
import io.keelson.component.descriptor.Element;
import io.keelson.deploy.Deployer;
import io.keelson.ejb.descriptor.WeblogicEjbJar;
import io.keelson.ejb.fixture.Archives;
import io.keelson.ejb.home.Counter;
import io.keelson.ejb.home.CounterBean;
import io.keelson.ejb.home.CounterHome;
import io.keelson.ejb.home.Echo;
import io.keelson.ejb.home.EchoBean;
import io.keelson.ejb.home.EchoHome;
import io.keelson.ejb.home.HomeServlet;
import io.keelson.ejb.home.LocalCounter;
import io.keelson.ejb.home.LocalCounterHome;
import io.keelson.kernel.naming.Naming;
import io.keelson.testkit.TestServer;
import java.io.ByteArrayInputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Homes and component interfaces of Enterprise Beans 2.x: a descriptor of 2.1 and a bean with annotations. */
@Timeout(120)
class HomeIT {
    private static final String DESCRIPTOR = """
            <ejb-jar xmlns="http://java.sun.com/xml/ns/j2ee" version="2.1">
              <enterprise-beans>
                <session>
                  <ejb-name>Counter</ejb-name>
                  <home>io.keelson.ejb.home.CounterHome</home>
                  <remote>io.keelson.ejb.home.Counter</remote>
                  <local-home>io.keelson.ejb.home.LocalCounterHome</local-home>
                  <local>io.keelson.ejb.home.LocalCounter</local>
                  <ejb-class>io.keelson.ejb.home.CounterBean</ejb-class>
                  <session-type>Stateful</session-type>
                  <transaction-type>Container</transaction-type>
                </session>
              </enterprise-beans>
              <assembly-descriptor>
                <method-permission>
                  <role-name>nobody</role-name>
                  <method>
                    <ejb-name>Counter</ejb-name><method-intf>Remote</method-intf><method-name>secret</method-name>
                  </method>
                  <method>
                    <ejb-name>Counter</ejb-name><method-intf>LocalHome</method-intf><method-name>createFrom</method-name>
                  </method>
                </method-permission>
                <container-transaction>
                  <method>
                    <ejb-name>Counter</ejb-name><method-intf>Remote</method-intf><method-name>marking</method-name>
                  </method>
                  <trans-attribute>Supports</trans-attribute>
                </container-transaction>
                <container-transaction>
                  <method><ejb-name>Counter</ejb-name><method-name>mandatory</method-name></method>
                  <trans-attribute>Mandatory</trans-attribute>
                </container-transaction>
              </assembly-descriptor>
            </ejb-jar>
            """;
    private static final String GUARDED = """
            <ejb-jar xmlns="https://jakarta.ee/xml/ns/jakartaee" version="4.0">
              <enterprise-beans>
                <session>
                  <ejb-name>Closed</ejb-name>
                  <home>io.keelson.ejb.home.EchoHome</home>
                  <remote>io.keelson.ejb.home.Echo</remote>
                  <ejb-class>io.keelson.ejb.home.EchoBean</ejb-class>
                  <session-type>Stateless</session-type>
                </session>
                <session>
                  <ejb-name>Kept</ejb-name>
                  <home>io.keelson.ejb.home.EchoHome</home>
                  <remote>io.keelson.ejb.home.Echo</remote>
                  <ejb-class>io.keelson.ejb.home.EchoBean</ejb-class>
                  <session-type>Stateless</session-type>
                </session>
                <session>
                  <ejb-name>Lasting</ejb-name>
                  <local-home>io.keelson.ejb.home.LocalCounterHome</local-home>
                  <local>io.keelson.ejb.home.LocalCounter</local>
                  <ejb-class>io.keelson.ejb.home.CounterBean</ejb-class>
                  <session-type>Stateful</session-type>
                </session>
              </enterprise-beans>
              <assembly-descriptor>
                <method-permission>
                  <role-name>nobody</role-name>
                  <method><ejb-name>Closed</ejb-name><method-intf>Home</method-intf><method-name>*</method-name></method>
                  <method><ejb-name>Kept</ejb-name><method-name>remove</method-name></method>
                  <method>
                    <ejb-name>Lasting</ejb-name><method-intf>Local</method-intf><method-name>remove</method-name>
                  </method>
                </method-permission>
                <method-permission>
                  <role-name>clerk</role-name>
                  <method><ejb-name>Kept</ejb-name><method-name>create</method-name></method>
                  <method><ejb-name>Kept</ejb-name><method-name>getHandle</method-name></method>
                </method-permission>
                <exclude-list>
                  <method>
                    <ejb-name>Kept</ejb-name><method-intf>Home</method-intf><method-name>getEJBMetaData</method-name>
                  </method>
                </exclude-list>
              </assembly-descriptor>
            </ejb-jar>
            """;
    private static final String WEB = """
            <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.1">
              <ejb-ref>
                <ejb-ref-name>ejb/counter</ejb-ref-name>
                <ejb-ref-type>Session</ejb-ref-type>
                <home>io.keelson.ejb.home.CounterHome</home>
                <remote>io.keelson.ejb.home.Counter</remote>
                <ejb-link>old.jar#Counter</ejb-link>
              </ejb-ref>
            </web-app>
            """;

    @TempDir
    static Path directory;

    private static TestServer server;

    @BeforeAll
    static void startServer() throws Exception {
        server = TestServer.start();
        Archives ear = new Archives()
                .archive(
                        "old.jar",
                        new Archives().classes("", CounterBean.class).text("META-INF/ejb-jar.xml", DESCRIPTOR))
                .archive(
                        "echo.jar",
                        new Archives()
                                .classes("", EchoBean.class, CounterBean.class)
                                .text("META-INF/ejb-jar.xml", GUARDED)
                                .text(
                                        "META-INF/weblogic-ejb-jar.xml",
                                        "<weblogic-ejb-jar><weblogic-enterprise-bean><ejb-name>EchoBean</ejb-name>"
                                                + "<jndi-name>shop/Echo</jndi-name>"
                                                + "</weblogic-enterprise-bean></weblogic-ejb-jar>"))
                .archive("web.war", new Archives().war(HomeServlet.class).text("WEB-INF/web.xml", WEB))
                .archive(
                        "lib/api.jar",
                        new Archives()
                                .classes(
                                        "",
                                        Counter.class,
                                        CounterHome.class,
                                        LocalCounter.class,
                                        LocalCounterHome.class,
                                        Echo.class,
                                        EchoHome.class));
        server.service(Deployer.class).deploy("old", ear.write(directory.resolve("old.ear")), null);
    }

    @AfterAll
    static void stopServer() {
        if (server != null) {
            server.close();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "echo, made: hi",
        "stateful, 7 2 set create",
        "transactions, 1 refused",
        "create-fails, jakarta.ejb.CreateException",
        "identical, true false true",
        "handle, 2 4",
        "meta, EchoHome Echo true",
        "key, java.rmi.RemoteException",
        "removed, set create NoSuchObjectException",
        "removed-in-transaction, RemoveException RemoveException RemoveException 7 7 NoSuchObjectException NoSuchObjectLocalException",
        "interfaces, 'refused allowed, AccessException done, done AccessLocalException'",
        "guarded-home, AccessException AccessException AccessException done done",
        "guarded-object, AccessException AccessException AccessException done AccessLocalException 3",
        "failed, java.rmi.RemoteException",
        "mandatory, jakarta.transaction.TransactionRequiredException",
        "local, 7 true NoSuchObjectLocalException",
        "local-mandatory, jakarta.ejb.TransactionRequiredLocalException",
        "local-failed, jakarta.ejb.EJBException",
        "global, true"
    })
    void homesWorkAsTheSpecificationSays(String call, String expected) throws Exception {
        HttpResponse<String> answer = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(server.uri("/web/home/" + call)).build(),
                        HttpResponse.BodyHandlers.ofString());

        assertThat(answer.body()).isEqualTo(expected);
    }

    @Test
    void aBeanIsBoundByTheNameOfWebLogicsDescriptor() throws Exception {
        Object home = server.service(Naming.class).context().lookup("shop/Echo");
        assertThat(home.getClass().getInterfaces()).extracting(Class::getName).contains(EchoHome.class.getName());
    }

    @Test
    void webLogicsDescriptorSaysWhereReferencesLead() throws Exception {
        String bean = "<weblogic-enterprise-bean><ejb-name>%s</ejb-name><resource-description><res-ref-name>jdbc/a"
                + "</res-ref-name><jndi-name>%s</jndi-name></resource-description><ejb-reference-description>"
                + "<ejb-ref-name>ejb/b</ejb-ref-name><jndi-name>shop/B</jndi-name></ejb-reference-description>"
                + "</weblogic-enterprise-bean>";
        assertThat(read(String.format(bean, "One", "ds/A")).mapped())
                .isEqualTo(Map.of("jdbc/a", "ds/A", "ejb/b", "shop/B"));
        WeblogicEjbJar two = read(String.format(bean, "One", "ds/A") + String.format(bean, "Two", "ds/B"));
        assertThat(two.mapped()).as("the module's").containsEntry("jdbc/a", "ds/A");
        assertThat(two.mapped("Two")).as("the bean's own").containsEntry("jdbc/a", "ds/B");
    }

    private static WeblogicEjbJar read(String beans) throws Exception {
        String text = "<weblogic-ejb-jar>" + beans + "</weblogic-ejb-jar>";
        Element root = DescriptorXml.read(
                new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), "weblogic-ejb-jar.xml");
        Map<String, Element> all = new LinkedHashMap<>();
        root.children().forEach(each -> all.put(each.textOf("ejb-name"), each));
        return new WeblogicEjbJar(all, List.of(), List.of());
    }
}
