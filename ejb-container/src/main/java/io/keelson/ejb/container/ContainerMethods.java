package io.keelson.ejb.container;

import io.keelson.deploy.spi.DeploymentException;
import io.keelson.ejb.descriptor.EjbJar;
import io.keelson.ejb.descriptor.MethodRules;
import io.keelson.ejb.model.AccessRule;
import io.keelson.ejb.model.BeanMethod;
import io.keelson.ejb.model.BeanModel;
import io.keelson.ejb.model.MethodInterface;
import io.keelson.ejb.model.Patience;
import io.keelson.ejb.model.Views;
import jakarta.ejb.TransactionAttributeType;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The methods of a session bean's homes and component interfaces that the container serves without an instance of the bean: {@code create}
 * of a stateless bean, {@code remove}, {@code getHandle} and the like. Permissions hold for them, too.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 12.3.2 Method Permissions.
 */
public final class ContainerMethods {
    private ContainerMethods() {}

    /** Returns true if a method is one of the interfaces that homes and component interfaces extend. */
    static boolean isOfPlatform(Method method) {
        return method.getDeclaringClass().getName().startsWith("jakarta.ejb.");
    }

    /**
     * Returns a method as the security step sees it.
     *
     * @param ofHome true for one of the home
     * @throws IllegalArgumentException when the descriptor breaks a rule
     */
    static BeanMethod of(EjbJar descriptor, BeanModel bean, Views.Home view, boolean ofHome, Method shown) {
        try {
            AccessRule access = MethodRules.ofContainer(descriptor, bean, by(view, ofHome), shown);
            return new BeanMethod(
                    -1, shown, TransactionAttributeType.NOT_SUPPORTED, access, false, Patience.UNLIMITED, false, null);
        } catch (DeploymentException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private static MethodInterface by(Views.Home view, boolean ofHome) {
        return view.remote()
                ? ofHome ? MethodInterface.HOME : MethodInterface.REMOTE
                : ofHome ? MethodInterface.LOCAL_HOME : MethodInterface.LOCAL;
    }

    /**
     * Returns the rules of all such methods of a bean, as policies are told. Where interfaces with the same method differ, nobody may.
     *
     * @throws DeploymentException when the descriptor breaks a rule
     */
    public static Map<Method, AccessRule> rules(EjbJar descriptor, BeanModel bean) throws DeploymentException {
        Map<Method, AccessRule> rules = new LinkedHashMap<>();
        if (!bean.kind().session()) {
            return rules;
        }
        for (Views.Home view : bean.views().homes()) {
            for (Method each : view.home().getMethods()) {
                if (isOfPlatform(each) || each.getName().startsWith("create")) {
                    add(rules, each, MethodRules.ofContainer(descriptor, bean, by(view, true), each));
                }
            }
            for (Method each : view.component().getMethods()) {
                if (isOfPlatform(each)) {
                    add(rules, each, MethodRules.ofContainer(descriptor, bean, by(view, false), each));
                }
            }
        }
        return rules;
    }

    /** Permissions of policies name a method and its parameters, not the interface. */
    private static void add(Map<Method, AccessRule> rules, Method method, AccessRule rule) {
        AccessRule told = rule;
        for (Map.Entry<Method, AccessRule> each : rules.entrySet()) {
            Method other = each.getKey();
            boolean same = other.getName().equals(method.getName())
                    && Arrays.equals(other.getParameterTypes(), method.getParameterTypes());
            if (same && !each.getValue().equals(rule)) {
                told = new AccessRule.DenyAll();
                each.setValue(told);
            }
        }
        rules.put(method, told);
    }
}
