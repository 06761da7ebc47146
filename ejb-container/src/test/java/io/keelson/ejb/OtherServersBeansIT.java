package io.keelson.ejb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.component.descriptor.DescriptorXml;
import io.keelson.component.descriptor.OtherServersRoles;
import io.keelson.deploy.Deployer;
import io.keelson.deploy.explain.Explanation;
import io.keelson.ejb.fixture.Archives;
import io.keelson.ejb.home.Asking;
import io.keelson.ejb.home.AskingBean;
import io.keelson.ejb.home.Echo;
import io.keelson.ejb.home.EchoBean;
import io.keelson.ejb.home.EchoHome;
import io.keelson.kernel.naming.Naming;
import io.keelson.testkit.TestServer;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Beans whose names and roles stand in descriptors for other servers. */
@Timeout(60)
class OtherServersBeansIT {
    @TempDir
    Path directory;

    private Path ear(Archives beans) throws Exception {
        return new Archives()
                .archive("echo.jar", beans)
                .archive("lib/api.jar", new Archives().classes("", Echo.class, EchoHome.class))
                .text(
                        "META-INF/glassfish-application.xml",
                        "<glassfish-application><security-role-mapping><role-name>clerk</role-name><group-name>clerks"
                                + "</group-name></security-role-mapping><pass-by-reference>true</pass-by-reference>"
                                + "</glassfish-application>")
                .write(directory.resolve("echo.ear"));
    }

    private static Archives beans() {
        return new Archives().classes("", EchoBean.class);
    }

    private static Object lookup(TestServer server, String name) throws Exception {
        return server.service(Naming.class).context().lookup(name);
    }

    @Test
    void glassFishsNamesCountAndGoWithTheApplication() throws Exception {
        String descriptor = "<!DOCTYPE glassfish-ejb-jar PUBLIC '-//GlassFish.org//DTD GlassFish 3.1 EJB 3.1//EN'"
                + " 'http://127.0.0.1:1/never-fetched.dtd'><glassfish-ejb-jar><enterprise-beans><ejb>"
                + "<ejb-name>EchoBean</ejb-name><jndi-name>shop/Echo</jndi-name><bean-pool/>"
                + "<resource-ref><res-ref-name>jdbc/a</res-ref-name><jndi-name>jdbc/__default</jndi-name></resource-ref>"
                + "</ejb></enterprise-beans></glassfish-ejb-jar>";
        try (TestServer server = TestServer.start()) {
            Deployer deployer = server.service(Deployer.class);
            Path file = ear(beans().text("META-INF/glassfish-ejb-jar.xml", descriptor));
            Explanation explanation = deployer.explain("echo", file, null, "");
            assertThat(explanation.problem()).isNull();
            assertThat(explanation.modules().get(0).descriptors())
                    .containsExactly(
                            new Explanation.Descriptor(
                                    "EAR!META-INF/glassfish-application.xml",
                                    true,
                                    List.of("role clerk"),
                                    List.of("pass-by-reference")),
                            new Explanation.Descriptor(
                                    "META-INF/glassfish-ejb-jar.xml",
                                    true,
                                    List.of("EchoBean is shop/Echo", "jdbc/a is jdbc/__default"),
                                    List.of("bean-pool")));
            assertThatThrownBy(() -> lookup(server, "shop/Echo")).isInstanceOf(javax.naming.NamingException.class);

            deployer.deploy("echo", file, null);
            assertThat(lookup(server, "shop/Echo").getClass().getInterfaces())
                    .extracting(Class::getName)
                    .contains(EchoHome.class.getName());
            deployer.undeploy("echo");
            assertThatThrownBy(() -> lookup(server, "shop/Echo")).isInstanceOf(javax.naming.NamingException.class);
        }
    }

    /** Names that stand in annotations only, of a bean of another application among them. */
    @Test
    void referencesOfAnnotationsLeadWhereADescriptorSays() throws Exception {
        String names =
                "<sun-ejb-jar><enterprise-beans><ejb><ejb-name>EchoBean</ejb-name><jndi-name>shop/Echo</jndi-name>"
                        + "</ejb></enterprise-beans></sun-ejb-jar>";
        String references =
                "<sun-ejb-jar><enterprise-beans><ejb><ejb-name>AskingBean</ejb-name><jndi-name>shop/Asking</jndi-name><ejb-ref>"
                        + "<ejb-ref-name>"
                        + "echo</ejb-ref-name><jndi-name>shop/Echo</jndi-name></ejb-ref><resource-ref><res-ref-name>limit"
                        + "</res-ref-name><jndi-name>limitOfShop</jndi-name></resource-ref><resource-ref><res-ref-name>page"
                        + "</res-ref-name><jndi-name>http://localhost/page</jndi-name></resource-ref></ejb></enterprise-beans>"
                        + "</sun-ejb-jar>";
        Path asking = new Archives()
                .archive(
                        "asking.jar",
                        new Archives().classes("", AskingBean.class).text("META-INF/sun-ejb-jar.xml", references))
                .archive("lib/api.jar", new Archives().classes("", Asking.class, Echo.class, EchoHome.class))
                .write(directory.resolve("asking.ear"));
        try (TestServer server = TestServer.start()) {
            server.service(Naming.class).context().bind("limitOfShop", 7);
            Deployer deployer = server.service(Deployer.class);
            deployer.deploy("echo", ear(beans().text("META-INF/sun-ejb-jar.xml", names)), null);
            deployer.deploy("asking", asking, null);
            Object bean = lookup(server, "shop/Asking");
            assertThat(bean.getClass().getMethod("ask").invoke(bean))
                    .isEqualTo("made: hello, 7 7, http://localhost/page http://localhost/page");
        }
    }

    /** A descriptor that says no type of a URL, and one that maps the context of a bean to any name. */
    @Test
    void typesOfReferencesAreThoseOfTheMembersTheyAreInjectedInto() throws Exception {
        String bean = AskingBean.class.getName();
        String target = "<injection-target><injection-target-class>" + bean
                + "</injection-target-class><injection-target-name>%s</injection-target-name></injection-target>";
        String descriptor =
                "<ejb-jar xmlns='https://jakarta.ee/xml/ns/jakartaee' version='4.0'><enterprise-beans><session>"
                        + "<ejb-name>AskingBean</ejb-name><ejb-ref><ejb-ref-name>echo</ejb-ref-name></ejb-ref><resource-env-ref>"
                        + "<resource-env-ref-name>" + bean + "/context</resource-env-ref-name><resource-env-ref-type>"
                        + "jakarta.ejb.EJBContext</resource-env-ref-type></resource-env-ref>"
                        + "<resource-ref><res-ref-name>page</res-ref-name>" + String.format(target, "page")
                        + "</resource-ref></session></enterprise-beans></ejb-jar>";
        String mappings =
                "<sun-ejb-jar><enterprise-beans><ejb><ejb-name>AskingBean</ejb-name><jndi-name>shop/Asking</jndi-name>"
                        + "<ejb-ref><ejb-ref-name>echo</ejb-ref-name><jndi-name>shop/Echo</jndi-name></ejb-ref>"
                        + "<resource-env-ref><resource-env-ref-name>" + bean
                        + "/context</resource-env-ref-name><jndi-name>"
                        + bean
                        + "/context</jndi-name></resource-env-ref><resource-ref><res-ref-name>limit</res-ref-name>"
                        + "<jndi-name>limitOfShop</jndi-name></resource-ref><resource-ref><res-ref-name>page</res-ref-name>"
                        + "<jndi-name>http://localhost/page</jndi-name></resource-ref></ejb></enterprise-beans></sun-ejb-jar>";
        Path asking = new Archives()
                .archive(
                        "asking.jar",
                        new Archives()
                                .classes("", AskingBean.class)
                                .text("META-INF/ejb-jar.xml", descriptor)
                                .text("META-INF/sun-ejb-jar.xml", mappings))
                .archive("lib/api.jar", new Archives().classes("", Asking.class, Echo.class, EchoHome.class))
                .write(directory.resolve("asking.ear"));
        String names =
                "<sun-ejb-jar><enterprise-beans><ejb><ejb-name>EchoBean</ejb-name><jndi-name>shop/Echo</jndi-name>"
                        + "</ejb></enterprise-beans></sun-ejb-jar>";
        try (TestServer server = TestServer.start()) {
            server.service(Naming.class).context().bind("limitOfShop", 7);
            Deployer deployer = server.service(Deployer.class);
            deployer.deploy("echo", ear(beans().text("META-INF/sun-ejb-jar.xml", names)), null);
            deployer.deploy("asking", asking, null);
            Object asked = lookup(server, "shop/Asking");
            assertThat(asked.getClass().getMethod("ask").invoke(asked))
                    .isEqualTo("made: hello, 7 7, http://localhost/page http://localhost/page");
        }
    }

    @Test
    void openLibertysViewsAreBoundAndWrongOnesRefused() throws Exception {
        String descriptor = "<ejb-jar-bnd xmlns='http://websphere.ibm.com/xml/ns/javaee'><session name='EchoBean'>"
                + "<interface class='%s' binding-name='liberty/Echo'/></session></ejb-jar-bnd>";
        try (TestServer server = TestServer.start()) {
            Deployer deployer = server.service(Deployer.class);
            Path good = ear(
                    beans().text("META-INF/ibm-ejb-jar-bnd.xml", String.format(descriptor, EchoHome.class.getName())));
            deployer.deploy("echo", good, null);
            assertThat(lookup(server, "liberty/Echo").getClass().getInterfaces())
                    .extracting(Class::getName)
                    .contains(EchoHome.class.getName());
            deployer.undeploy("echo");

            Path wrong = ear(beans().text("META-INF/ibm-ejb-jar-bnd.xml", String.format(descriptor, "shop.Vanished")));
            assertThatThrownBy(() -> deployer.deploy("echo", wrong, null))
                    .hasMessageContaining("shop.Vanished")
                    .hasMessageContaining("liberty/Echo");
            Path cut = ear(beans().text("META-INF/jboss-ejb3.xml", "<ejb-jar><enterprise-beans>"));
            assertThatThrownBy(() -> deployer.deploy("echo", cut, null))
                    .hasMessageContaining("META-INF/jboss-ejb3.xml:1:");
        }
    }

    @Test
    void rolesAreThoseOfGlassFishAndOfOpenLiberty() throws Exception {
        Map<String, Set<String>> roles = new TreeMap<>();
        Set<String> left = new TreeSet<>();
        add(
                "<security-role name='clerk'><user name='ann'/><group name='clerks'/><special-subject type='EVERYONE'/>"
                        + "</security-role>",
                roles,
                left);
        add(
                "<security-role-mapping><role-name>boss</role-name><principal-name>eve</principal-name>"
                        + "</security-role-mapping>",
                roles,
                left);
        assertThat(roles).isEqualTo(Map.of("clerk", Set.of("ann", "clerks"), "boss", Set.of("eve")));
        assertThat(left).containsExactly("special-subject");
        assertThatThrownBy(() -> add("<security-role name='clerk'><user/></security-role>", roles, left))
                .hasMessageContaining("x.xml:1:");
    }

    private static void add(String text, Map<String, Set<String>> roles, Set<String> left) throws Exception {
        OtherServersRoles.add(
                DescriptorXml.read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), "x.xml"),
                roles,
                left);
    }
}
