package io.keelson.servlet.descriptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.deploy.spi.DeploymentException;
import io.keelson.servlet.TestDeployment;
import io.keelson.servlet.TestWar;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FragmentOrderTest {
    @TempDir
    Path directory;

    private TestWar war() {
        return new TestWar(directory.resolve("war"));
    }

    private static String ordered(String name, String before, String after) {
        return "<name>" + name + "</name><ordering>" + side("before", before) + side("after", after) + "</ordering>";
    }

    private static String side(String side, String names) {
        if (names.isEmpty()) {
            return "";
        }
        StringBuilder xml = new StringBuilder("<" + side + ">");
        for (String name : names.split(" ")) {
            xml.append(name.equals("*") ? "<others/>" : "<name>" + name + "</name>");
        }
        return xml + "</" + side + ">";
    }

    private static List<String> order(TestWar war) throws Exception {
        try (TestDeployment deployment = war.deployment()) {
            WebDescriptors.read(deployment);
            List<String> libraries = WebDescriptors.merge(deployment).orderedLibraries();
            return libraries == null
                    ? null
                    : libraries.stream().map(name -> name.replace(".jar", "")).toList();
        }
    }

    /** The example of 8.2.2, 2.a: A after B; C before the others. */
    @Test
    void firstExampleOfTheSpecification() throws Exception {
        TestWar war = war().fragment("a.jar", ordered("a", "", "b"))
                .fragment("b.jar", "<name>b</name>")
                .fragment("c.jar", ordered("c", "*", ""));
        assertThat(order(war)).containsExactly("c", "b", "a");
    }

    /** 8.2.2: A after others and after C; B before others; C after others; D; E; F before others and before B. */
    @Test
    void secondExampleOfTheSpecification() throws Exception {
        TestWar war = war().fragment("a.jar", ordered("a", "", "* c"))
                .fragment("b.jar", ordered("b", "*", ""))
                .fragment("c.jar", ordered("c", "", "*"))
                .fragment("d.jar", "<name>d</name>")
                .fragment("e.jar", "<name>e</name>")
                .fragment("f.jar", ordered("f", "* b", ""));
        assertThat(order(war)).containsExactly("f", "b", "d", "e", "c", "a");
    }

    /** 8.2.2: fragments without a name, D after others and before B. */
    @Test
    void whatMustPrecedeTheLastStaysAmongTheLast() throws Exception {
        TestWar war = war().fragment("a.jar", ordered("a", "", "* c"))
                .fragment("b.jar", "<name>b</name>")
                .fragment("c.jar", ordered("c", "", "*"))
                .fragment("x.jar", "<display-name>no name</display-name>");
        assertThat(order(war)).containsExactly("b", "x", "c", "a");
    }

    @Test
    void whatComesBeforeTheFirstIsFirst() throws Exception {
        TestWar war = war().fragment("a.jar", ordered("a", "*", ""))
                .fragment("m.jar", "<name>m</name>")
                .fragment("z.jar", ordered("z", "a", ""));
        assertThat(order(war)).containsExactly("z", "a", "m");
    }

    @Test
    void aCircleIsNamed() {
        TestWar war = war().fragment("a.jar", ordered("a", "b", ""))
                .fragment("b.jar", ordered("b", "c", ""))
                .fragment("c.jar", ordered("c", "a", ""))
                .fragment("d.jar", ordered("d", "", "a"));
        assertThatThrownBy(() -> order(war))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContainingAll("'a' (WEB-INF/lib/a.jar", "'b'", "'c'")
                .hasMessageNotContaining("'d'");
    }

    @Test
    void beforeAndAfterTheOthersIsAContradiction() {
        TestWar war = war().fragment("a.jar", ordered("a", "*", "*"));
        assertThatThrownBy(() -> order(war))
                .hasMessageContaining("contradicts itself")
                .hasMessageContaining("'a'");
    }

    @Test
    void twoOfOneNameAreNamed() {
        TestWar war = war().fragment("a.jar", "<name>x</name>").fragment("b.jar", "<name>x</name>");
        assertThatThrownBy(() -> order(war)).hasMessageContainingAll("'x'", "a.jar", "b.jar");
    }

    @Test
    void absoluteOrderWithOthers() throws Exception {
        TestWar war = war().webXml(
                        "<absolute-ordering><name>c</name><others/><name>a</name><name>gone</name></absolute-ordering>")
                .fragment("a.jar", ordered("a", "*", "")) // has no effect
                .fragment("b.jar", "<name>b</name>")
                .fragment("c.jar", "<name>c</name>")
                .library("plain.jar", "x.txt", "x");
        assertThat(order(war)).containsExactly("c", "b", "plain", "a");
    }

    @Test
    void withoutAnyOrderNoneIsTold() throws Exception {
        assertThat(order(war().fragment("a.jar", "<name>a</name>"))).isNull();
    }
}
