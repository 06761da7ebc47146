package io.keelson.ejb.model;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.annotation.security.DenyAll;
import jakarta.annotation.security.PermitAll;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ejb.Asynchronous;
import jakarta.ejb.Local;
import jakarta.ejb.LocalBean;
import jakarta.ejb.Remote;
import jakarta.ejb.Remove;
import jakarta.ejb.Schedule;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.Stateful;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BeanReaderTest {
    private static BeanModel read(Class<?> type) {
        BeanRules rules = new BeanRules();
        BeanModel model = Objects.requireNonNull(BeanReader.read(type, rules, new ApplicationExceptions(Map.of())));
        assertThat(rules.findings()).isEmpty();
        return model;
    }

    private static List<String> findings(Class<?> type) {
        BeanRules rules = new BeanRules();
        BeanReader.read(type, rules, new ApplicationExceptions(Map.of()));
        return rules.findings();
    }

    /** A business interface. */
    public interface Shop {
        String buy(String what);
    }

    /** Another. */
    @Remote
    public interface Depot {
        int stock();
    }

    /** Attributes by method, class and superclass. */
    @TransactionAttribute(TransactionAttributeType.MANDATORY)
    @DenyAll
    public static class Base {
        public void inherited() {}
    }

    /** A bean with a local and a remote view. */
    @Stateless(name = "TheShop")
    @RolesAllowed("clerk")
    public static class ShopBean extends Base implements Shop, Depot, Serializable {
        private static final long serialVersionUID = 1L;

        @Override
        @TransactionAttribute(TransactionAttributeType.NEVER)
        @PermitAll
        public String buy(String what) {
            return what;
        }

        @Override
        public int stock() {
            return 0;
        }
    }

    @Test
    void attributesOfAMethodComeBeforeThoseOfTheClassThatDeclaresIt() {
        BeanModel model = read(ShopBean.class);

        assertThat(model.name()).isEqualTo("TheShop");
        BeanMethod buy = Objects.requireNonNull(model.method("buy", String.class));
        BeanMethod stock = Objects.requireNonNull(model.method("stock"));
        BeanMethod inherited = Objects.requireNonNull(model.method("inherited"));
        assertThat(buy.transaction()).isEqualTo(TransactionAttributeType.NEVER);
        assertThat(buy.access()).isEqualTo(new AccessRule.PermitAll());
        assertThat(stock.transaction()).isEqualTo(TransactionAttributeType.REQUIRED);
        assertThat(stock.access()).isEqualTo(new AccessRule.RolesAllowed(Set.of("clerk")));
        assertThat(inherited.transaction()).isEqualTo(TransactionAttributeType.MANDATORY);
        assertThat(inherited.access()).isEqualTo(new AccessRule.DenyAll());
        assertThat(model.methods())
                .allSatisfy(
                        each -> assertThat(model.methods().get(each.index())).isSameAs(each));
    }

    @Test
    void anInterfaceWithRemoteIsRemoteAndSerializableIsNone() {
        assertThat(read(ShopBean.class).views())
                .isEqualTo(new Views(false, List.of(), List.of(Depot.class), List.of()));
    }

    /** No interface at all. */
    @Singleton
    @Startup
    public static class Plain {
        @Schedule(hour = "*", minute = "*", second = "*/5", persistent = false, info = "tick")
        void tick() {}

        public void call() {}
    }

    @Test
    void aBeanWithoutInterfacesIsItsOwnView() {
        BeanModel model = read(Plain.class);

        assertThat(model.views().noInterface()).isTrue();
        assertThat(model.singleton().startup()).isTrue();
        assertThat(model.timers().automatic()).singleElement().satisfies(timer -> {
            assertThat(timer.persistent()).isFalse();
            assertThat(timer.info()).isEqualTo("tick");
            assertThat(timer.schedule().second()).isEqualTo("*/5");
        });
    }

    /** All interfaces are local where nothing says otherwise. */
    @Stateful
    @LocalBean
    @Local(Shop.class)
    public static class Both implements Shop {
        @Override
        @Remove
        public String buy(String what) {
            return what;
        }
    }

    @Test
    void localBeanAddsTheClassToItsInterfaces() {
        assertThat(read(Both.class).views()).isEqualTo(new Views(true, List.of(Shop.class), List.of(), List.of()));
    }

    // ---- broken rules
    // ------------------------------------------------------------------------------------------------

    /** Breaks a rule. */
    @Stateless
    public abstract static class Abstract {}

    /** Breaks a rule. */
    @Stateless
    public static final class Final {}

    /** Breaks a rule. */
    @Stateless
    public class Inner {}

    /** Breaks a rule. */
    @Stateless
    @Singleton
    public static class TwoKinds {}

    /** Breaks a rule. */
    @Stateless
    @Startup
    public static class StatelessStartup {}

    /** Breaks a rule. */
    @Stateless
    public static class RemoveOfStateless {
        @Remove
        public void end() {}
    }

    /** Breaks a rule. */
    @Stateless
    @Local(Shop.class)
    public static class WithoutMethod {}

    /** Breaks a rule. */
    @Stateless
    @Local(Depot.class)
    @Remote(Depot.class)
    public static class LocalAndRemote implements Depot {
        @Override
        public int stock() {
            return 0;
        }
    }

    /** Breaks a rule. */
    @Stateless
    public static class FinalMethod {
        public final void call() {}
    }

    /** Breaks a rule. */
    @Stateless
    public static class AsynchronousResult {
        @Asynchronous
        public String call() {
            return "";
        }
    }

    /** Breaks a rule. */
    @Stateful
    public static class StatefulTimer {
        @Schedule
        public void tick() {}
    }

    /** Breaks a rule. */
    @Stateless
    public static class TimeoutWithResult {
        @Schedule
        public int tick() {
            return 0;
        }
    }

    /** Breaks a rule. */
    @Stateless
    public static class SeveralAccessRules {
        @PermitAll
        @DenyAll
        public void call() {}
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                Abstract.class,
                Final.class,
                Inner.class,
                TwoKinds.class,
                StatelessStartup.class,
                RemoveOfStateless.class,
                WithoutMethod.class,
                LocalAndRemote.class,
                FinalMethod.class,
                AsynchronousResult.class,
                StatefulTimer.class,
                TimeoutWithResult.class,
                SeveralAccessRules.class
            })
    void aBrokenRuleNamesClassAndSection(Class<?> type) {
        assertThat(findings(type))
                .isNotEmpty()
                .allSatisfy(finding -> assertThat(finding)
                        .startsWith(type.getName())
                        .containsPattern("\\(Enterprise Beans 4\\.0 Core, [0-9.]+\\)$"));
    }
}
