package io.keelson.component.spi;

import io.keelson.component.role.RoleMapping;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.kernel.context.Caller;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Authorization of bean calls by policies that an application may bring. A part attaches one to the deployment of a module in {@code
 * prepare}. The container of the beans asks it in place of its own decision while {@link #decides} says so. Thread-safe. What a policy
 * throws comes out of the methods that decide: the call fails.
 *
 * <p>Specification: Authorization 3.0, 5.2 Policy Decision and Enforcement Subcontract for Jakarta Enterprise Beans.
 */
public interface BeanAuthorization {
    /**
     * A bean with its rules.
     *
     * @param name of the bean
     * @param methods each method of the bean and the roles that may call it; none of them: nobody may
     * @param open the methods that everybody may call
     * @param references the names of roles in its code and the roles that they mean
     * @param roles the roles that it declares
     */
    record Bean(
            String name,
            Map<Method, Set<String>> methods,
            Set<Method> open,
            Map<String, String> references,
            Set<String> roles) {
        public Bean {
            methods = Map.copyOf(methods);
            open = Set.copyOf(open);
            references = Map.copyOf(references);
            roles = Set.copyOf(roles);
        }
    }

    /**
     * Tells the rules of all beans of the module, before the first of them is called from outside.
     *
     * @param roles the holders of roles
     * @throws DeploymentException where the rules cannot be told to the policies
     */
    void beans(List<Bean> beans, RoleMapping roles) throws DeploymentException;

    /** Returns true if the application has a policy of its own at this moment. */
    boolean decides();

    /**
     * The calling thread works for a call of a bean of the module. In the call's invocation context.
     *
     * @return what {@link #leave} puts back
     */
    Object enter(@Nullable Object[] arguments);

    /** The calling thread does so no longer. Does not throw. */
    void leave(Object before);

    /**
     * Returns true if the caller may call a method.
     *
     * @param caller null for nobody
     * @param view {@code Local} or {@code Remote}
     */
    boolean permitsCall(@Nullable Caller caller, String bean, String view, Method method);

    /** Returns true if the caller is in a role, by the name that the bean has for it. */
    boolean holdsInBean(@Nullable Caller caller, String bean, String role);
}
