package io.keelson.ejb;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.deploy.Deployer;
import io.keelson.ejb.fixture.Archives;
import io.keelson.ejb.fixture.Database;
import io.keelson.ejb.hidden.Slip;
import io.keelson.ejb.hidden.SlipBean;
import io.keelson.ejb.hidden.SlipHome;
import io.keelson.ejb.hidden.SlipServlet;
import io.keelson.ejb.shop.CmpBean;
import io.keelson.ejb.shop.Removed;
import io.keelson.testkit.TestServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Primary keys of the class Object, which the container makes (Enterprise JavaBeans 2.1, 10.8.3). */
class GeneratedKeyIT {
    private static final String DESCRIPTOR = """
            <ejb-jar xmlns="http://java.sun.com/xml/ns/j2ee" version="2.1"><enterprise-beans><entity>
              <ejb-name>Slip</ejb-name>
              <local-home>io.keelson.ejb.hidden.SlipHome</local-home><local>io.keelson.ejb.hidden.Slip</local>
              <ejb-class>io.keelson.ejb.hidden.SlipBean</ejb-class>
              <persistence-type>Container</persistence-type>
              <prim-key-class>java.lang.Object</prim-key-class>
              <reentrant>false</reentrant>
              <cmp-version>2.x</cmp-version>
              <abstract-schema-name>Slips</abstract-schema-name>
              <cmp-field><field-name>text</field-name></cmp-field>
              <query>
                <query-method><method-name>findByText</method-name>
                  <method-params><method-param>java.lang.String</method-param></method-params></query-method>
                <ejb-ql>SELECT OBJECT(s) FROM Slips s WHERE s.text = ?1</ejb-ql>
              </query>
            </entity></enterprise-beans></ejb-jar>
            """;
    private static final String MAPPING = """
            <weblogic-rdbms-jar>
              <weblogic-rdbms-bean><ejb-name>Slip</ejb-name><data-source-name>shop</data-source-name></weblogic-rdbms-bean>
              <create-default-dbms-tables>CreateOnly</create-default-dbms-tables>
            </weblogic-rdbms-jar>
            """;

    @Test
    void theContainerMakesTheKeysThatOnlyDeploymentKnows(@TempDir Path directory) throws Exception {
        Path war = new Archives()
                .war(Slip.class, SlipHome.class, SlipBean.class, SlipServlet.class, CmpBean.class, Removed.class)
                .text("WEB-INF/ejb-jar.xml", DESCRIPTOR)
                .text("WEB-INF/weblogic-cmp-rdbms-jar.xml", MAPPING)
                .write(directory.resolve("slips.war"));
        try (Database database = Database.open();
                TestServer server = TestServer.builder().yaml(database.domain()).start()) {
            server.service(Deployer.class).deploy("slips", war, null);

            String said = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(server.uri("/slips/slips")).build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body();

            assertThat(said).isEqualTo("true bread 1 none");
            assertThat(database.rows("select text from slips")).containsExactly("tea");
            assertThat(database.rows("select count(*) from slips where length(generated_key) = 36"))
                    .containsExactly("1");
        }
    }
}
