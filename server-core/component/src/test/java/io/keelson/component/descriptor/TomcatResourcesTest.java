package io.keelson.component.descriptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.component.descriptor.ComponentDescriptor.ResourceDefinition;
import io.keelson.deploy.spi.DeploymentException;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class TomcatResourcesTest {
    private static TomcatResources read(String file, boolean web, String document) throws DeploymentException {
        Element root = DescriptorXml.read(new ByteArrayInputStream(document.getBytes(StandardCharsets.UTF_8)), file);
        assertThat(TomcatResources.isMeant(file, root)).isTrue();
        return TomcatResources.of(root, web);
    }

    @Test
    void aDataSourceOfTomcatsContext() throws Exception {
        TomcatResources resources = read("META-INF/context.xml", true, """
                <Context path="/shop">
                  <Resource name="jdbc/shop" auth="Container" type="javax.sql.DataSource" driverClassName="org.h2.Driver"
                      url="jdbc:h2:mem:shop" username="sa" password="secret" maxTotal="5" maxIdle="2" initialSize="9"
                      minIdle="-1" connectionProperties="a=b"/>
                  <Resource name="jdbc/later" type="javax.sql.DataSource" url="${db.url}"/>
                  <Resource name="bean/x" type="com.acme.Bean" factory="org.apache.naming.factory.BeanFactory"/>
                  <Valve className="x.Y"/>
                </Context>
                """);

        assertThat(resources.found()).extracting(ResourceDefinition::name).containsExactly("java:comp/env/jdbc/shop");
        ResourceDefinition found = resources.found().get(0);
        assertThat(found.kind()).isEqualTo("data-source");
        assertThat(TomcatResources.isOf(found)).isTrue();
        assertThat(found.settings())
                .containsEntry("class-name", "org.h2.Driver")
                .containsEntry("url", "jdbc:h2:mem:shop")
                .containsEntry("user", "sa")
                .containsEntry("password", "secret")
                .containsEntry("max-pool-size", "5")
                .containsEntry("initial-pool-size", "5")
                .hasSize(6);
        assertThat(resources.left())
                .containsExactly(
                        "Resource jdbc/shop/connectionProperties",
                        "Resource jdbc/later/url",
                        "Resource jdbc/later",
                        "Resource bean/x",
                        "Valve");
    }

    @Test
    void resourcesOfTomee() throws Exception {
        TomcatResources resources = read("WEB-INF/resources.xml", true, """
                <resources>
                  <Resource id="jdbc/blog" type="javax.sql.DataSource">
                    JdbcDriver = org.hsqldb.jdbcDriver
                    JdbcUrl    jdbc:hsqldb:mem:blog
                    UserName: sa
                    Password =
                    JtaManaged = false
                  </Resource>
                  <Resource id="events" type="javax.jms.Topic">destination = EVENT</Resource>
                  <Resource id="orders" type="Queue"/>
                  <Resource id="mail/shop" type="jakarta.mail.Session">
                    mail.smtp.host = localhost
                    mail.smtp.port = 2525
                  </Resource>
                  <Resource id="Broker" type="ActiveMQResourceAdapter">ServerUrl = tcp://localhost:1</Resource>
                  <Container id="c" ctype="MESSAGE"/>
                </resources>
                """);

        assertThat(resources.found())
                .extracting(ResourceDefinition::name)
                .containsExactly(
                        "java:comp/env/jdbc/blog",
                        "java:comp/env/events",
                        "java:comp/env/orders",
                        "java:comp/env/mail/shop");
        assertThat(resources.found().get(0).settings())
                .containsEntry("class-name", "org.hsqldb.jdbcDriver")
                .containsEntry("url", "jdbc:hsqldb:mem:blog")
                .containsEntry("user", "sa")
                .containsEntry("transactional", "false")
                .hasSize(4);
        assertThat(resources.found().get(1).settings())
                .containsEntry("interface-name", "jakarta.jms.Topic")
                .containsEntry("destination-name", "EVENT");
        assertThat(resources.found().get(2).settings())
                .containsEntry("interface-name", "jakarta.jms.Queue")
                .containsEntry("destination-name", "orders");
        assertThat(resources.found().get(3).settings()).containsEntry("host", "localhost");
        assertThat(resources.found().get(3).properties()).containsEntry("mail.smtp.port", "2525");
        assertThat(resources.left()).containsExactly("Resource Broker", "Container c");
    }

    @Test
    void modulesWithoutNamesOfTheirOwnHaveThoseOfTheApplication() throws Exception {
        TomcatResources resources = read("META-INF/resources.xml", false, """
                <tomee><Resource id="jdbc/a" type="DataSource">url=jdbc:h2:mem:a</Resource>
                <Resource id="java:global/b" type="DataSource">url=jdbc:h2:mem:b</Resource></tomee>
                """);

        assertThat(resources.found())
                .extracting(ResourceDefinition::name)
                .containsExactly("java:app/jdbc/a", "java:global/b");
    }

    @Test
    void aResourceWithoutANameIsWrong() {
        assertThatThrownBy(() -> read(
                        "META-INF/context.xml", true, "<Context>\n<Resource type=\"javax.sql.DataSource\"/></Context>"))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("META-INF/context.xml:2")
                .hasMessageContaining("expected an attribute name or id");
    }
}
