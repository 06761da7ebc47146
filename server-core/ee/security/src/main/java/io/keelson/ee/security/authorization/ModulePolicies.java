package io.keelson.ee.security.authorization;

import io.keelson.component.role.RoleMapping;
import io.keelson.component.spi.BeanAuthorization;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.kernel.context.Caller;
import io.keelson.servlet.spi.security.RequestAuthorization;
import io.keelson.servlet.spi.security.WebConstraints;
import jakarta.security.jacc.EJBMethodPermission;
import jakarta.security.jacc.EJBRoleRefPermission;
import jakarta.security.jacc.Policy;
import jakarta.security.jacc.PolicyConfiguration;
import jakarta.security.jacc.PolicyConfigurationFactory;
import jakarta.security.jacc.PolicyContext;
import jakarta.security.jacc.PolicyContextException;
import jakarta.security.jacc.PolicyFactory;
import jakarta.security.jacc.WebResourcePermission;
import jakarta.security.jacc.WebRoleRefPermission;
import jakarta.security.jacc.WebUserDataPermission;
import java.lang.reflect.Method;
import java.security.Permission;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The policy context of a module, from its start to its undeployment: its permissions, and the policy and factories that its
 * application has set. Thread-safe.
 *
 * <p>Specification: Authorization 3.0, 4.1 Policy Enforcement by Servlet Containers; 5.2 Policy Decision and
 * Enforcement Subcontract for Jakarta Enterprise Beans.
 */
public final class ModulePolicies implements RequestAuthorization, BeanAuthorization {
    private static final RoleMapping NO_ROLES = new RoleMapping(Set.of(), Map.of(), false);

    /** The module whose own factory the calling thread asks. It may wrap the server's, which must not lead to it again. */
    private static final ThreadLocal<ModulePolicies> ASKING = new ThreadLocal<>();

    private final PolicyContexts contexts = PolicyContexts.INSTANCE;
    private final ClassLoader loader;
    private final String context;
    private final PermissionTable table;
    private final ConstraintPolicy constraints = new ConstraintPolicy(this);
    private volatile RoleMapping roles = NO_ROLES;
    private volatile RoleMapping beanRoles = NO_ROLES;
    private volatile Set<String> servlets = Set.of();
    private volatile RequestMethods methods = RequestMethods.STANDARD;
    private volatile List<BeanAuthorization.Bean> beans = List.of();
    private volatile @Nullable Policy ownPolicy;
    private volatile @Nullable PolicyFactory factory;
    private volatile @Nullable PolicyConfigurationFactory configurations;

    private ModulePolicies(String context, ClassLoader loader) {
        this.loader = loader;
        this.context = context;
        this.table = new PermissionTable(context);
    }

    /** Makes the server's factories and handlers those of the API in this JVM. */
    public static void install() {
        PolicyContexts.INSTANCE.install();
    }

    /**
     * Opens the context of a module.
     *
     * @param name of the module
     */
    public static ModulePolicies open(String name, ClassLoader loader) {
        return PolicyContexts.INSTANCE.add(name, context -> new ModulePolicies(context, loader));
    }

    /**
     * Makes the factories that a descriptor names. In the application's invocation context.
     *
     * @param parameters {@code context-param}
     * @throws DeploymentException where a factory cannot be made
     */
    public void makeFactories(Map<String, String> parameters) throws DeploymentException {
        enter();
        try {
            String ofConfigurations = parameters.get(PolicyConfigurationFactory.FACTORY_NAME);
            if (ofConfigurations != null) {
                configurations = made(
                        ofConfigurations,
                        PolicyConfigurationFactory.class,
                        new ServerConfigurations.Wrapped(contexts),
                        PolicyConfigurationFactory.FACTORY_NAME);
            }
            String ofPolicies = parameters.get(PolicyFactory.FACTORY_NAME);
            if (ofPolicies != null) {
                factory = made(
                        ofPolicies,
                        PolicyFactory.class,
                        new ServerPolicies.Wrapped(contexts),
                        PolicyFactory.FACTORY_NAME);
            }
        } finally {
            leave();
        }
    }

    /** Makes a factory by its constructor that takes the one to wrap; without such a one by that which takes nothing. */
    private <T> T made(String name, Class<T> type, T wrapped, String parameter) throws DeploymentException {
        try {
            Class<? extends T> found = loader.loadClass(name).asSubclass(type);
            for (java.lang.reflect.Constructor<?> each : found.getConstructors()) {
                if (each.getParameterCount() == 1 && each.getParameterTypes()[0] == type) {
                    return type.cast(each.newInstance(wrapped));
                }
            }
            return found.getConstructor().newInstance();
        } catch (ReflectiveOperationException | ClassCastException | LinkageError e) {
            throw new DeploymentException(
                    "the factory " + name + ", which the context-param " + parameter + " names, cannot be made: " + e,
                    e);
        }
    }

    /** Closes it: deletes the permissions, and forgets everything of the application. Does not throw. */
    public void close() {
        table.delete();
        contexts.remove(context, this);
        ownPolicy = null;
        factory = null;
        configurations = null;
        beans = List.of();
    }

    /** Forgets what an application that goes has set in this context of another. */
    void forget(ClassLoader application) {
        Policy policy = ownPolicy;
        if (policy != null && PolicyContexts.sees(application, policy) && !PolicyContexts.sees(loader, policy)) {
            ownPolicy = null;
        }
    }

    /** Returns the identifier of the context. */
    public String context() {
        return context;
    }

    ClassLoader loader() {
        return loader;
    }

    PermissionTable table() {
        return table;
    }

    RoleMapping roles() {
        return roles;
    }

    /** The holders of roles as they count for a permission: beans have those of the module's descriptors of beans, too. */
    RoleMapping rolesFor(Permission permission) {
        return permission instanceof EJBMethodPermission || permission instanceof EJBRoleRefPermission
                ? beanRoles
                : roles;
    }

    /** The application's factory of policies; null where there is none, or where that asks for what it wraps. */
    @Nullable
    PolicyFactory factory() {
        return ASKING.get() == this ? null : factory;
    }

    void factory(PolicyFactory own) {
        factory = own;
    }

    /** The application's factory of configurations; null where there is none, or where that asks for what it wraps. */
    @Nullable
    PolicyConfigurationFactory configurations() {
        return ASKING.get() == this ? null : configurations;
    }

    void configurations(PolicyConfigurationFactory own) {
        configurations = own;
    }

    /** Returns the factory that the application's factory of policies wraps; null: none. */
    @Nullable
    PolicyFactory wrappedFactory() {
        PolicyFactory own = factory;
        return own == null ? null : own.getWrapped();
    }

    /** Returns the factory that the application's factory of configurations wraps; null: none. */
    @Nullable
    PolicyConfigurationFactory wrappedConfigurations() {
        PolicyConfigurationFactory own = configurations;
        return own == null ? null : own.getWrapped();
    }

    /** Something that an own factory is asked for. */
    interface Question<T, E extends Exception> {
        T ask() throws E;
    }

    /** Asks a factory of the application. */
    <T, E extends Exception> T own(Question<T, E> question) throws E {
        ModulePolicies before = ASKING.get();
        ASKING.set(this);
        try {
            return question.ask();
        } finally {
            if (before == null) {
                ASKING.remove();
            } else {
                ASKING.set(before);
            }
        }
    }

    /** The configuration that counts; null where the application's factory has none. */
    @Nullable
    PolicyConfiguration configuration() {
        PolicyConfigurationFactory own = configurations();
        return own == null
                ? table
                : this.<@Nullable PolicyConfiguration, RuntimeException>own(() -> own.getPolicyConfiguration(context));
    }

    /** Sets the policy; null for the constraints. */
    void ownPolicy(@Nullable Policy policy) {
        ownPolicy = policy == constraints ? null : policy;
    }

    /** The policy without the application's factory. */
    Policy wrappedPolicy() {
        Policy own = ownPolicy;
        return own == null ? constraints : own;
    }

    /** The policy that decides. */
    Policy policy() {
        PolicyFactory own = factory();
        Policy policy = own == null ? null : this.<@Nullable Policy, RuntimeException>own(() -> own.getPolicy(context));
        return policy == null ? wrappedPolicy() : policy;
    }

    @Override
    public void enter() {
        PolicyContext.setContextID(context);
    }

    @Override
    public void leave() {
        PolicyContext.setContextID(null);
    }

    /** A web module adds these to its constraints when it has started; another module has no more rules than these. */
    @Override
    public void beans(List<Bean> rules, RoleMapping holders) throws DeploymentException {
        beans = rules;
        beanRoles = holders;
        commit(null);
    }

    @Override
    public void started(WebConstraints rules) throws DeploymentException {
        contexts.adopt(this);
        roles = rules.roles();
        servlets = rules.references().keySet();
        methods = RequestMethods.of(rules);
        commit(rules);
    }

    private void commit(@Nullable WebConstraints rules) throws DeploymentException {
        String before = PolicyContext.getContextID();
        enter();
        try {
            PolicyConfiguration configuration = opened();
            if (rules != null) {
                new WebPermissions(rules).addTo(configuration);
            }
            for (Bean bean : beans) {
                BeanPermissions.add(bean, configuration);
            }
            configuration.commit();
            policy().refresh();
        } catch (PolicyContextException | RuntimeException e) {
            throw new DeploymentException("the constraints of " + context + " cannot be made permissions: " + e, e);
        } finally {
            PolicyContext.setContextID(before);
        }
    }

    private PolicyConfiguration opened() throws PolicyContextException {
        PolicyConfigurationFactory own = configurations();
        if (own == null) {
            table.open(true);
            return table;
        }
        return own(() -> own.getPolicyConfiguration(context, true));
    }

    @Override
    public boolean decides() {
        return ownPolicy != null || factory != null;
    }

    /** A policy that throws {@code SecurityException} refuses (4.1); anything else that it throws fails the call. */
    private boolean granted(Permission asked, @Nullable Caller caller) {
        try {
            return policy().implies(asked, Subjects.of(caller));
        } catch (SecurityException refused) {
            return false;
        }
    }

    @Override
    public boolean permits(@Nullable Caller caller, String path, String method) {
        return methods.contains(method)
                && granted(new WebResourcePermission(name(path), new String[] {method}), caller);
    }

    @Override
    public boolean permitsTransport(@Nullable Caller caller, String path, String method, boolean secure) {
        if (!methods.contains(method)) {
            return false;
        }
        String[] one = {method};
        if (!secure) {
            return granted(new WebUserDataPermission(name(path), one, null), caller);
        }
        return granted(new WebUserDataPermission(name(path), one, "CONFIDENTIAL"), caller)
                || granted(new WebUserDataPermission(name(path), one, "INTEGRAL"), caller);
    }

    @Override
    public boolean holds(@Nullable Caller caller, String role, @Nullable String servlet) {
        String place = servlet != null && servlets.contains(servlet) ? servlet : "";
        return granted(new WebRoleRefPermission(place, role), caller);
    }

    /** The root of the context has the empty name, as in the constructors of the permissions that take a request. */
    private static String name(String path) {
        return path.equals("/") ? "" : WebPermissions.escaped(path);
    }

    /** The context around a call of a bean. */
    private record Around(
            @Nullable String context, @Nullable RunningCall call) {}

    @Override
    public Object enter(@Nullable Object[] arguments) {
        RunningCall around = RunningCall.current();
        Around before = new Around(PolicyContext.getContextID(), around);
        enter();
        RunningCall.current(new RunningCall(around == null ? null : around.request(), arguments));
        return before;
    }

    @Override
    public void leave(Object before) {
        if (before instanceof Around around) {
            RunningCall.current(around.call());
            PolicyContext.setContextID(around.context());
        }
    }

    @Override
    public boolean permitsCall(@Nullable Caller caller, String bean, String view, Method method) {
        return granted(new EJBMethodPermission(bean, view, method), caller);
    }

    @Override
    public boolean holdsInBean(@Nullable Caller caller, String bean, String role) {
        return granted(new EJBRoleRefPermission(bean, role), caller);
    }
}
