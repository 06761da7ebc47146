package io.keelson.ejb.descriptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.api.remote.Clustered;
import io.keelson.api.remote.Idempotent;
import io.keelson.api.remote.LoadAlgorithm;
import io.keelson.component.descriptor.DescriptorXml;
import io.keelson.component.descriptor.Element;
import io.keelson.deploy.spi.DeploymentException;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests what {@code weblogic-ejb-jar.xml} and annotations say of stubs. */
class ClusteringTest {
    /** The bean. */
    public static class Plain {
        public void find() {}

        public void add(int number) {}

        @Idempotent
        public void look() {}
    }

    /** A bean with a choice of its own. */
    @Clustered(LoadAlgorithm.RANDOM)
    public static class Annotated {}

    private static Element xml(String text) throws DeploymentException {
        return DescriptorXml.read(
                new ByteArrayInputStream(("<root>" + text + "</root>").getBytes(StandardCharsets.UTF_8)), "beans.xml");
    }

    private static Clustering stateless(String inside) throws DeploymentException {
        return Clustering.of(
                "Plain",
                xml("<stateless-session-descriptor><stateless-clustering>" + inside
                        + "</stateless-clustering></stateless-session-descriptor>"),
                List.of());
    }

    private static Clustering methods(String inside) throws DeploymentException {
        return Clustering.of(
                "Plain",
                null,
                xml("<idempotent-methods>" + inside + "</idempotent-methods>").all("idempotent-methods"));
    }

    private static String method(String bean, String more) {
        return "<method><ejb-name>" + bean + "</ejb-name>" + more + "</method>";
    }

    private static boolean repeats(Clustering clustering, String name, boolean home, Class<?>... types)
            throws NoSuchMethodException {
        return clustering.idempotent(Plain.class.getMethod(name, types), null, home);
    }

    @Test
    void algorithmsOfHomesAndBeansDiffer() throws Exception {
        Clustering both = stateless("<home-load-algorithm>random-affinity</home-load-algorithm>"
                + "<stateless-bean-load-algorithm>WeightBased</stateless-bean-load-algorithm>");

        assertThat(both.algorithm(Annotated.class, false)).isEqualTo(LoadAlgorithm.WEIGHT_BASED);
        assertThat(both.algorithm(Annotated.class, true)).isEqualTo(LoadAlgorithm.RANDOM_AFFINITY);
    }

    @Test
    void withoutADescriptorTheClassSaysIt() throws Exception {
        assertThat(Clustering.NONE.algorithm(Annotated.class, false)).isEqualTo(LoadAlgorithm.RANDOM);
        assertThat(Clustering.NONE.algorithm(Plain.class, true)).isEqualTo(LoadAlgorithm.ROUND_ROBIN);
        assertThat(Clustering.of("Plain", null, List.of())).isEqualTo(Clustering.NONE);
    }

    @Test
    void anAlgorithmThatIsNoneIsRefusedWithItsPlace() {
        assertThatThrownBy(() -> stateless("<home-load-algorithm>fastest</home-load-algorithm>"))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("beans.xml:")
                .hasMessageContaining("'fastest'");
    }

    @Test
    void methodsAreIdempotentByNameParametersAndInterface() throws Exception {
        Clustering some = methods(method("Plain", "<method-name>find</method-name>")
                + method("Other", "<method-name>*</method-name>")
                + method(
                        "Plain",
                        "<method-intf>Home</method-intf><method-name>add</method-name>"
                                + "<method-params><method-param>int</method-param></method-params>"));

        assertThat(repeats(some, "find", false)).isTrue();
        assertThat(repeats(some, "look", false)).isFalse();
        assertThat(repeats(some, "add", false, int.class)).isFalse();
        assertThat(repeats(some, "add", true, int.class)).isTrue();
    }

    @Test
    void allMethodsOfABeanMayBe() throws Exception {
        Clustering all =
                stateless("<stateless-bean-methods-are-idempotent>true</stateless-bean-methods-are-idempotent>");

        assertThat(repeats(all, "add", false, int.class)).isTrue();
        assertThat(repeats(all, "add", true, int.class)).as("not of the home").isFalse();
    }

    @Test
    void theAnnotationOfTheBeansMethodCounts() throws Exception {
        assertThat(Clustering.NONE.idempotent(Runnable.class.getMethod("run"), Plain.class.getMethod("look"), false))
                .isTrue();
        assertThat(Clustering.NONE.idempotent(Runnable.class.getMethod("run"), Plain.class.getMethod("find"), false))
                .isFalse();
    }
}
