package io.keelson.ee.connectors.descriptor;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A resource adapter, of {@code META-INF/ra.xml} and of annotations.
 *
 * <p>Specification: Connectors 2.1, 20.7.
 *
 * @param adapterClass implements {@code ResourceAdapter}; null: outbound connections only
 * @param properties of the adapter
 * @param support of its connections' transactions; null: not said
 * @param connections the connection factories that can be made
 * @param listeners the listeners that it has messages for
 * @param objects the administered objects that can be made
 * @param contexts the work contexts that it requires, by class
 */
public record AdapterDescriptor(
        @Nullable String adapterClass,
        List<ConfigProperty> properties,
        @Nullable Support support,
        List<Connections> connections,
        List<Listener> listeners,
        List<ObjectType> objects,
        Set<String> contexts) {

    public AdapterDescriptor {
        properties = List.copyOf(properties);
        connections = List.copyOf(connections);
        listeners = List.copyOf(listeners);
        objects = List.copyOf(objects);
        contexts = Set.copyOf(contexts);
    }

    /** Returns the transactions that its connections take part in. */
    public Support transactions() {
        return support == null ? Support.NONE : support;
    }

    /**
     * A kind of connection factory.
     *
     * @param managedFactory the class of its {@code ManagedConnectionFactory}
     * @param factoryInterface what applications look up; null in old descriptors that do not say
     */
    public record Connections(
            String managedFactory, @Nullable String factoryInterface, List<ConfigProperty> properties) {
        public Connections {
            properties = List.copyOf(properties);
        }
    }

    /**
     * A message listener interface.
     *
     * @param required names of properties that each activation must give
     */
    public record Listener(String type, String activationSpec, Set<String> required, List<ConfigProperty> properties) {
        public Listener {
            required = Set.copyOf(required);
            properties = List.copyOf(properties);
        }
    }

    /**
     * A kind of administered object.
     *
     * @param type the interface; null where any of the class's is meant
     */
    public record ObjectType(@Nullable String type, String objectClass, List<ConfigProperty> properties) {
        public ObjectType {
            properties = List.copyOf(properties);
        }
    }
}
