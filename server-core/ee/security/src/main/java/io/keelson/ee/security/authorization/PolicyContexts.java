package io.keelson.ee.security.authorization;

import io.keelson.kernel.loader.ApplicationClassLoader;
import jakarta.security.jacc.PolicyConfigurationFactory;
import jakarta.security.jacc.PolicyContext;
import jakarta.security.jacc.PolicyContextException;
import jakarta.security.jacc.PolicyContextHandler;
import jakarta.security.jacc.PolicyFactory;
import java.lang.reflect.Field;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The policy contexts of this JVM: modules by their context identifiers, and what the static fields of the API hold. Thread-safe. One,
 * since the API keeps its factories and handlers for the JVM.
 *
 * <p>Specification: Authorization 3.0, 2.1 Policy Implementation Class; 2.3 Policy Configuration Interface.
 */
final class PolicyContexts {
    static final PolicyContexts INSTANCE = new PolicyContexts();

    private final Map<String, ModulePolicies> modules = new ConcurrentHashMap<>();
    private final PolicyFactory policies = new ServerPolicies(this);
    private final PolicyConfigurationFactory configurations = new ServerConfigurations(this);

    private boolean installed;

    private PolicyContexts() {}

    /** Makes the server's factories and handlers those of the API. Those that system properties name are not asked for. */
    synchronized void install() {
        if (!installed) {
            PolicyFactory.setPolicyFactory(policies);
            PolicyConfigurationFactory.setPolicyConfigurationFactory(configurations);
            letIdentifiersTravel();
            installed = true;
        }
        adopt(null);
    }

    private static void letIdentifiersTravel() {
        try {
            Field variable = PolicyContext.class.getDeclaredField("threadLocalContextID");
            variable.setAccessible(true);
            variable.set(null, new TravellingIdentifier());
        } catch (ReflectiveOperationException e) {
            throw otherApi(e);
        }
    }

    private static IllegalStateException otherApi(ReflectiveOperationException e) {
        return new IllegalStateException(
                "the part 'security' has another API of Jakarta Authorization than it was made for: " + e, e);
    }

    private static void registerHandlers() {
        try {
            for (String key : ServerHandler.KEYS) {
                PolicyContext.registerHandler(key, ServerHandler.INSTANCE, true);
            }
        } catch (PolicyContextException e) {
            throw new IllegalStateException("the handlers of policy contexts cannot be registered: " + e, e);
        }
    }

    /**
     * Adds a module.
     *
     * @param name its context identifier; a number is added where another server of this JVM has a module of that name
     * @param making makes it for its context identifier
     */
    synchronized ModulePolicies add(String name, Function<String, ModulePolicies> making) {
        String id = name;
        for (int i = 2; modules.containsKey(id); i++) {
            id = name + " " + i;
        }
        ModulePolicies module = making.apply(id);
        modules.put(id, module);
        return module;
    }

    /** Returns the module of a context identifier; null where there is none. */
    @Nullable
    ModulePolicies find(@Nullable String context) {
        return context == null ? null : modules.get(context);
    }

    /** Returns the module of the calling thread; null outside of any. */
    @Nullable
    ModulePolicies current() {
        return find(PolicyContext.getContextID());
    }

    /**
     * Looks for factories that an application has set for the JVM in place of the server's. They become those of the application alone,
     * and the server's are set again, as are its handlers.
     *
     * @param started the module that has just started; null: none
     */
    synchronized void adopt(@Nullable ModulePolicies started) {
        registerHandlers();
        PolicyFactory policy = PolicyFactory.getPolicyFactory();
        if (policy != policies) {
            PolicyFactory.setPolicyFactory(policies);
            if (policy != null) {
                owner(policy, started).ifPresent(owner -> owner.factory(policy));
            }
        }
        PolicyConfigurationFactory configuration = configurationFactory();
        if (configuration != configurations) {
            PolicyConfigurationFactory.setPolicyConfigurationFactory(configurations);
            if (configuration != null) {
                owner(configuration, started).ifPresent(owner -> owner.configurations(configuration));
            }
        }
    }

    private static @Nullable PolicyConfigurationFactory configurationFactory() {
        try {
            return PolicyConfigurationFactory.getPolicyConfigurationFactory();
        } catch (ClassNotFoundException | PolicyContextException none) {
            return null; // nobody has set one yet
        }
    }

    private Optional<ModulePolicies> owner(Object object, @Nullable ModulePolicies started) {
        // Modules of one EAR share classes; that which has just started has set it.
        return Stream.concat(Stream.ofNullable(started), modules.values().stream())
                .filter(module -> sees(module.loader(), object))
                .findFirst();
    }

    /** Returns true if the object's class, or one that it extends, is of the application of a loader. */
    static boolean sees(ClassLoader application, Object object) {
        for (Class<?> type = object.getClass(); type != null; type = type.getSuperclass()) {
            for (ClassLoader at = application; at instanceof ApplicationClassLoader; at = at.getParent()) {
                if (type.getClassLoader() == at) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Removes a module and everything that its application has left in the statics of the API or with other modules. */
    synchronized void remove(String context, ModulePolicies module) {
        modules.remove(context, module);
        adopt(null);
        for (ModulePolicies other : modules.values()) {
            other.forget(module.loader());
        }
        forgetHandlers(module.loader());
    }

    private static void forgetHandlers(ClassLoader application) {
        handlers().values().removeIf(handler -> sees(application, handler));
        registerHandlers();
    }

    @SuppressWarnings("unchecked") // the type of the field
    private static Map<String, PolicyContextHandler> handlers() {
        try {
            Field table = PolicyContext.class.getDeclaredField("handlerTable");
            table.setAccessible(true);
            return (Map<String, PolicyContextHandler>) table.get(null);
        } catch (ReflectiveOperationException e) {
            throw otherApi(e);
        }
    }
}
