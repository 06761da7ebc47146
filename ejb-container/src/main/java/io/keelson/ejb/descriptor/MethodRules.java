package io.keelson.ejb.descriptor;

import io.keelson.component.descriptor.Element;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.ejb.model.AccessRule;
import io.keelson.ejb.model.BeanMethod;
import io.keelson.ejb.model.BeanModel;
import io.keelson.ejb.model.MethodInterface;
import io.keelson.ejb.model.Views;
import jakarta.ejb.TransactionAttributeType;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Transaction attributes and permissions of a bean's methods, as the assembly descriptor gives them, by the interface of the call. What
 * names a method precisely goes before a pattern; between equals, what names the interface goes before what does not. Immutable.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 8.3.7.2 and 12.3.2.2.
 */
public final class MethodRules {
    /** The precision of a pattern for all methods that names no interface. */
    private static final int PATTERN = 2;

    private final EjbJar descriptor;
    private final BeanModel bean;

    MethodRules(EjbJar descriptor, BeanModel bean) {
        this.descriptor = descriptor;
        this.bean = bean;
    }

    /**
     * Returns a method of the bean as a create method of a home calls it, with the rules for that interface.
     *
     * @throws DeploymentException when the descriptor breaks a rule
     */
    public static BeanMethod ofHome(
            EjbJar descriptor, BeanModel bean, Views.Home home, Method create, BeanMethod called)
            throws DeploymentException {
        MethodInterface by = home.remote() ? MethodInterface.HOME : MethodInterface.LOCAL_HOME;
        BeanMethod.Rules rules = new MethodRules(descriptor, bean)
                .rules(new Asked(by, List.of(create), List.of(called.method(), create)), called);
        return called.with(rules);
    }

    /**
     * Returns the attribute of a life-cycle callback; null where the descriptor does not give it. A pattern counts only where it names
     * the interface {@code LifecycleCallback}.
     *
     * @throws DeploymentException when the descriptor breaks a rule
     */
    public static @Nullable TransactionAttributeType ofCallback(EjbJar descriptor, BeanModel bean, Method callback)
            throws DeploymentException {
        MethodRules rules = new MethodRules(descriptor, bean);
        Asked asked = new Asked(MethodInterface.LIFECYCLE_CALLBACK, List.of(callback), List.of(callback));
        TransactionAttributeType found = null;
        int best = PATTERN;
        for (Element each : descriptor.assembled("container-transaction")) {
            int names = rules.names(each, asked);
            if (names > best) {
                best = names;
                found = attribute(each);
            }
        }
        return found;
    }

    /**
     * Returns who may call a method of a home or component interface that the container serves itself, as {@code remove}.
     *
     * @param by the interface
     * @throws DeploymentException when the descriptor breaks a rule
     */
    public static AccessRule ofContainer(EjbJar descriptor, BeanModel bean, MethodInterface by, Method shown)
            throws DeploymentException {
        List<Method> method = List.of(shown);
        return new MethodRules(descriptor, bean).access(new Asked(by, method, method), AccessRule.OPEN);
    }

    /**
     * A question for the rules of a method.
     *
     * @param by the interface of the call; null: one that no element names
     * @param shown the method as that interface has it
     * @param any the method as elements without an interface may name it
     */
    private record Asked(@Nullable MethodInterface by, List<Method> shown, List<Method> any) {}

    /** Checks what the assembly descriptor says of this bean, whatever it names. */
    void check() throws DeploymentException {
        for (Element each : descriptor.assembled("container-transaction")) {
            if (!of(each).isEmpty()) {
                attribute(each);
            }
        }
        interfaces();
    }

    /** Returns a method with its rules, also those that differ by interface. */
    BeanMethod.Rules rules(BeanMethod of) throws DeploymentException {
        List<Method> method = List.of(of.method());
        return rules(new Asked(null, method, method), of);
    }

    /** Returns the rules for interfaces that the descriptor names and for which others hold than for the rest. */
    Map<MethodInterface, BeanMethod.Rules> byInterface(BeanMethod of, BeanMethod.Rules otherwise)
            throws DeploymentException {
        Map<MethodInterface, BeanMethod.Rules> found = new EnumMap<>(MethodInterface.class);
        if (bean.entity() != null) {
            return found; // each of its methods is of one interface
        }
        List<Method> method = List.of(of.method());
        for (MethodInterface each : interfaces()) {
            BeanMethod.Rules rules = rules(new Asked(each, method, method), of);
            if (!rules.equals(otherwise)) {
                found.put(each, rules);
            }
        }
        return found;
    }

    private BeanMethod.Rules rules(Asked asked, BeanMethod of) throws DeploymentException {
        return new BeanMethod.Rules(transaction(asked, of), access(asked, of.access()));
    }

    private List<Element> of(Element assembled) throws DeploymentException {
        List<Element> all = new ArrayList<>();
        for (Element each : assembled.all("method")) {
            if (each.requiredTextOf("ejb-name").equals(bean.name())) {
                all.add(each);
            }
        }
        return all;
    }

    private Set<MethodInterface> interfaces() throws DeploymentException {
        Set<MethodInterface> all = EnumSet.noneOf(MethodInterface.class);
        for (String kind : List.of("container-transaction", "method-permission", "exclude-list")) {
            for (Element assembled : descriptor.assembled(kind)) {
                for (Element each : of(assembled)) {
                    MethodInterface named = named(each);
                    if (named != null) {
                        all.add(named);
                    }
                }
            }
        }
        return all;
    }

    private static @Nullable MethodInterface named(Element method) throws DeploymentException {
        String text = method.textOf("method-intf");
        MethodInterface named = text == null ? null : MethodInterface.of(text);
        if (text != null && named == null) {
            throw method.wrong("has the method-intf '" + text + "'; expected one of "
                    + Arrays.stream(MethodInterface.values())
                            .map(MethodInterface::described)
                            .toList());
        }
        return named;
    }

    /** Returns how precisely an element of the assembly descriptor names a method of this bean; 0: not at all. */
    private int names(Element assembled, Asked asked) throws DeploymentException {
        int best = 0;
        for (Element each : of(assembled)) {
            MethodInterface named = named(each);
            boolean counts = named == null
                    || (bean.entity() == null
                            ? named == asked.by()
                            : shows(named, asked.shown().get(0)));
            MethodPattern pattern = MethodPattern.of(each);
            for (Method method : !counts ? List.<Method>of() : named == null ? asked.any() : asked.shown()) {
                int names = pattern.names(method);
                best = Math.max(best, names == 0 ? 0 : 2 * names + (named == null ? 0 : 1));
            }
        }
        return best;
    }

    /** The methods of an entity bean are those of its views, of which {@code method-intf} names one. */
    private boolean shows(MethodInterface named, Method method) {
        BeanMethod timeout = bean.timers().timeout();
        if (timeout != null && timeout.method().equals(method)) {
            return named == MethodInterface.TIMER;
        }
        Class<?> declaring = method.getDeclaringClass();
        for (Views.Home each : bean.views().homes()) {
            MethodInterface ofHome = each.remote() ? MethodInterface.HOME : MethodInterface.LOCAL_HOME;
            MethodInterface ofObject = each.remote() ? MethodInterface.REMOTE : MethodInterface.LOCAL;
            boolean shown = named == ofHome && declaring.isAssignableFrom(each.home())
                    || named == ofObject && declaring.isAssignableFrom(each.component());
            if (shown) {
                return true;
            }
        }
        return false;
    }

    private TransactionAttributeType transaction(Asked asked, BeanMethod of) throws DeploymentException {
        TransactionAttributeType found = of.transaction();
        int best = 0;
        for (Element each : descriptor.assembled("container-transaction")) {
            int names = names(each, asked);
            if (names > best) {
                best = names;
                found = attribute(each);
            }
        }
        return found;
    }

    private static TransactionAttributeType attribute(Element element) throws DeploymentException {
        String text = element.requiredTextOf("trans-attribute");
        for (TransactionAttributeType each : TransactionAttributeType.values()) {
            if (each.name().replace("_", "").equalsIgnoreCase(text)) {
                return each;
            }
        }
        throw element.wrong("has the trans-attribute '" + text
                + "'; expected NotSupported, Supports, Required, RequiresNew, Mandatory or Never");
    }

    private AccessRule access(Asked asked, AccessRule otherwise) throws DeploymentException {
        for (Element each : descriptor.assembled("exclude-list")) {
            if (names(each, asked) > 0) {
                return new AccessRule.DenyAll();
            }
        }
        Set<String> roles = new LinkedHashSet<>();
        boolean named = false;
        for (Element each : descriptor.assembled("method-permission")) {
            if (names(each, asked) > 0) {
                if (each.has("unchecked")) {
                    return new AccessRule.PermitAll();
                }
                named = true;
                roles.addAll(each.textsOf("role-name"));
            }
        }
        return !named ? otherwise : roles.isEmpty() ? new AccessRule.DenyAll() : new AccessRule.RolesAllowed(roles);
    }
}
