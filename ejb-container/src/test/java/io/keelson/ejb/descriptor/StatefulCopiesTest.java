package io.keelson.ejb.descriptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.component.descriptor.DescriptorXml;
import io.keelson.component.descriptor.Element;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.ejb.model.ApplicationExceptions;
import io.keelson.ejb.model.BeanModel;
import io.keelson.ejb.model.BeanReader;
import io.keelson.ejb.model.BeanRules;
import jakarta.ejb.Stateful;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests which stateful beans have a copy on another server. */
class StatefulCopiesTest {
    /** A bean as most are. */
    @Stateful
    static class Cart {
        public void add() {}
    }

    /** A bean whose state nobody may write. */
    @Stateful(passivationCapable = false)
    static class Bound {
        public void add() {}
    }

    private static BeanModel model(Class<?> bean) {
        return Objects.requireNonNull(BeanReader.read(bean, new BeanRules(), new ApplicationExceptions(Map.of())));
    }

    private static Element xml(String text, String file) throws DeploymentException {
        return DescriptorXml.read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), file);
    }

    private static BeanModel overlaid(Class<?> bean, String stateful) throws DeploymentException {
        Element whole = xml(
                "<weblogic-enterprise-bean><ejb-name>" + bean.getSimpleName()
                        + "</ejb-name>\n<stateful-session-descriptor>" + stateful
                        + "</stateful-session-descriptor></weblogic-enterprise-bean>",
                "META-INF/weblogic-ejb-jar.xml");
        return new WeblogicEjbJar(Map.of(bean.getSimpleName(), whole), List.of(), null).overlaid(model(bean));
    }

    @Test
    void aBeanThatCanBePassivatedHasACopy() {
        assertThat(model(Cart.class).stateful().copied()).isTrue();
        assertThat(model(Bound.class).stateful().copied()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"true, true", "false, false"})
    void whatEjbJarSaysOfPassivationHoldsForCopies(boolean capable, boolean copied) throws Exception {
        for (Class<?> bean : List.of(Cart.class, Bound.class)) {
            EjbJar descriptor = EjbJar.read(xml(
                    "<ejb-jar version='4.0'><enterprise-beans><session><ejb-name>" + bean.getSimpleName()
                            + "</ejb-name><passivation-capable>" + capable
                            + "</passivation-capable></session></enterprise-beans></ejb-jar>",
                    "ejb-jar.xml"));
            assertThat(BeanOverlay.apply(descriptor, model(bean)).stateful().copied())
                    .isEqualTo(copied);
        }
    }

    @ParameterizedTest
    @CsvSource({"None, false", "none, false", "InMemory, true"})
    void replicationTypeSwitchesCopiesOff(String type, boolean copied) throws Exception {
        String clustering = "<stateful-session-clustering><replication-type>" + type
                + "</replication-type></stateful-session-clustering>";
        String cache = "<stateful-session-cache><max-beans-in-cache>7</max-beans-in-cache></stateful-session-cache>";

        assertThat(overlaid(Cart.class, clustering).stateful().copied()).isEqualTo(copied);
        BeanModel.Stateful both = overlaid(Cart.class, cache + clustering).stateful();
        assertThat(both.copied()).isEqualTo(copied);
        assertThat(both.cache().most()).isEqualTo(7);
        assertThat(overlaid(Cart.class, cache).stateful().copied()).isTrue();
        assertThat(overlaid(Bound.class, clustering).stateful().copied()).isFalse();
    }

    @Test
    void anotherTypeIsRefusedWithItsLine() {
        assertThatThrownBy(
                        () -> overlaid(
                                Cart.class,
                                "<stateful-session-clustering><replication-type>Twice</replication-type></stateful-session-clustering>"))
                .isInstanceOf(DeploymentException.class)
                .hasMessageStartingWith("META-INF/weblogic-ejb-jar.xml:2")
                .hasMessageContaining("'Twice'; expected InMemory or None");
    }
}
