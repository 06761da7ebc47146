package io.keelson.servlet.descriptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.deploy.plan.DeploymentPlan;
import io.keelson.deploy.plan.ModulePlan;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.DescriptorNode;
import io.keelson.servlet.TestDeployment;
import io.keelson.servlet.TestWar;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Deployment plans over the descriptors of web applications. */
final class PlannedDescriptorsTest {
    private static final String WEB = "WEB-INF/web.xml";
    private static final String WEBLOGIC = "WEB-INF/weblogic.xml";

    /** One of each kind of value that a plan may give, without what a plan cannot tell from its like. */
    private static final String ALL = """
            <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.1">
            <display-name>Shop</display-name>
            <context-param><param-name>a</param-name><param-value>1</param-value></context-param>
            <context-param><param-name>b</param-name><param-value>2</param-value></context-param>
            <servlet><servlet-name>s</servlet-name><servlet-class>c.S</servlet-class>
            <init-param><param-name>x</param-name><param-value>y</param-value></init-param>
            <load-on-startup>2</load-on-startup><async-supported>true</async-supported>
            <multipart-config><max-file-size>5</max-file-size></multipart-config></servlet>
            <servlet><servlet-name>t</servlet-name><servlet-class>c.T</servlet-class></servlet>
            <servlet-mapping><servlet-name>s</servlet-name><url-pattern>/s/*</url-pattern></servlet-mapping>
            <session-config><session-timeout>7</session-timeout>
            <cookie-config><name>SID</name><http-only>true</http-only><max-age>9</max-age></cookie-config></session-config>
            <error-page><error-code>404</error-code><location>/404</location></error-page>
            <mime-mapping><extension>xyz</extension><mime-type>text/xyz</mime-type></mime-mapping>
            <request-character-encoding>UTF-8</request-character-encoding>
            <security-constraint><web-resource-collection><web-resource-name>n</web-resource-name>\
            <url-pattern>/adm/*</url-pattern></web-resource-collection>
            <auth-constraint><role-name>r</role-name></auth-constraint></security-constraint>
            <security-role><role-name>r</role-name></security-role>
            <env-entry><env-entry-name>n</env-entry-name><env-entry-type>java.lang.Integer</env-entry-type>\
            <env-entry-value>5</env-entry-value></env-entry>
            <resource-ref><res-ref-name>jdbc/x</res-ref-name><res-type>javax.sql.DataSource</res-type>\
            <lookup-name>java:global/y</lookup-name></resource-ref>
            </web-app>
            """;

    @TempDir
    Path directory;

    private TestWar war;

    @BeforeEach
    void begin() {
        war = new TestWar(directory.resolve("war"));
    }

    private WebDescriptor read(String text) throws Exception {
        ModulePlan plan = ModulePlan.of(DeploymentPlan.read(text)).checked(List.of());
        try (TestDeployment deployment = war.deployment().plan(plan)) {
            WebDescriptors.read(deployment);
            WebDescriptor read = WebDescriptors.merge(deployment);
            plan.verify();
            return read;
        }
    }

    @Test
    void givesValuesToBothDescriptors() throws Exception {
        war.file(WEB, ALL)
                .file(
                        WEBLOGIC,
                        "<weblogic-web-app><session-descriptor><timeout-secs>60</timeout-secs>"
                                + "</session-descriptor></weblogic-web-app>");
        WebDescriptor web = read("""
                WEB-INF/web.xml:
                  context-param[param-name=b]/param-value: zwei
                  env-entry[env-entry-name=n]/env-entry-value: 6
                WEB-INF/weblogic.xml:
                  context-root: /laden
                  wl-dispatch-policy: slow
                  session-descriptor/timeout-secs: 600
                  session-descriptor/persistent-store-type: replicated
                  security-role-assignment[role-name=r]/principal-name: [alice, bob]
                  work-manager[name=slow]/max-threads-constraint/count: 3
                  resource-description[res-ref-name=jdbc/x]/jndi-name: jdbc/orders
                """);
        assertThat(web.module().contextParameters().get("b")).isEqualTo("zwei");
        assertThat(web.module().contextParameters().get("a")).isEqualTo("1");
        ServerSettings server = web.server();
        assertThat(server.contextRoot()).isEqualTo("/laden");
        assertThat(server.session().timeoutSeconds()).isEqualTo(600);
        assertThat(server.session().persistence().type().value()).isEqualTo("replicated");
        assertThat(server.roles().get("r")).containsExactlyInAnyOrder("alice", "bob");
        assertThat(server.workManagers())
                .singleElement()
                .satisfies(one -> assertThat(one.name()).isEqualTo("slow"));
        assertThat(server.resources()).containsEntry("jdbc/x", "jdbc/orders");
    }

    @Test
    void makesDescriptorsThatTheArchiveDoesNotHave() throws Exception {
        WebDescriptor web = read("""
                WEB-INF/web.xml:
                  context-param[param-name=b]/param-value: zwei
                WEB-INF/weblogic.xml:
                  context-root: /laden
                """);
        assertThat(web.module().contextParameters().get("b")).isEqualTo("zwei");
        assertThat(web.module().metadataComplete()).isFalse();
        assertThat(web.server().contextRoot()).isEqualTo("/laden");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "session-descriptor/timeout-secs: soon|plan.yaml:2:3: <timeout-secs>: expected a whole number, found 'soon'",
                "session-descriptor/cookie-secure: maybe|plan.yaml:2:3: <cookie-secure>: expected true or false",
                "context-root: a b|plan.yaml:2:3: <context-root>: expected a path",
                "work-manager[name=w]/capacity/count: 0|plan.yaml:2:3: <count>: expected a number from 1",
                "session-descriptor/timeout-sec: 5|plan.yaml:2:3: WEB-INF/weblogic.xml session-descriptor/timeout-sec",
                "session-descriptor/sharing-enabled: true|plan.yaml:2:3: WEB-INF/weblogic.xml session-descriptor/sharing",
                "jsp-descriptor/keepgenerated: true|plan.yaml:2:3: WEB-INF/weblogic.xml jsp-descriptor/keepgenerated",
                "container-descriptor/save-sessions-enabled: true|plan.yaml:2:3: WEB-INF/weblogic.xml container",
                "description: new|plan.yaml:2:3: WEB-INF/weblogic.xml description",
            })
    void refusesWithTheLineOfThePlan(String test) {
        String[] parts = test.split("\\|");
        assertThatThrownBy(() -> read("WEB-INF/weblogic.xml:\n  " + parts[0]))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining(parts[1]);
    }

    /** A value, whatever it is, does what it does in the descriptor itself: the same application, or refused in both. */
    @Test
    void aPlanIsAsTheDescriptorWithThoseValues() throws Exception {
        DescriptorNode original = node(ALL);
        List<List<Integer>> leaves = new ArrayList<>();
        leaves(original, List.of(), leaves);
        assertThat(leaves).hasSizeGreaterThan(30);
        int refused = 0;
        int same = 0;
        for (List<Integer> leaf : leaves) {
            String path = path(original, leaf);
            for (String value :
                    List.of("7", "true", "/x", "Abc", "-1", at(original, leaf).text())) {
                String inDescriptor = outcome(written(replaced(original, leaf, value)), "");
                String byPlan =
                        outcome(written(original), "WEB-INF/web.xml:\n  ? '" + path + "'\n  : '" + value + "'\n");
                assertThat(byPlan).as("%s = %s", path, value).isEqualTo(inDescriptor);
                refused += byPlan.equals("refused") ? 1 : 0;
                same += byPlan.equals(outcome(written(original), "")) ? 1 : 0;
            }
        }
        // Of each kind there are some, else nothing is shown.
        assertThat(refused).isBetween(20, leaves.size() * 4);
        assertThat(same).isBetween(leaves.size(), leaves.size() * 3);
    }

    private String outcome(String webXml, String plan) throws Exception {
        war.file(WEB, webXml);
        ModulePlan values = ModulePlan.of(DeploymentPlan.read(plan)).checked(List.of());
        try (TestDeployment deployment = war.deployment().plan(values)) {
            WebDescriptors.read(deployment);
            return String.valueOf(WebDescriptors.merge(deployment))
                    .replaceAll("(WEB-INF/web.xml|plan.yaml):\\d+(:\\d+)?", "PLACE");
        } catch (DeploymentException e) {
            return "refused";
        }
    }

    private static DescriptorNode node(String text) throws DeploymentException {
        return DescriptorNode.read(WEB, new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static void leaves(DescriptorNode node, List<Integer> here, List<List<Integer>> found) {
        if (node.children().isEmpty()) {
            found.add(here);
        }
        for (int i = 0; i < node.children().size(); i++) {
            List<Integer> inside = new ArrayList<>(here);
            inside.add(i);
            leaves(node.children().get(i), inside, found);
        }
    }

    private static DescriptorNode at(DescriptorNode root, List<Integer> leaf) {
        DescriptorNode node = root;
        for (int i : leaf) {
            node = node.children().get(i);
        }
        return node;
    }

    /** With a key wherever an element is not the only one of its name: its first element's text. */
    private static String path(DescriptorNode root, List<Integer> leaf) {
        List<String> steps = new ArrayList<>();
        DescriptorNode node = root;
        for (int i : leaf) {
            DescriptorNode next = node.children().get(i);
            boolean several = node.children().stream()
                            .filter(child -> child.name().equals(next.name()))
                            .count()
                    > 1;
            DescriptorNode key = several ? next.children().get(0) : next;
            steps.add(next.name() + (several ? "[" + key.name() + "=\"" + key.text() + "\"]" : ""));
            node = next;
        }
        return String.join("/", steps);
    }

    private static DescriptorNode replaced(DescriptorNode node, List<Integer> leaf, String text) {
        List<DescriptorNode> children = new ArrayList<>(node.children());
        if (!leaf.isEmpty()) {
            int i = leaf.get(0);
            children.set(i, replaced(children.get(i), leaf.subList(1, leaf.size()), text));
        }
        return new DescriptorNode(
                node.name(),
                node.namespace(),
                node.attributes(),
                leaf.isEmpty() ? text : node.text(),
                children,
                node.place(),
                null);
    }

    private static String written(DescriptorNode node) {
        StringBuilder text = new StringBuilder("<").append(node.name());
        for (Map.Entry<String, String> attribute : node.attributes().entrySet()) {
            text.append(' ')
                    .append(attribute.getKey())
                    .append("=\"")
                    .append(attribute.getValue())
                    .append('"');
        }
        text.append(node.name().equals("web-app") ? " xmlns=\"https://jakarta.ee/xml/ns/jakartaee\">" : ">")
                .append(node.text());
        node.children().forEach(child -> text.append(written(child)));
        return text.append("</").append(node.name()).append(">\n").toString();
    }
}
