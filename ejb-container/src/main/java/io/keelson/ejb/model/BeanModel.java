package io.keelson.ejb.model;

import io.keelson.ejb.schedule.ScheduleText;
import jakarta.ejb.TransactionAttributeType;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An enterprise bean of a module.
 *
 * @param name unique in its module
 * @param kind its kind
 * @param beanClass its class
 * @param views how clients call it
 * @param beanManagedTransactions true if the bean begins and ends transactions itself
 * @param beanManagedConcurrency true if a singleton synchronises itself
 * @param methods the business methods, by index
 * @param exceptions which exceptions are its clients' business
 * @param security its roles
 * @param singleton what holds for singletons only
 * @param stateful what holds for stateful beans only
 * @param timers its time-out method and automatic timers
 * @param entity what holds for entity beans only; null for other kinds
 */
public record BeanModel(
        String name,
        BeanKind kind,
        Class<?> beanClass,
        Views views,
        boolean beanManagedTransactions,
        boolean beanManagedConcurrency,
        List<BeanMethod> methods,
        ApplicationExceptions exceptions,
        Security security,
        Singleton singleton,
        Stateful stateful,
        Timers timers,
        @Nullable EntityModel entity) {
    public BeanModel {
        methods = List.copyOf(methods);
    }

    /** Makes a bean that is no entity bean. */
    public BeanModel(
            String name,
            BeanKind kind,
            Class<?> beanClass,
            Views views,
            boolean beanManagedTransactions,
            boolean beanManagedConcurrency,
            List<BeanMethod> methods,
            ApplicationExceptions exceptions,
            Security security,
            Singleton singleton,
            Stateful stateful,
            Timers timers) {
        this(
                name,
                kind,
                beanClass,
                views,
                beanManagedTransactions,
                beanManagedConcurrency,
                methods,
                exceptions,
                security,
                singleton,
                stateful,
                timers,
                null);
    }

    /**
     * Roles.
     *
     * @param runAs the role as which the bean calls others; null: as its caller
     * @param declared the roles that the bean may ask for
     * @param links the roles of the module by the names that the bean has for them
     * @param runAsUser the user as whom the bean calls others; null: one with the name of the role
     */
    public record Security(
            @Nullable String runAs,
            Set<String> declared,
            Map<String, String> links,
            @Nullable String runAsUser) {
        public Security {
            declared = Set.copyOf(declared);
            links = Map.copyOf(links);
        }

        /** Makes the roles of a bean that calls them by the names of the module. */
        public Security(@Nullable String runAs, Set<String> declared) {
            this(runAs, declared, Map.of(), null);
        }

        /** Returns the role of the module that the bean means by a name. */
        public String role(String name) {
            return links.getOrDefault(name, name);
        }
    }

    /**
     * Rules of singletons.
     *
     * @param startup true if it is made when the application starts
     * @param dependsOn the beans that are made before it, as {@code Name} or {@code module.jar#Name}
     */
    public record Singleton(boolean startup, List<String> dependsOn) {
        public static final Singleton NONE = new Singleton(false, List.of());

        public Singleton {
            dependsOn = List.copyOf(dependsOn);
        }
    }

    /**
     * Rules of stateful beans.
     *
     * @param timeout how long an instance may be idle; null: as the server's setting says; negative: for ever
     * @param passivates true if an idle instance may be written to disk
     * @param copied true if an instance has a copy on another server of the cluster; never without {@code passivates}
     * @param cache how many of its instances are in memory
     * @param afterBegin called when a transaction has begun for the instance; null: nothing
     * @param beforeCompletion called before a transaction commits; null: nothing
     * @param afterCompletion called after a transaction, with true if it committed; null: nothing
     */
    public record Stateful(
            @Nullable Duration timeout,
            boolean passivates,
            boolean copied,
            Cache cache,
            @Nullable Method afterBegin,
            @Nullable Method beforeCompletion,
            @Nullable Method afterCompletion) {
        public static final Stateful NONE = new Stateful(null, true, true, Cache.DEFAULT, null, null, null);
    }

    /**
     * Stateful instances in memory, as the server's descriptor says it.
     *
     * @param most how many may be there that nobody uses; 0: any number; null: as the server's setting says
     * @param idle how long an instance may be there without a call; zero: as long as there is room; null: as the server's setting says
     */
    public record Cache(@Nullable Integer most, @Nullable Duration idle) {
        public static final Cache DEFAULT = new Cache(null, null);
    }

    /**
     * Timers.
     *
     * @param timeout the method for timers that the bean makes; null: it can make none
     * @param automatic timers that are made with the bean
     */
    public record Timers(@Nullable BeanMethod timeout, List<Automatic> automatic) {
        public static final Timers NONE = new Timers(null, List.of());

        public Timers {
            automatic = List.copyOf(automatic);
        }

        /** Returns true if the bean may use the timer service. */
        public boolean timed() {
            return timeout != null || !automatic.isEmpty();
        }
    }

    /**
     * A timer that comes with the bean.
     *
     * @param method called when it is due
     * @param schedule when it is due
     * @param info what the timer tells about itself; null: nothing
     * @param persistent true if it survives the server
     */
    public record Automatic(
            BeanMethod method,
            ScheduleText schedule,
            @Nullable String info,
            boolean persistent) {}

    /** Returns the bean with other rules of stateful beans. */
    public BeanModel with(Stateful other) {
        return with(security, other);
    }

    /** Returns the bean with other roles and rules of stateful beans. */
    public BeanModel with(Security roles, Stateful other) {
        return new BeanModel(
                name,
                kind,
                beanClass,
                views,
                beanManagedTransactions,
                beanManagedConcurrency,
                methods,
                exceptions,
                roles,
                singleton,
                other,
                timers,
                entity);
    }

    /** Returns the business method with that name and those parameters; null if there is none. */
    public @Nullable BeanMethod method(String name, Class<?>... parameters) {
        for (BeanMethod each : methods) {
            if (each.method().getName().equals(name)
                    && java.util.Arrays.equals(each.method().getParameterTypes(), parameters)) {
                return each;
            }
        }
        return null;
    }

    /** Returns true if a method with an attribute may run in its caller's transaction, or must not be called in one. */
    public boolean joins(TransactionAttributeType attribute) {
        return !beanManagedTransactions
                && attribute != TransactionAttributeType.REQUIRES_NEW
                && attribute != TransactionAttributeType.NOT_SUPPORTED;
    }
}
