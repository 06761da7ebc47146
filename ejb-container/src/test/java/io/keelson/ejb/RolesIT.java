package io.keelson.ejb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.deploy.Deployer;
import io.keelson.ejb.fixture.Archives;
import io.keelson.ejb.roles.Book;
import io.keelson.ejb.roles.BookBean;
import io.keelson.ejb.roles.BookHome;
import io.keelson.ejb.roles.Front;
import io.keelson.ejb.roles.Kept;
import io.keelson.ejb.roles.RolesServlet;
import io.keelson.ejb.roles.Vault;
import io.keelson.testkit.TestServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Roles, initialisers and removal that descriptors declare, on a server in the test's JVM. */
class RolesIT {
    private static final String DESCRIPTOR = """
            <ejb-jar xmlns="https://jakarta.ee/xml/ns/jakartaee" version="4.0"><enterprise-beans>
              <session>
                <ejb-name>Vault</ejb-name>
                <security-role-ref><role-name>cashier</role-name><role-link>teller</role-link></security-role-ref>
                <security-role-ref><role-name>manager</role-name><role-link>director</role-link></security-role-ref>
              </session>
              <session>
                <ejb-name>Book</ejb-name>
                <local-home>io.keelson.ejb.roles.BookHome</local-home>
                <local>io.keelson.ejb.roles.Book</local>
                <ejb-class>io.keelson.ejb.roles.BookBean</ejb-class>
                <session-type>Stateful</session-type>
                <init-method>
                  <create-method><method-name>createTitled</method-name></create-method>
                  <bean-method><method-name>prepare</method-name></bean-method>
                </init-method>
                <remove-method>
                  <bean-method><method-name>close</method-name></bean-method>
                  <retain-if-exception>true</retain-if-exception>
                </remove-method>
              </session>
            </enterprise-beans></ejb-jar>
            """;

    private static final String ROLES = """
            <weblogic-ejb-jar xmlns="http://xmlns.oracle.com/weblogic/weblogic-ejb-jar">
              <security-role-assignment>
                <role-name>teller</role-name><principal-name>bank</principal-name>
              </security-role-assignment>
              <run-as-role-assignment>
                <role-name>teller</role-name><run-as-principal-name>ada</run-as-principal-name>
              </run-as-role-assignment>
            </weblogic-ejb-jar>
            """;

    @TempDir
    Path directory;

    private static String get(TestServer server, String path) throws Exception {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(server.uri(path)).build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private Path war(String descriptor) throws Exception {
        return new Archives()
                .war(
                        RolesServlet.class,
                        Front.class,
                        Vault.class,
                        Book.class,
                        BookBean.class,
                        BookHome.class,
                        Kept.class)
                .text("WEB-INF/ejb-jar.xml", descriptor)
                .text("WEB-INF/weblogic-ejb-jar.xml", ROLES)
                .write(directory.resolve("bank.war"));
    }

    @Test
    void descriptorsSayWhoCallsAndWhatBeginsAndEndsABean() throws Exception {
        try (TestServer server = TestServer.start()) {
            server.service(Deployer.class).deploy("bank", war(DESCRIPTOR), null);
            assertThat(get(server, "/bank/roles/direct")).isEqualTo("refused");
            assertThat(get(server, "/bank/roles/front"))
                    .as("user, link, other link")
                    .isEqualTo("ada true false");
            assertThat(get(server, "/bank/roles/book")).isEqualTo("Emma Emma closed");

            server.service(Deployer.class).undeploy("bank");
            assertThatThrownBy(() -> server.service(Deployer.class)
                            .deploy("bank", war(DESCRIPTOR.replace("prepare", "absent")), null))
                    .hasMessageContaining("WEB-INF/ejb-jar.xml:")
                    .hasMessageContaining("createTitled");
        }
    }

    /** GlassFish takes what one module's descriptor assigns for the whole EAR. */
    @Test
    void rolesOfOtherServersInOneModuleHoldForAll() throws Exception {
        String mapping = "<sun-ejb-jar><security-role-mapping><role-name>teller</role-name><principal-name>ada"
                + "</principal-name></security-role-mapping><enterprise-beans/></sun-ejb-jar>";
        String caller = "<ejb-jar xmlns='https://jakarta.ee/xml/ns/jakartaee' version='4.0'><enterprise-beans><session>"
                + "<ejb-name>Front</ejb-name><security-identity><run-as><role-name>visitor</role-name></run-as>"
                + "</security-identity></session></enterprise-beans></ejb-jar>";
        Path ear = new Archives()
                .archive(
                        "doors.jar",
                        new Archives()
                                .classes("", Book.class, BookBean.class)
                                .text("META-INF/ejb-jar.xml", "<ejb-jar version='4.0'/>")
                                .text("META-INF/sun-ejb-jar.xml", mapping))
                .archive(
                        "bank.war",
                        new Archives()
                                .war(RolesServlet.class, Front.class, Vault.class, BookHome.class, Kept.class)
                                .text("WEB-INF/ejb-jar.xml", caller)
                                .text(
                                        "WEB-INF/weblogic-ejb-jar.xml",
                                        ROLES.replace(
                                                        "<role-name>teller</role-name><run-as",
                                                        "<role-name>visitor</role-name><run-as")
                                                .replaceAll(
                                                        "(?s)<security-role-assignment>.*</security-role-assignment>",
                                                        "")))
                .write(directory.resolve("bank.ear"));
        try (TestServer server = TestServer.start()) {
            server.service(Deployer.class).deploy("bank", ear, null);
            assertThat(get(server, "/bank/roles/direct")).isEqualTo("refused");
            assertThat(get(server, "/bank/roles/front")).isEqualTo("ada false false");
        }
    }
}
