package io.keelson.ee.security.authorization;

import io.keelson.component.role.RoleMapping;
import io.keelson.component.spi.BeanAuthorization;
import jakarta.security.jacc.EJBMethodPermission;
import jakarta.security.jacc.EJBRoleRefPermission;
import jakarta.security.jacc.PolicyConfiguration;
import jakarta.security.jacc.PolicyContextException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * The permissions of a bean's methods and roles. A rule holds for a method in all views of the bean. Stateless.
 *
 * <p>Specification: Authorization 3.0, 5.1.4 Translating Jakarta Enterprise Beans Deployment Descriptors.
 */
final class BeanPermissions {
    private BeanPermissions() {}

    /** Adds all of a bean to an open configuration. */
    static void add(BeanAuthorization.Bean bean, PolicyConfiguration to) throws PolicyContextException {
        for (Method method : bean.open()) {
            to.addToUncheckedPolicy(permission(bean, method));
        }
        Set<String> roles = new LinkedHashSet<>(bean.roles());
        for (Map.Entry<Method, Set<String>> method : bean.methods().entrySet()) {
            if (method.getValue().isEmpty()) {
                to.addToExcludedPolicy(permission(bean, method.getKey()));
            }
            for (String role : method.getValue()) {
                // As the beans' container has it, "*" is everybody who is authenticated.
                String holders = role.equals(RoleMapping.ALL) ? RoleMapping.AUTHENTICATED : role;
                to.addToRole(holders, permission(bean, method.getKey()));
                roles.add(holders);
            }
        }
        addReferences(bean, roles, to);
    }

    private static EJBMethodPermission permission(BeanAuthorization.Bean bean, Method method) {
        String[] parameters = Arrays.stream(method.getParameterTypes())
                .map(Class::getTypeName)
                .toArray(String[]::new);
        return new EJBMethodPermission(bean.name(), method.getName(), null, parameters);
    }

    private static void addReferences(BeanAuthorization.Bean bean, Set<String> roles, PolicyConfiguration to)
            throws PolicyContextException {
        for (Map.Entry<String, String> reference : bean.references().entrySet()) {
            to.addToRole(reference.getValue(), new EJBRoleRefPermission(bean.name(), reference.getKey()));
        }
        roles.add(RoleMapping.AUTHENTICATED);
        for (String role : roles) {
            if (!bean.references().containsKey(role)) {
                to.addToRole(role, new EJBRoleRefPermission(bean.name(), role));
            }
        }
    }
}
