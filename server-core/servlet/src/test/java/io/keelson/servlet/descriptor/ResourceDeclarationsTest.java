package io.keelson.servlet.descriptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.component.descriptor.ComponentDescriptor.InjectionTarget;
import io.keelson.component.descriptor.ComponentDescriptor.ResourceDefinition;
import io.keelson.component.descriptor.ComponentDescriptor.ResourceKind;
import io.keelson.component.descriptor.ComponentDescriptor.ResourceReference;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.servlet.TestDeployment;
import io.keelson.servlet.TestWar;
import jakarta.annotation.Resource;
import jakarta.annotation.Resources;
import jakarta.annotation.sql.DataSourceDefinition;
import jakarta.annotation.sql.DataSourceDefinitions;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** References and resources of web applications (Jakarta EE Platform 11, chapter 5). */
class ResourceDeclarationsTest {
    @TempDir
    Path directory;

    private TestWar war;

    @BeforeEach
    void begin() {
        war = new TestWar(directory.resolve("war"));
    }

    private WebDescriptor read() throws Exception {
        try (TestDeployment deployment = war.deployment()) {
            WebDescriptors.read(deployment);
            return WebDescriptors.merge(deployment);
        }
    }

    private static ResourceReference reference(WebDescriptor web, String name) {
        return web.components().references().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static ResourceDefinition definition(WebDescriptor web, String name) {
        return web.components().definitions().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void referencesAreReadWithTheirPlaces() throws Exception {
        war.webXml("""
                <resource-ref>
                  <res-ref-name>jdbc/a</res-ref-name>
                  <res-type>javax.sql.DataSource</res-type>
                  <res-auth>Container</res-auth>
                  <res-sharing-scope>Shareable</res-sharing-scope>
                  <injection-target>
                    <injection-target-class>shop.Cart</injection-target-class>
                    <injection-target-name>orders</injection-target-name>
                  </injection-target>
                  <lookup-name>jdbc/orders</lookup-name>
                </resource-ref>
                <resource-env-ref>
                  <resource-env-ref-name>b</resource-env-ref-name>
                  <resource-env-ref-type>java.lang.Object</resource-env-ref-type>
                  <mapped-name>m</mapped-name>
                </resource-env-ref>
                <ejb-ref><ejb-ref-name>c</ejb-ref-name><remote>shop.C</remote></ejb-ref>
                <ejb-local-ref><ejb-ref-name>d</ejb-ref-name><local>shop.D</local></ejb-local-ref>
                <message-destination-ref>
                  <message-destination-ref-name>e</message-destination-ref-name>
                  <message-destination-type>jakarta.jms.Queue</message-destination-type>
                </message-destination-ref>
                <persistence-context-ref>
                  <persistence-context-ref-name>f</persistence-context-ref-name>
                  <persistence-unit-name>u</persistence-unit-name>
                </persistence-context-ref>
                <persistence-unit-ref><persistence-unit-ref-name>g</persistence-unit-ref-name></persistence-unit-ref>
                <service-ref><service-ref-name>h</service-ref-name></service-ref>
                """);
        WebDescriptor web = read();
        ResourceReference a = reference(web, "jdbc/a");
        assertThat(a.kind()).isEqualTo(ResourceKind.RESOURCE_REF);
        assertThat(a.type()).isEqualTo("javax.sql.DataSource");
        assertThat(a.lookup()).isEqualTo("jdbc/orders");
        assertThat(a.targets()).containsExactly(new InjectionTarget("shop.Cart", "orders"));
        assertThat(a.location().file()).isEqualTo("WEB-INF/web.xml");
        assertThat(reference(web, "b").mapped()).isEqualTo("m");
        assertThat(reference(web, "c").type()).isEqualTo("shop.C");
        assertThat(reference(web, "f").details()).containsEntry("persistence-unit-name", "u");
        assertThat(web.components().references())
                .extracting(ResourceReference::kind)
                .containsExactlyInAnyOrder(ResourceKind.values());
    }

    @Test
    void anEmptyElementOfAReferenceToABeanSaysNothing() throws Exception {
        war.webXml("<ejb-ref><ejb-ref-name>a</ejb-ref-name><ejb-ref-type>Session</ejb-ref-type><home></home>"
                + "<remote>shop.A</remote><ejb-link/></ejb-ref>");

        assertThat(reference(read(), "a").details()).containsOnly(Map.entry("ejb-ref-type", "Session"));
    }

    @Test
    void aNameIsDeclaredOnce() {
        war.webXml("<resource-ref><res-ref-name>a</res-ref-name></resource-ref>"
                + "<ejb-ref><ejb-ref-name>a</ejb-ref-name></ejb-ref>");
        assertThatThrownBy(this::read)
                .isInstanceOf(DeploymentException.class)
                .hasMessageContainingAll("web.xml", "'a' a second time");
    }

    @Test
    void spacesArePartOfAValueAndLinesAroundItAreNot() throws Exception {
        String entry =
                "<env-entry><env-entry-name>%s</env-entry-name><env-entry-value>%s</env-entry-value></env-entry>";
        war.webXml(String.format(entry, "one", " a  b ") + String.format(entry, "other", "\n  a\n"));

        assertThat(read().components().environment())
                .extracting(each -> each.value())
                .containsExactly(" a  b ", "a");
    }

    /** Servlet 6.1, 8.2.3, examples 2 and 3. */
    @Test
    void injectionTargetsOfFragmentsAreAddedToWhatWebXmlHas() throws Exception {
        String target = "<injection-target><injection-target-class>%s</injection-target-class>"
                + "<injection-target-name>x</injection-target-name></injection-target>";
        String reference = "<resource-ref><res-ref-name>foo</res-ref-name><res-type>%s</res-type>%s</resource-ref>";
        String entry =
                "<env-entry><env-entry-name>size</env-entry-name><env-entry-type>java.lang.Integer</env-entry-type>"
                        + "<env-entry-value>%s</env-entry-value>%s</env-entry>";
        war.webXml(String.format(reference, "javax.sql.DataSource", String.format(target, "c.Main"))
                + String.format(entry, "1", ""));
        war.fragment("a.jar", String.format(reference, "java.net.URL", String.format(target, "c.A")));
        war.fragment(
                "b.jar",
                String.format(reference, "javax.sql.DataSource", String.format(target, "c.B"))
                        + String.format(entry, "2", String.format(target, "c.B")));
        WebDescriptor web = read();
        ResourceReference foo = reference(web, "foo");
        assertThat(foo.type()).isEqualTo("javax.sql.DataSource");
        assertThat(foo.targets())
                .containsExactly(
                        new InjectionTarget("c.Main", "x"),
                        new InjectionTarget("c.A", "x"),
                        new InjectionTarget("c.B", "x"));
        assertThat(web.components().environment()).hasSize(1).first().satisfies(size -> {
            assertThat(size.value()).isEqualTo("1");
            assertThat(size.targets()).containsExactly(new InjectionTarget("c.B", "x"));
        });
    }

    /** Servlet 6.1, 8.2.3: one of them in web.xml says that the list is complete. */
    @Test
    void callbacksOfFragmentsCountWhereWebXmlHasNone() throws Exception {
        String callback = "<%1$s><lifecycle-callback-class>%2$s</lifecycle-callback-class>"
                + "<lifecycle-callback-method>m</lifecycle-callback-method></%1$s>";
        war.webXml(String.format(callback, "post-construct", "c.Main"));
        war.fragment(
                "a.jar",
                String.format(callback, "post-construct", "c.A") + String.format(callback, "pre-destroy", "c.A"));
        WebDescriptor web = read();
        assertThat(web.components().lifecycle().postConstruct()).containsOnlyKeys("c.Main");
        assertThat(web.components().lifecycle().preDestroy()).containsOnlyKeys("c.A");
    }

    @Test
    void dataSourcesAreReadAndShowNoPassword() throws Exception {
        war.webXml("""
                <data-source>
                  <name>java:app/jdbc/x</name>
                  <class-name>org.h2.jdbcx.JdbcDataSource</class-name>
                  <url>jdbc:h2:mem:x</url>
                  <password>secret</password>
                  <property><name>description</name><value>of a test</value></property>
                  <max-pool-size>3</max-pool-size>
                </data-source>
                """);
        ResourceDefinition x = definition(read(), "java:app/jdbc/x");
        assertThat(x.kind()).isEqualTo("data-source");
        assertThat(x.settings())
                .isEqualTo(Map.of(
                        "class-name",
                        "org.h2.jdbcx.JdbcDataSource",
                        "url",
                        "jdbc:h2:mem:x",
                        "password",
                        "secret",
                        "max-pool-size",
                        "3"));
        assertThat(x.properties()).isEqualTo(Map.of("description", "of a test"));
        assertThat(x.toString()).doesNotContain("secret");
    }

    @Test
    void fragmentsGiveWayAndMustNotDisagree() throws Exception {
        String fragment = "<data-source><name>x</name><url>jdbc:%s</url></data-source>";
        war.fragment("a.jar", String.format(fragment, "a"));
        war.fragment("b.jar", String.format(fragment, "b"));
        assertThatThrownBy(this::read).hasMessageContainingAll("resource 'x'", "a.jar", "b.jar");
        war.webXml("<data-source><name>x</name><url>jdbc:own</url></data-source>");
        assertThat(definition(read(), "x").settings()).containsEntry("url", "jdbc:own");
    }

    @DataSourceDefinition(
            name = "java:app/jdbc/one",
            className = "org.h2.jdbcx.JdbcDataSource",
            url = "jdbc:h2:mem:one",
            maxPoolSize = 4,
            properties = {"a=1", "b=x=y"})
    @Resource(name = "jdbc/ref", type = Runnable.class, lookup = "jdbc/orders")
    static class Single {}

    @DataSourceDefinitions({
        @DataSourceDefinition(name = "jdbc/two", className = "x.Y"),
        @DataSourceDefinition(name = "jdbc/three", className = "x.Z")
    })
    @Resources({@Resource(name = "r1", lookup = "l1"), @Resource(name = "r2", mappedName = "m2")})
    static class Plural {}

    @DataSourceDefinition(name = "java:app/jdbc/one", className = "x.Other")
    static class Other {}

    @Test
    void annotationsCountAsDescriptorsDo() throws Exception {
        war.classes(Single.class, Plural.class);
        WebDescriptor web = read();
        ResourceDefinition one = definition(web, "java:app/jdbc/one");
        assertThat(one.settings())
                .isEqualTo(Map.of(
                        "class-name", "org.h2.jdbcx.JdbcDataSource", "url", "jdbc:h2:mem:one", "max-pool-size", "4"));
        assertThat(one.properties()).isEqualTo(Map.of("a", "1", "b", "x=y"));
        assertThat(definition(web, "jdbc/three").settings()).containsEntry("class-name", "x.Z");
        assertThat(reference(web, "jdbc/ref").lookup()).isEqualTo("jdbc/orders");
        assertThat(reference(web, "jdbc/ref").type()).isEqualTo("java.lang.Runnable");
        assertThat(reference(web, "r1").lookup()).isEqualTo("l1");
        assertThat(reference(web, "r2").mapped()).isEqualTo("m2");
    }

    @Test
    void theDescriptorWinsOverAnnotations() throws Exception {
        war.classes(Single.class);
        war.webXml("<data-source><name>java:app/jdbc/one</name><url>jdbc:own</url></data-source>");
        assertThat(definition(read(), "java:app/jdbc/one").settings()).isEqualTo(Map.of("url", "jdbc:own"));
    }

    @Test
    void twoClassesMustNotDefineOneNameDifferently() throws Exception {
        war.classes(Single.class, Other.class);
        assertThatThrownBy(this::read)
                .hasMessageContainingAll("java:app/jdbc/one", "defined differently by two classes");
    }

    @Test
    void weblogicXmlSaysWhatReferencesLeadTo() throws Exception {
        war.file(
                "WEB-INF/weblogic.xml",
                "<weblogic-web-app><resource-description><res-ref-name>a</res-ref-name><jndi-name>b</jndi-name>"
                        + "</resource-description><resource-env-description><resource-env-ref-name>c</resource-env-ref-name>"
                        + "<jndi-name>d</jndi-name></resource-env-description></weblogic-web-app>");
        assertThat(read().server().resources()).isEqualTo(Map.of("a", "b", "c", "d"));
    }
}
