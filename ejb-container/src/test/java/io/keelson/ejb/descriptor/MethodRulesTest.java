package io.keelson.ejb.descriptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.component.descriptor.DescriptorXml;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.ejb.model.AccessRule;
import io.keelson.ejb.model.ApplicationExceptions;
import io.keelson.ejb.model.BeanMethod;
import io.keelson.ejb.model.BeanModel;
import io.keelson.ejb.model.BeanReader;
import io.keelson.ejb.model.BeanRules;
import io.keelson.ejb.model.MethodInterface;
import jakarta.annotation.PostConstruct;
import jakarta.ejb.Remove;
import jakarta.ejb.Stateful;
import jakarta.ejb.Stateless;
import jakarta.ejb.Timeout;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Attributes and permissions by the interface of a call. */
class MethodRulesTest {
    private static final AccessRule NOBODY = new AccessRule.DenyAll();

    /** A bean without a descriptor of its own. */
    @Stateless
    static class Bean {
        @PostConstruct
        void made() {}

        @TransactionAttribute(TransactionAttributeType.SUPPORTS)
        public void one() {}

        public void two() {}

        @Timeout
        public void due() {}
    }

    private static EjbJar descriptor(String... assembled) throws DeploymentException {
        String text = "<ejb-jar version=\"4.0\"><assembly-descriptor>" + String.join("", assembled)
                + "</assembly-descriptor></ejb-jar>";
        return EjbJar.read(
                DescriptorXml.read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), "ejb-jar.xml"));
    }

    private static BeanModel annotated() {
        return Objects.requireNonNull(
                BeanReader.read(Bean.class, new BeanRules(), new ApplicationExceptions(Map.of())));
    }

    private static BeanMethod method(String name, String... assembled) throws DeploymentException {
        return Objects.requireNonNull(
                BeanOverlay.apply(descriptor(assembled), annotated()).method(name));
    }

    /** A bean whose method removes it. */
    @Stateful
    static class Kept {
        @Remove(retainIfException = true)
        public void end() {}
    }

    @Test
    void whatADescriptorLeavesOutOfARemovalIsTheAnnotations() throws Exception {
        String removes = "<ejb-jar version='4.0'><enterprise-beans><session><ejb-name>Kept</ejb-name><remove-method>"
                + "<bean-method><method-name>end</method-name></bean-method>%s</remove-method></session>"
                + "</enterprise-beans></ejb-jar>";
        for (boolean retains : new boolean[] {true, false}) {
            String said = retains ? "" : "<retain-if-exception>false</retain-if-exception>";
            EjbJar descriptor = EjbJar.read(DescriptorXml.read(
                    new ByteArrayInputStream(String.format(removes, said).getBytes(StandardCharsets.UTF_8)),
                    "ejb-jar.xml"));
            BeanModel model = Objects.requireNonNull(
                    BeanReader.read(Kept.class, new BeanRules(), new ApplicationExceptions(Map.of())));
            assertThat(BeanOverlay.apply(descriptor, model).method("end").remove())
                    .isEqualTo(new BeanMethod.Remove(retains));
        }
    }

    private static String named(String by, String method) {
        return "<method><ejb-name>Bean</ejb-name>" + (by.isEmpty() ? "" : "<method-intf>" + by + "</method-intf>")
                + "<method-name>" + method + "</method-name></method>";
    }

    private static String transaction(String by, String method, String attribute) {
        return "<container-transaction>" + named(by, method) + "<trans-attribute>" + attribute
                + "</trans-attribute></container-transaction>";
    }

    @ParameterizedTest
    @CsvSource({
        "REMOTE, NEVER",
        "LOCAL, REQUIRES_NEW",
        "SERVICE_ENDPOINT, MANDATORY",
        "HOME, SUPPORTS",
        "TIMER, SUPPORTS"
    })
    void anAttributeHoldsForTheInterfaceThatTheDescriptorNames(MethodInterface by, TransactionAttributeType expected)
            throws Exception {
        BeanMethod method = method(
                "one",
                transaction("Remote", "one", "Never"),
                transaction("Local", "*", "RequiresNew"),
                transaction("ServiceEndpoint", "*", "Mandatory"));

        assertThat(method.by(by).transaction()).isEqualTo(expected);
        assertThat(method.by(by).index()).isEqualTo(method.index());
    }

    @Test
    void whatNamesTheMethodPreciselyGoesFirstAndThenWhatNamesTheInterface() throws Exception {
        String[] rules = {
            transaction("Local", "*", "Never"),
            transaction("", "one", "Mandatory"),
            transaction("", "*", "NotSupported"),
            transaction("Remote", "one", "RequiresNew")
        };
        BeanMethod one = method("one", rules);
        BeanMethod two = method("two", rules);

        assertThat(one.by(MethodInterface.LOCAL).transaction()).isEqualTo(TransactionAttributeType.MANDATORY);
        assertThat(one.by(MethodInterface.REMOTE).transaction()).isEqualTo(TransactionAttributeType.REQUIRES_NEW);
        assertThat(two.by(MethodInterface.LOCAL).transaction()).isEqualTo(TransactionAttributeType.NEVER);
        assertThat(two.by(MethodInterface.REMOTE).transaction()).isEqualTo(TransactionAttributeType.NOT_SUPPORTED);
    }

    @Test
    void aTimeoutMethodHasAnAttributeOfItsOwnForTimers() throws Exception {
        BeanMethod due = method("due", transaction("Timer", "due", "NotSupported"));

        assertThat(due.by(MethodInterface.TIMER).transaction()).isEqualTo(TransactionAttributeType.NOT_SUPPORTED);
        assertThat(due.by(MethodInterface.LOCAL).transaction()).isEqualTo(TransactionAttributeType.REQUIRED);
    }

    @Test
    void permissionsAndTheExcludeListHoldForTheirInterfaces() throws Exception {
        BeanMethod one = method(
                "one",
                "<method-permission><role-name>clerk</role-name>" + named("", "*") + "</method-permission>",
                "<method-permission><role-name>boss</role-name>" + named("Remote", "one") + "</method-permission>",
                "<method-permission><unchecked/>" + named("Local", "one") + "</method-permission>",
                "<exclude-list>" + named("ServiceEndpoint", "one") + "</exclude-list>");

        assertThat(one.access()).isEqualTo(new AccessRule.RolesAllowed(Set.of("clerk")));
        assertThat(one.by(MethodInterface.REMOTE).access())
                .isEqualTo(new AccessRule.RolesAllowed(Set.of("clerk", "boss")));
        assertThat(one.by(MethodInterface.LOCAL).access()).isEqualTo(AccessRule.OPEN);
        assertThat(one.by(MethodInterface.SERVICE_ENDPOINT).access()).isEqualTo(NOBODY);
    }

    @Test
    void aCallbackHasTheAttributeOfItsNameOrOfTheInterfaceLifecycleCallback() throws Exception {
        BeanModel bean = annotated();
        var made = Bean.class.getDeclaredMethod("made");
        EjbJar pattern = descriptor(transaction("", "*", "Never"));
        EjbJar local = descriptor(transaction("Local", "made", "Never"));
        EjbJar byName = descriptor(transaction("", "made", "RequiresNew"));
        EjbJar byInterface = descriptor(transaction("LifecycleCallback", "*", "NotSupported"));

        assertThat(MethodRules.ofCallback(pattern, bean, made)).isNull();
        assertThat(MethodRules.ofCallback(local, bean, made)).isNull();
        assertThat(MethodRules.ofCallback(byName, bean, made)).isEqualTo(TransactionAttributeType.REQUIRES_NEW);
        assertThat(MethodRules.ofCallback(byInterface, bean, made)).isEqualTo(TransactionAttributeType.NOT_SUPPORTED);
    }

    @Test
    void unknownInterfacesAndAttributesAreRefusedWithTheirLine() {
        assertThatThrownBy(() -> method("one", transaction("Remotely", "none", "Never")))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("ejb-jar.xml:")
                .hasMessageContaining("'Remotely'")
                .hasMessageContaining("LifecycleCallback");
        assertThatThrownBy(() -> method("one", transaction("", "none", "Sometimes")))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("'Sometimes'");
    }
}
