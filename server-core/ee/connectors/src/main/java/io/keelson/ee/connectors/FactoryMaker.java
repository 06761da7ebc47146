package io.keelson.ee.connectors;

import io.keelson.ee.connectors.descriptor.ConfigProperty;
import io.keelson.ee.connectors.descriptor.PoolSizes;
import io.keelson.ee.connectors.descriptor.Support;
import io.keelson.kernel.spi.resource.ResourceMaker;
import java.util.List;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/**
 * Makes the connection factories that applications define by {@code @ConnectionFactoryDefinition} and {@code
 * <connection-factory>}. Thread-safe.
 *
 * <p>Specification: Jakarta EE Platform 11, 5.18 Connector Connection Factory Definition.
 */
record FactoryMaker(Adapters adapters) implements ResourceMaker {
    @Override
    public String kind() {
        return "connection-factory";
    }

    @Override
    public Made make(Definition definition) throws NamingException {
        Adapter adapter = adapter(adapters, definition);
        try {
            OpenFactory made = adapter.factory(
                    definition.application() + ":" + definition.name(),
                    definition.name(),
                    definition.setting("interface-name"),
                    properties(definition),
                    support(definition.setting("transaction-support")),
                    sizes(definition));
            return new OfApplication(made.value(), made);
        } catch (IllegalArgumentException e) {
            throw wrong(definition, e);
        }
    }

    /** Finds the adapter that a definition names. */
    static Adapter adapter(Adapters adapters, Definition definition) throws NamingException {
        String name = definition.setting("resource-adapter");
        if (name == null || name.isEmpty()) {
            throw new NamingException(definition.place() + ": '" + definition.name() + "' names no resource-adapter");
        }
        return adapters.named(definition.application(), name)
                .orElseThrow(() -> new NamingException(definition.place() + ": '" + definition.name()
                        + "' is of the resource adapter '" + name + "', which is not deployed"));
    }

    static List<ConfigProperty> properties(Definition definition) {
        return definition.properties().entrySet().stream()
                .map(each -> new ConfigProperty(each.getKey(), each.getValue(), definition.place()))
                .toList();
    }

    static NamingException wrong(Definition definition, IllegalArgumentException why) {
        NamingException wrong =
                new NamingException(definition.place() + ": '" + definition.name() + "': " + why.getMessage());
        wrong.setRootCause(why);
        return wrong;
    }

    private static @Nullable Support support(@Nullable String text) {
        if (text == null || text.isEmpty()) {
            return null;
        }
        Support found = Support.of(text);
        if (found == null) {
            throw new IllegalArgumentException(
                    "transaction-support is '" + text + "'; expected NoTransaction, LocalTransaction or XATransaction");
        }
        return found;
    }

    private static PoolSizes sizes(Definition definition) {
        int most = number(definition, "max-pool-size", PoolSizes.DEFAULT.most());
        return new PoolSizes(number(definition, "min-pool-size", Math.min(PoolSizes.DEFAULT.least(), most)), most);
    }

    private static int number(Definition definition, String setting, int otherwise) {
        String text = definition.setting(setting);
        if (text == null || text.isEmpty() || text.equals("-1")) {
            return otherwise;
        }
        try {
            return Integer.parseInt(text.strip());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(setting + " is '" + text + "'; expected a whole number", e);
        }
    }

    /** A factory or an object that was made, which ends with its application. */
    record OfApplication(Object value, AutoCloseable end) implements Made {
        @Override
        public void close() {
            try {
                end.close();
            } catch (Exception e) {
                ConnectorsLog.LOG.stopFailed(String.valueOf(value.getClass().getName()), e);
            }
        }
    }
}
