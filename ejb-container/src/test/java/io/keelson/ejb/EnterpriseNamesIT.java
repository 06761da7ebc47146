package io.keelson.ejb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.deploy.Deployer;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.ejb.fixture.Archives;
import io.keelson.ejb.names.CompanyServlet;
import io.keelson.ejb.names.Greeting;
import io.keelson.testkit.TestServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Names that application.xml of an EAR declares for all its modules. */
@Timeout(120)
class EnterpriseNamesIT {
    private static final String NAMES = """
            <env-entry>
              <env-entry-name>java:app/env/greeting</env-entry-name>
              <env-entry-type>java.lang.String</env-entry-type>
              <env-entry-value>hello</env-entry-value>
            </env-entry>
            <env-entry>
              <env-entry-name>java:global/names/limit</env-entry-name>
              <env-entry-type>java.lang.Integer</env-entry-type>
              <env-entry-value>7</env-entry-value>
              <injection-target>
                <injection-target-class>io.keelson.ejb.names.CompanyServlet</injection-target-class>
                <injection-target-name>limit</injection-target-name>
              </injection-target>
            </env-entry>
            <resource-ref>
              <res-ref-name>java:app/jdbc/reference</res-ref-name>
              <res-type>javax.sql.DataSource</res-type>
              <lookup-name>java:app/jdbc/own</lookup-name>
            </resource-ref>
            <message-destination>
              <message-destination-name>Orders</message-destination-name>
              <lookup-name>java:app/env/greeting</lookup-name>
            </message-destination>
            <data-source>
              <name>java:app/jdbc/own</name>
              <class-name>org.h2.jdbcx.JdbcDataSource</class-name>
              <url>jdbc:h2:mem:names</url>
            </data-source>
            """;

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @TempDir
    static Path directory;

    private static TestServer server;

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

    private static void deploy(String name, String elements) throws Exception {
        deploy(name, elements, "");
    }

    private static void deploy(String name, String elements, String weblogic) throws Exception {
        Archives ear = new Archives()
                .archive("beans.jar", new Archives().classes("", Greeting.class))
                .archive("web.war", new Archives().war(CompanyServlet.class).text("WEB-INF/web.xml", """
                        <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.1">
                          <message-destination-ref>
                            <message-destination-ref-name>jms/linked</message-destination-ref-name>
                            <message-destination-type>java.lang.String</message-destination-type>
                            <message-destination-link>../other.jar#Orders</message-destination-link>
                          </message-destination-ref>
                        </web-app>
                        """))
                .text(
                        "META-INF/application.xml",
                        "<application xmlns=\"https://jakarta.ee/xml/ns/jakartaee\" version=\"11\">\n" + elements
                                + "\n</application>")
                .text(
                        "META-INF/weblogic-application.xml",
                        "<weblogic-application>\n" + weblogic + "\n</weblogic-application>");
        server.service(Deployer.class).deploy(name, ear.write(directory.resolve(name + ".ear")), null);
    }

    @Test
    void allModulesSeeTheNamesOfTheApplication() throws Exception {
        String modules = "<application-name>company</application-name><initialize-in-order>true</initialize-in-order>"
                + "<module><ejb>beans.jar</ejb></module>"
                + "<module><web><web-uri>web.war</web-uri><context-root>/w</context-root></web></module>";
        for (int round = 0; round < 2; round++) { // the second time in the place of the first
            deploy("names", modules + NAMES);

            HttpResponse<String> response = CLIENT.send(
                    HttpRequest.newBuilder(server.uri("/w/names")).build(), HttpResponse.BodyHandlers.ofString());
            assertThat(response.body()).isEqualTo("hello 7, hello 7, truejdbc:h2:mem:names, hello, company, true");
        }
        server.service(Deployer.class).undeploy("names");
    }

    private static void refused(String name, String type, String value, String said) {
        String entry = "<env-entry><env-entry-name>" + name + "</env-entry-name><env-entry-type>java.lang." + type
                + "</env-entry-type><env-entry-value>" + value + "</env-entry-value></env-entry>";

        assertThatThrownBy(() -> deploy("refused", entry))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("META-INF/application.xml:2:")
                .hasMessageContaining(said);
    }

    @Test
    void aNameOfOneModuleAndAWrongValueAreRefused() {
        refused(
                "env/greeting",
                "String",
                "x",
                " <env-entry-name>: 'env/greeting' is a name of one module; in META-INF/application.xml names begin with"
                        + " java:app or java:global, as java:app/env/greeting");
        refused("java:comp/env/a", "String", "x", "as java:app/env/a");
        refused("java:module/a", "String", "x", "as java:app/env/a");
        refused("java:app/env/n", "Integer", "many", "the env-entry java:app/env/n is no java.lang.Integer: many");
    }

    @Test
    void theOrderOfModulesIsTrueOrFalse() {
        assertThatThrownBy(() -> deploy("ordered", "<initialize-in-order>maybe</initialize-in-order>"))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining(
                        "META-INF/application.xml:2: <initialize-in-order>: expected true or false, found 'maybe'");
    }

    @Test
    void anAssignmentOfARoleNamesItsHolders() {
        assertThatThrownBy(
                        () -> deploy(
                                "roles",
                                "<security-role><role-name>clerk</role-name></security-role>",
                                "<security><security-role-assignment><role-name>clerk</role-name></security-role-assignment></security>"))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("META-INF/weblogic-application.xml:2:")
                .hasMessageContaining("the role 'clerk' needs a <principal-name> or <externally-defined/>");
    }

    @Test
    void anApplicationNameIsOneStepOfAPath() {
        assertThatThrownBy(() -> deploy("badly", "<application-name>a/b</application-name>"))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("META-INF/application.xml:2")
                .hasMessageContaining("'a/b' is no name of an application");
    }
}
