package io.keelson.servlet.descriptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.deploy.spi.DeploymentException;
import io.keelson.servlet.TestDeployment;
import io.keelson.servlet.TestWar;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OtherServersReaderTest {
    @TempDir
    Path directory;

    private TestWar war;

    @BeforeEach
    void begin() {
        war = new TestWar(directory.resolve("war"));
    }

    private void file(String name, String content) {
        war.file("WEB-INF/" + name, content.getBytes(StandardCharsets.UTF_8));
    }

    private ServerSettings read() throws Exception {
        try (TestDeployment deployment = war.deployment()) {
            WebDescriptors.read(deployment);
            return WebDescriptors.merge(deployment).server();
        }
    }

    @Test
    void jbossWebXml() throws Exception {
        file("jboss-web.xml", """
                <jboss-web xmlns="http://www.jboss.com/xml/ns/javaee">
                  <context-root>shop/</context-root>
                  <security-domain>other</security-domain>
                  <replication-config/>
                  <resource-ref><res-ref-name>jdbc/a</res-ref-name><jndi-name>java:jboss/datasources/A</jndi-name></resource-ref>
                  <resource-env-ref>
                    <resource-env-ref-name>q</resource-env-ref-name><jndi-name>java:/queue/q</jndi-name>
                  </resource-env-ref>
                </jboss-web>
                """);
        ServerSettings settings = read();
        assertThat(settings.contextRoot()).isEqualTo("/shop");
        assertThat(settings.resources()).isEqualTo(Map.of("jdbc/a", "java:jboss/datasources/A", "q", "java:/queue/q"));
    }

    @Test
    void glassfishWebXmlWithItsDoctype() throws Exception {
        file("sun-web.xml", """
                <!DOCTYPE sun-web-app PUBLIC "-//Sun Microsystems, Inc.//DTD Application Server 9.0 Servlet 2.5//EN"
                  "http://127.0.0.1:1/never-fetched.dtd">
                <sun-web-app>
                  <context-root>/old</context-root>
                  <security-role-mapping>
                    <role-name>clerk</role-name><principal-name>ann</principal-name><group-name>clerks</group-name>
                  </security-role-mapping>
                  <resource-ref><res-ref-name>jdbc/DB1</res-ref-name><jndi-name>jdbc/__default</jndi-name></resource-ref>
                </sun-web-app>
                """);
        ServerSettings settings = read();
        assertThat(settings.contextRoot()).isEqualTo("/old");
        assertThat(settings.roles()).isEqualTo(Map.of("clerk", Set.of("ann", "clerks")));
        assertThat(settings.resources()).containsEntry("jdbc/DB1", "jdbc/__default");
    }

    @Test
    void ibmsTwoFiles() throws Exception {
        file(
                "ibm-web-ext.xml",
                "<web-ext xmlns='http://websphere.ibm.com/xml/ns/javaee'><context-root uri='/lib'/></web-ext>");
        file("ibm-web-bnd.xml", """
                <web-bnd xmlns="http://websphere.ibm.com/xml/ns/javaee">
                  <resource-ref name="jdbc/a" binding-name="jdbc/real"/>
                </web-bnd>
                """);
        ServerSettings settings = read();
        assertThat(settings.contextRoot()).isEqualTo("/lib");
        assertThat(settings.resources()).isEqualTo(Map.of("jdbc/a", "jdbc/real"));
    }

    @Test
    void weblogicXmlGoesFirst() throws Exception {
        file("weblogic.xml", """
                <weblogic-web-app>
                  <context-root>/own</context-root>
                  <resource-description><res-ref-name>jdbc/a</res-ref-name><jndi-name>jdbc/own</jndi-name></resource-description>
                </weblogic-web-app>
                """);
        file("jboss-web.xml", """
                <jboss-web>
                  <context-root>/theirs</context-root>
                  <resource-ref><res-ref-name>jdbc/a</res-ref-name><jndi-name>x</jndi-name></resource-ref>
                  <resource-ref><res-ref-name>jdbc/b</res-ref-name><jndi-name>y</jndi-name></resource-ref>
                </jboss-web>
                """);
        ServerSettings settings = read();
        assertThat(settings.contextRoot()).isEqualTo("/own");
        assertThat(settings.resources()).isEqualTo(Map.of("jdbc/a", "jdbc/own", "jdbc/b", "y"));
    }

    @Test
    void whatIsNoXmlIsNamed() {
        file("jboss-web.xml", "<jboss-web><context-root>/a</jboss-web>");
        assertThatThrownBy(this::read)
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("WEB-INF/jboss-web.xml:1");
        file("jboss-web.xml", "<jboss-web><context-root>/a b</context-root></jboss-web>");
        assertThatThrownBy(this::read)
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("WEB-INF/jboss-web.xml:1")
                .hasMessageContaining("/a b");
    }
}
