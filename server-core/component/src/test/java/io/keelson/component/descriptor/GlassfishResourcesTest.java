package io.keelson.component.descriptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.component.descriptor.ComponentDescriptor.ResourceDefinition;
import io.keelson.deploy.spi.DeploymentException;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class GlassfishResourcesTest {
    private static GlassfishResources read(String content) throws DeploymentException {
        String document = "<!DOCTYPE resources PUBLIC \"-//GlassFish.org//DTD GlassFish Application Server 3.1 Resource"
                + " Definitions//EN\" \"http://glassfish.org/dtds/glassfish-resources_1_5.dtd\"><resources>" + content
                + "</resources>";
        return GlassfishResources.of(DescriptorXml.read(
                new ByteArrayInputStream(document.getBytes(StandardCharsets.UTF_8)),
                "WEB-INF/glassfish-resources.xml"));
    }

    @Test
    void aResourceOfAPoolIsADataSource() throws Exception {
        GlassfishResources resources = read("""
                <jdbc-connection-pool name="p" res-type="javax.sql.DataSource" datasource-classname="org.h2.jdbcx.JdbcDataSource"
                    steady-pool-size="2" max-pool-size="9" idle-timeout-in-seconds="30"
                    transaction-isolation-level="read-committed" non-transactional-connections="true">
                  <property name="URL" value="jdbc:h2:mem:shop"/>
                  <property name="User" value="sa"/>
                  <property name="password" value="secret"/>
                  <property name="portNumber" value="9092"/>
                  <property name="description" value="orders"/>
                </jdbc-connection-pool>
                <jdbc-resource jndi-name="jdbc/shop" pool-name="p"/>
                """);

        ResourceDefinition found = resources.found().get(0);
        assertThat(found.name()).isEqualTo("java:app/jdbc/shop");
        assertThat(found.kind()).isEqualTo("data-source");
        assertThat(found.settings())
                .containsEntry("class-name", "org.h2.jdbcx.JdbcDataSource")
                .containsEntry("url", "jdbc:h2:mem:shop")
                .containsEntry("user", "sa")
                .containsEntry("password", "secret")
                .containsEntry("port-number", "9092")
                .containsEntry("min-pool-size", "2")
                .containsEntry("max-pool-size", "9")
                .containsEntry("max-idle-time", "30")
                .containsEntry("isolation-level", "TRANSACTION_READ_COMMITTED")
                .containsEntry("transactional", "false")
                .hasSize(10);
        assertThat(found.properties()).containsOnlyKeys("description");
        assertThat(resources.left()).isEmpty();
    }

    @Test
    void severalResourcesMayHaveOnePoolAndNamesWithAScheme() throws Exception {
        GlassfishResources resources = read("""
                <jdbc-resource jndi-name="java:global/a" pool-name="p"/>
                <jdbc-resource jndi-name="java:module/b" pool-name="p" enabled="true"/>
                <jdbc-resource jndi-name="c" pool-name="p" enabled="false"/>
                <jdbc-connection-pool name="p" driver-classname="org.h2.Driver" res-type="java.sql.Driver">
                  <property name="url" value="jdbc:h2:mem:x"/>
                </jdbc-connection-pool>
                """);

        assertThat(resources.found())
                .extracting(ResourceDefinition::name)
                .containsExactly("java:global/a", "java:module/b");
        assertThat(resources.left()).containsExactly("jdbc-resource c");
    }

    @Test
    void theRestIsReported() throws Exception {
        GlassfishResources resources = read("""
                <custom-resource jndi-name="custom/dog" res-type="java.lang.String" factory-class="x.Y"/>
                <mail-resource jndi-name="mail/m" host="h" user="u" from="f"/>
                <connector-connection-pool name="cp" resource-adapter-name="ra" connection-definition-name="c"/>
                <connector-resource jndi-name="eis/x" pool-name="cp"/>
                <jdbc-resource jndi-name="jdbc/admins" pool-name="DerbyPool"/>
                <jdbc-connection-pool name="p" datasource-classname="a.B" validation-table-name="t">
                  <property name="password" value="${ALIAS=shop}"/>
                </jdbc-connection-pool>
                <jdbc-resource jndi-name="jdbc/shop" pool-name="p"/>
                """);

        assertThat(resources.left())
                .containsExactly(
                        "custom-resource custom/dog",
                        "mail-resource mail/m",
                        "connector-connection-pool cp",
                        "connector-resource eis/x",
                        "jdbc-resource jdbc/admins",
                        "jdbc-connection-pool/password ${ALIAS=shop}",
                        "jdbc-connection-pool/validation-table-name");
        assertThat(resources.found()).hasSize(1);
        assertThat(resources.found().get(0).settings()).doesNotContainKey("password");
    }

    @Test
    void whatSaysTooLittleIsRefusedWithItsPlace() {
        assertThatThrownBy(() -> read("<jdbc-resource pool-name='p'/>"))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("WEB-INF/glassfish-resources.xml:1")
                .hasMessageContaining("jndi-name");
        assertThatThrownBy(() -> read("<jdbc-connection-pool name='p'/><jdbc-resource jndi-name='a' pool-name='p'/>"))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("datasource-classname");
        assertThatThrownBy(() -> read("<jdbc-connection-pool name='p' datasource-classname='x.Y'><property value='v'/>"
                        + "</jdbc-connection-pool><jdbc-resource jndi-name='a' pool-name='p'/>"))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("attribute name");
    }
}
