package io.keelson.ee.connectors;

import io.keelson.component.spi.MessageSource;
import io.keelson.component.spi.MessageTarget;
import io.keelson.ee.connectors.descriptor.AdapterDescriptor;
import io.keelson.ee.connectors.descriptor.AdapterDescriptor.Connections;
import io.keelson.ee.connectors.descriptor.AdapterDescriptor.Listener;
import io.keelson.ee.connectors.descriptor.AdapterDescriptor.ObjectType;
import io.keelson.ee.connectors.descriptor.ConfigProperty;
import io.keelson.ee.connectors.descriptor.PoolSizes;
import io.keelson.ee.connectors.descriptor.Support;
import io.keelson.ee.connectors.inflow.Endpoints;
import io.keelson.ee.connectors.inflow.RecoveredInflow;
import io.keelson.ee.connectors.outbound.ManagedConnections;
import io.keelson.ee.connectors.outbound.SignOn;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.ActivationSpec;
import jakarta.resource.spi.ManagedConnectionFactory;
import jakarta.resource.spi.ResourceAdapter;
import jakarta.resource.spi.ResourceAdapterAssociation;
import jakarta.resource.spi.TransactionSupport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A resource adapter that runs. Thread-safe.
 *
 * @param application the name under which it, or its enterprise application, is deployed
 * @param module the name of its module, as definitions and beans name it
 * @param alias a second name; null: none
 * @param alone true if it is no module of an enterprise application: other applications may use it
 * @param instance the adapter's own object; null where it has none
 */
record Adapter(
        String application,
        String module,
        @Nullable String alias,
        boolean alone,
        AdapterDescriptor descriptor,
        ClassLoader loader,
        @Nullable ResourceAdapter instance,
        ConnectorServices services)
        implements MessageSource {
    private static final long LONGEST_DELIVERY_SECONDS = 10;
    private static final String FACTORY = "connection factory";

    boolean isAlone() {
        return alone;
    }

    @Override
    public String name() {
        return module;
    }

    // ---- outbound
    // ----------------------------------------------------------------------------------------------------

    /**
     * Makes a connection factory. An adapter that has one kind only may name a more general interface than an application asks for: what
     * it makes decides.
     *
     * @param name for messages and recovery
     * @param lookup name by which applications look it up
     * @param type its interface, or the class of its managed factory; null: the only one
     * @param support less than the adapter's; null: the adapter's
     * @throws IllegalArgumentException when it cannot be made; the message says why
     */
    OpenFactory factory(
            String name,
            String lookup,
            @Nullable String type,
            List<ConfigProperty> properties,
            @Nullable Support support,
            PoolSizes sizes) {
        Connections kind = kind(type);
        ManagedConnectionFactory managed = JavaBean.make(loader, kind.managedFactory(), ManagedConnectionFactory.class);
        JavaBean.set(managed, ConfigProperty.over(kind.properties(), properties));
        associate(managed);
        Support most = level(managed);
        if (support != null && support.compareTo(most) > 0) {
            throw new IllegalArgumentException("the resource adapter " + module + " supports transactions of " + most
                    + " only, and " + support + " are asked for");
        }
        ManagedConnections pool = new ManagedConnections(
                name,
                managed,
                support == null ? most : support,
                sizes,
                new SignOn(services.logins(), lookup, managed),
                services.transactions(),
                services.ticker());
        try {
            Object made = managed.createConnectionFactory(pool);
            if (type != null && !isMeant(kind, type) && !isA(made, type)) {
                throw absent(type);
            }
            return new OpenFactory(made, pool);
        } catch (ResourceException | RuntimeException e) {
            pool.close();
            throw new IllegalArgumentException("the resource adapter makes no connection factory: " + e, e);
        }
    }

    private Connections kind(@Nullable String type) {
        List<Connections> all = descriptor.connections();
        if (all.size() == 1) {
            return all.get(0);
        }
        return one(
                all,
                type,
                each -> type != null && isMeant(each, type),
                each -> String.valueOf(each.factoryInterface()),
                FACTORY);
    }

    private static boolean isMeant(Connections kind, String type) {
        return type.isEmpty() || type.equals(kind.factoryInterface()) || type.equals(kind.managedFactory());
    }

    private boolean isA(Object made, String type) {
        try {
            return Class.forName(type, false, loader).isInstance(made);
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }

    private IllegalArgumentException absent(String type) {
        return absent(descriptor.connections(), type, each -> String.valueOf(each.factoryInterface()), FACTORY);
    }

    /** A factory may know the level of its connections itself (7.13). */
    private Support level(ManagedConnectionFactory managed) {
        Support own = managed instanceof TransactionSupport knows
                ? Support.of(knows.getTransactionSupport().name())
                : null;
        return own == null ? descriptor.transactions() : own;
    }

    /**
     * Makes an administered object.
     *
     * @param type its interface or class; null: the only one
     * @throws IllegalArgumentException when it cannot be made; the message says why
     */
    Object object(@Nullable String type, List<ConfigProperty> properties) {
        ObjectType kind = one(
                descriptor.objects(),
                type,
                each -> type != null && (type.equals(each.objectClass()) || type.equals(each.type())),
                ObjectType::objectClass,
                "administered object");
        Object made = JavaBean.make(loader, kind.objectClass(), Object.class);
        JavaBean.set(made, ConfigProperty.over(kind.properties(), properties));
        associate(made);
        return made;
    }

    private void associate(Object made) {
        ResourceAdapter own = instance;
        if (own != null && made instanceof ResourceAdapterAssociation associated) {
            try {
                associated.setResourceAdapter(own);
            } catch (ResourceException e) {
                throw new IllegalArgumentException(
                        made.getClass().getName() + " refuses its resource adapter: " + e, e);
            }
        }
    }

    private <T> T one(
            List<T> all,
            @Nullable String type,
            java.util.function.Predicate<T> meant,
            Function<T, String> called,
            String what) {
        if (type == null || type.isEmpty()) {
            if (all.size() == 1) {
                return all.get(0);
            }
        } else {
            Optional<T> found = all.stream().filter(meant).findFirst();
            if (found.isPresent()) {
                return found.get();
            }
        }
        throw absent(all, type, called, what);
    }

    private <T> IllegalArgumentException absent(
            List<T> all, @Nullable String type, Function<T, String> called, String what) {
        return new IllegalArgumentException("the resource adapter " + module + " has no " + what
                + (type == null ? " that is the only one" : " " + type) + "; it has "
                + new TreeSet<>(all.stream().map(called).toList()));
    }

    // ---- inbound
    // -----------------------------------------------------------------------------------------------------

    @Override
    public boolean feeds(MessageTarget target) {
        String named = target.adapter();
        boolean mine = application.equals(target.application());
        if (!alone && !mine) {
            return false;
        }
        if (named != null
                && !named.replaceFirst("(?i)\\.rar$", "")
                        .replaceFirst("^.*#", "")
                        .equals(module)
                && !named.equals(alias)) {
            return false;
        }
        return listener(target).isPresent();
    }

    private Optional<Listener> listener(MessageTarget target) {
        return descriptor.listeners().stream()
                .filter(each -> each.type().equals(target.listener().getName()))
                .findFirst();
    }

    @Override
    public AutoCloseable activate(MessageTarget target) throws Exception {
        Listener kind = listener(target).orElseThrow();
        ResourceAdapter own = instance;
        if (own == null) {
            throw new IllegalArgumentException(
                    "the resource adapter has listeners and no resourceadapter-class that could deliver to them");
        }
        ActivationSpec spec = JavaBean.make(loader, kind.activationSpec(), ActivationSpec.class);
        JavaBean.set(spec, kind.properties());
        configure(spec, target, kind);
        spec.setResourceAdapter(own);
        try {
            spec.validate();
        } catch (UnsupportedOperationException e) {
            ConnectorsLog.LOG.debugf("the activation of %s has no validate()", target.name());
        }
        String resource = "inflow:" + module + ":" + target.application() + ":" + target.name();
        Endpoints endpoints = new Endpoints(resource, target, services.transactions());
        AutoCloseable recovery = services.transactions().recoverable(new RecoveredInflow(resource, own, spec));
        try {
            in(() -> own.endpointActivation(endpoints, spec));
        } catch (Exception e) {
            recovery.close();
            throw e;
        }
        return () -> {
            try {
                in(() -> own.endpointDeactivation(endpoints, spec));
            } finally {
                endpoints.close(LONGEST_DELIVERY_SECONDS, TimeUnit.SECONDS);
                recovery.close();
            }
        };
    }

    private void configure(ActivationSpec spec, MessageTarget target, Listener kind) {
        List<String> missing = new ArrayList<>(kind.required());
        for (Map.Entry<String, String> each : target.activation().entrySet()) {
            missing.removeIf(each.getKey()::equalsIgnoreCase);
            ConfigProperty property =
                    new ConfigProperty(each.getKey(), each.getValue(), "message-driven bean " + target.name());
            if (!JavaBean.set(spec, property)) {
                ConnectorsLog.LOG.unknownActivation(target.name(), each.getKey(), module);
            }
        }
        if (!missing.isEmpty()) {
            throw new IllegalArgumentException("the activation configuration of " + target.name() + " lacks " + missing
                    + ", which the resource adapter " + module + " requires");
        }
    }

    /** Something that an adapter's object does. */
    interface Action {
        /** Does it. */
        void run() throws Exception;
    }

    /** Runs code of the adapter with its loader as the thread's. */
    void in(Action action) throws Exception {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            action.run();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /** Two adapters are the same if they are the same object: records compare their parts, some of which are the application's. */
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }

    @Override
    public String toString() {
        return "resource adapter " + module;
    }
}
