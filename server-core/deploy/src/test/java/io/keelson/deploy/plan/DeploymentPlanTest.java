package io.keelson.deploy.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.DescriptorNode;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DeploymentPlanTest {
    private static final String WEB = "WEB-INF/web.xml";
    private static final String SHOP = """
            <web-app>
              <context-param><param-name>greeting</param-name><param-value>hello</param-value></context-param>
              <servlet><servlet-name>a</servlet-name>
                <init-param><param-name>size</param-name><param-value>1</param-value></init-param></servlet>
              <servlet><servlet-name>b</servlet-name></servlet>
              <welcome-file-list><welcome-file>x</welcome-file><welcome-file>y</welcome-file></welcome-file-list>
              <distributable/>
            </web-app>
            """;

    private static DescriptorNode document(String text) throws DeploymentException {
        return DescriptorNode.read(WEB, new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    /** A tree in one line, with the texts. */
    private static String shown(DescriptorNode node) {
        StringBuilder text = new StringBuilder(node.name());
        if (!node.text().isEmpty()) {
            text.append('=').append(node.text());
        }
        if (!node.children().isEmpty()) {
            List<String> inside = new ArrayList<>();
            node.children().forEach(child -> inside.add(shown(child)));
            text.append(inside);
        }
        return text.toString();
    }

    private static String amended(String plan) throws DeploymentException {
        DescriptorNode root = document(SHOP);
        ModulePlan.of(DeploymentPlan.read(plan)).checked(List.of()).amend(WEB, root);
        return shown(root);
    }

    @Test
    void givesElementsTheirValues() throws Exception {
        assertThat(amended("""
                        WEB-INF/web.xml:
                          context-param[param-name=greeting]/param-value: moin
                          servlet[servlet-name=a]:
                            init-param[param-name=size]/param-value: 7
                            init-param[param-name="unit/s"]/param-value: kg
                          servlet[servlet-name=b]/load-on-startup: 1
                          welcome-file-list/welcome-file: [z, x]
                          session-config/session-timeout: 9
                          distributable: ~
                        """))
                .isEqualTo("web-app[context-param[param-name=greeting, param-value=moin],"
                        + " servlet[servlet-name=a, init-param[param-name=size, param-value=7],"
                        + " init-param[param-name=unit/s, param-value=kg]],"
                        + " servlet[servlet-name=b, load-on-startup=1],"
                        + " welcome-file-list[welcome-file=z, welcome-file=x],"
                        + " session-config[session-timeout=9]]");
    }

    @Test
    void removesWhatHasTheKey() throws Exception {
        assertThat(amended("WEB-INF/web.xml: {'servlet[servlet-name=a]': ~}")).doesNotContain("servlet-name=a");
    }

    @Test
    void saysWhatItHasChanged() throws Exception {
        ModulePlan plan = ModulePlan.of(DeploymentPlan.read("""
                        WEB-INF/web.xml:
                          context-param[param-name=greeting]/param-value: moin
                          servlet[servlet-name=a]/init-param/param-value: 1
                          session-config/session-timeout: 9
                          distributable: ~
                        """)).checked(List.of());
        plan.amend(WEB, document(SHOP));
        assertThat(plan.changes())
                .extracting(PlanChange::path, PlanChange::before, PlanChange::after, PlanChange::place)
                .containsExactly(
                        tuple("context-param[param-name=greeting]/param-value", "hello", "moin", "plan.yaml:2:3"),
                        tuple("session-config/session-timeout", null, "9", "plan.yaml:4:3"),
                        tuple("distributable", "", null, "plan.yaml:5:3"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "WEB-INF/web.xml: {servlet/load-on-startup: 1}|plan.yaml:1:19|there are 2 <servlet>, in the lines 3, 5",
                "WEB-INF/web.xml: {welcome-file-list: x}|plan.yaml:1:19|has elements in it and no text",
                "WEB-INF/web.xml: {'servlet[servlet-name=c]': ~}|plan.yaml:1:19|could be removed",
                "WEB-INF/web.xml: {nothing/here: ~}|plan.yaml:1:19|there is no <nothing>",
                "WEB-INF/web.xml: {'servlet[servlet-name=a]': x}|plan.yaml:1:19|has no text of its own",
                "WEB-INF/web.xml: {a//b: x}|plan.yaml:1:19|where the name of an element belongs",
                "WEB-INF/web.xml: {'a[b=c': x}|plan.yaml:1:19|a key without its ']'",
                "WEB-INF/web.xml: {'a[b]': x}|plan.yaml:1:19|a key without '='",
                "WEB-INF/web.xml: {/weblogic-web-app/a: x}|plan.yaml:1:19|the root element of WEB-INF/web.xml is 'web-app'",
                "WEB-INF/web.xml: [a]|plan.yaml:1:18|expected paths of WEB-INF/web.xml",
                "WEB-INF/web.xml: {a: {}}|plan.yaml:1:22|nothing is said of a",
                "WEB-INF/web.xml: {a: [[x]]}|plan.yaml:1:23|expected a value in the list",
                "WEB-INF/ejb.xml: {a: x}|plan.yaml:1:1|is no descriptor that a plan can change",
                "WEB-INF/web.xml: {a: x, a: y}|plan.yaml:1:25|'a' is said twice",
                "shop.war: {META-INF/application.xml: {a: x}}|plan.yaml:1:12|belongs to the application",
                "META-INF/application.xml: {a: x}|plan.yaml:1:28|this is a module by itself",
                "WEB-INF/web.xml: &a {b: *a}|plan.yaml:1:18|anchors are not supported",
                "<plan/>|plan.xml:1|expected <deployment-plan>",
                "<deployment-plan>|plan.xml|not well-formed",
            })
    void refusesWithThePlace(String plan) {
        String[] parts = plan.split("\\|");
        assertThatThrownBy(() -> amended(parts[0]))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining(parts[1])
                .hasMessageContaining(parts[2]);
    }

    @Test
    void refusesWhatNobodyReads() throws Exception {
        ModulePlan plan = ModulePlan.of(DeploymentPlan.read(
                        "WEB-INF/web.xml:\n  context-param[param-name=greeting]/param-value: a\n  zzz: b\n"))
                .checked(List.of());
        DescriptorNode root = document(SHOP);
        plan.amend(WEB, root);
        root.children().get(0).children().get(1).used().run();
        assertThatThrownBy(plan::verify)
                .hasMessageContaining("plan.yaml:3:3: WEB-INF/web.xml zzz")
                .hasMessageNotContaining("greeting");
    }

    @Test
    void aModuleIsCalledByItsPathInTheApplication() throws Exception {
        DeploymentPlan read = DeploymentPlan.read("shop.war: {WEB-INF/web.xml: {display-name: S}}");
        ModulePlan whole = ModulePlan.of(read).checked(List.of("shop.war", "x.war"));
        assertThat(whole.ofModule("shop.war").concerns(WEB)).isTrue();
        assertThat(whole.ofModule("x.war").concerns(WEB)).isFalse();
        assertThat(whole.concerns(WEB)).isFalse();
        assertThatThrownBy(() -> ModulePlan.of(read).checked(List.of("other.war")))
                .hasMessageContaining("plan.yaml:1:30")
                .hasMessageContaining("no module 'shop.war'; it has other.war");
        // A web application by itself has one module, and the plan knows its name from its archive.
        assertThat(ModulePlan.of(read).checked(List.of()).concerns(WEB)).isTrue();
        assertThatThrownBy(() -> ModulePlan.of(DeploymentPlan.read("WEB-INF/web.xml: {display-name: S}"))
                        .checked(List.of("shop.war")))
                .hasMessageContaining("belongs to a module; name it: shop.war");
    }

    @Test
    void descriptorsOfBeansAndUnitsBelongToModules() throws Exception {
        DeploymentPlan read = DeploymentPlan.read("beans.jar: {META-INF/ejb-jar.xml: {module-name: S}}");
        ModulePlan whole = ModulePlan.of(read).checked(List.of("beans.jar", "x.jar"));
        assertThat(whole.ofModule("beans.jar").concerns("META-INF/ejb-jar.xml")).isTrue();
        assertThat(whole.ofModule("x.jar").concerns("META-INF/ejb-jar.xml")).isFalse();
        assertThatThrownBy(() -> ModulePlan.of(DeploymentPlan.read("META-INF/persistence.xml: {a: b}"))
                        .checked(List.of("beans.jar")))
                .hasMessageContaining("belongs to a module; name it: beans.jar");
        assertThat(ModulePlan.of(DeploymentPlan.read("META-INF/ra.xml: {a: b}"))
                        .checked(List.of())
                        .concerns("META-INF/ra.xml"))
                .isTrue();
    }

    @Test
    void readsThePlanOfWebLogic() throws Exception {
        String plan = """
                <?xml version='1.0' encoding='ISO-8859-1'?>
                <deployment-plan xmlns="http://xmlns.oracle.com/weblogic/deployment-plan"
                    xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
                  <application-name>shop</application-name>
                  <variable-definition>
                    <variable><name>greeting</name><value>grüezi</value></variable>
                    <variable><name>files</name><value>z, x</value></variable>
                    <variable><name>unset</name><value xsi:nil="true"/></variable>
                    <variable><name>size</name><value>4</value></variable>
                  </variable-definition>
                  <module-override>
                    <module-name>shop.war</module-name>
                    <module-type>war</module-type>
                    <module-descriptor external="false">
                      <root-element>web-app</root-element>
                      <uri>WEB-INF/web.xml</uri>
                      <variable-assignment>
                        <name>greeting</name>
                        <xpath>/web-app/context-param/[param-name="greeting"]/param-value</xpath>
                      </variable-assignment>
                      <variable-assignment>
                        <name>files</name><xpath>/web-app/welcome-file-list/welcome-file</xpath>
                        <operation>add</operation>
                      </variable-assignment>
                      <variable-assignment><name>unset</name><xpath>/web-app/display-name</xpath></variable-assignment>
                      <variable-assignment>
                        <name>size</name>
                        <xpath>/web-app/servlet/[servlet-name="b"]/init-param/[param-name="n",description="d"]/param-value</xpath>
                      </variable-assignment>
                      <variable-assignment>
                        <name>size</name><xpath>/web-app/servlet/[servlet-name="a"]/init-param</xpath>
                        <operation>remove</operation>
                      </variable-assignment>
                    </module-descriptor>
                    <module-descriptor external="true">
                      <root-element>wldf-resource</root-element><uri>META-INF/weblogic-diagnostics.xml</uri>
                    </module-descriptor>
                  </module-override>
                  <config-root>plan</config-root>
                </deployment-plan>
                """;
        assertThat(amended(plan))
                .isEqualTo("web-app[context-param[param-name=greeting, param-value=grüezi], servlet[servlet-name=a],"
                        + " servlet[servlet-name=b, init-param[param-name=n, description=d, param-value=4]],"
                        + " welcome-file-list[welcome-file=x, welcome-file=y, welcome-file=z, welcome-file=x],"
                        + " distributable]");
        assertThatThrownBy(() -> amended(plan.replace("<name>size</name><xpath>", "<name>sice</name><xpath>")))
                .hasMessageContaining("plan.xml:30: there is no variable 'sice'");
        assertThatThrownBy(() -> amended(plan.replace("external=\"false\"", "external=\"true\"")))
                .hasMessageContaining("plan.xml:14: 'WEB-INF/web.xml' lies outside of the archive");
        assertThatThrownBy(() -> amended(plan.replace("<operation>add", "<operation>twist")))
                .hasMessageContaining("expected the operation add, replace or remove, found 'twist'");
    }

    @Test
    void isBounded() {
        assertThatThrownBy(() -> DeploymentPlan.read("# " + "x".repeat(DeploymentPlan.MOST_BYTES)))
                .hasMessageContaining("at most 65536 bytes");
        assertThatThrownBy(() -> DeploymentPlan.read("WEB-INF/web.xml: {" + "a/".repeat(31) + "b: x}"))
                .hasMessageContaining("names no element");
        assertThatThrownBy(() -> DeploymentPlan.read("<a>".repeat(50) + "</a>".repeat(50)))
                .hasMessageContaining("more than 40 elements in one another");
    }

    @Test
    void nothingIsNoPlan() throws Exception {
        assertThat(DeploymentPlan.read(null).isEmpty()).isTrue();
        assertThat(DeploymentPlan.read(" \n").isEmpty()).isTrue();
        assertThat(DeploymentPlan.read("# nothing yet\n").isEmpty()).isTrue();
        assertThat(DeploymentPlan.read("WEB-INF/web.xml: {display-name: S}").isEmpty())
                .isFalse();
    }
}
