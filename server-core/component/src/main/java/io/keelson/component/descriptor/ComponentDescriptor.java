package io.keelson.component.descriptor;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Declarations of a module's naming environment and of the life cycle of its components, merged from descriptors and annotations. A
 * contributor
 * that reads a kind of module attaches one to the deployment in {@code inspect}; the component room binds it. Immutable; collections
 * keep the
 * order of declaration.
 *
 * <p>Specification: Jakarta EE Platform 11, 5 Resources, Naming, and Injection.
 *
 * @param environment {@code env-entry}
 * @param references {@code resource-ref} and its like, and {@code @Resource} on classes; a name occurs once
 * @param definitions {@code data-source} and {@code @DataSourceDefinition}; a name occurs once
 * @param lifecycle {@code post-construct} and {@code pre-destroy}
 * @param mapped name of a reference to the server's name of its target, as a vendor's descriptor maps it
 * @param destinations {@code message-destination}: its name to what it is bound by in the server
 * @param complete true where the annotations of the module's classes do not count
 */
public record ComponentDescriptor(
        List<EnvironmentEntry> environment,
        List<ResourceReference> references,
        List<ResourceDefinition> definitions,
        Lifecycle lifecycle,
        Map<String, String> mapped,
        Map<String, String> destinations,
        boolean complete) {
    /** The descriptor of a module that declares nothing. */
    public static final ComponentDescriptor NONE =
            new ComponentDescriptor(List.of(), List.of(), List.of(), Lifecycle.NONE, Map.of(), false);

    /** Makes a descriptor without message destinations. */
    public ComponentDescriptor(
            List<EnvironmentEntry> environment,
            List<ResourceReference> references,
            List<ResourceDefinition> definitions,
            Lifecycle lifecycle,
            Map<String, String> mapped,
            boolean complete) {
        this(environment, references, definitions, lifecycle, mapped, Map.of(), complete);
    }

    /** Returns this descriptor with what another one of the module declares under names that this one does not have. */
    public ComponentDescriptor and(ComponentDescriptor other) {
        Set<String> here = names();
        List<EnvironmentEntry> entries = new ArrayList<>(environment);
        other.environment.stream().filter(each -> !here.contains(each.name())).forEach(entries::add);
        List<ResourceReference> all = new ArrayList<>(references);
        other.references.stream().filter(each -> !here.contains(each.name())).forEach(all::add);
        List<ResourceDefinition> defined = new ArrayList<>(definitions);
        other.definitions.stream().filter(each -> !here.contains(each.name())).forEach(defined::add);
        Map<String, String> links = new HashMap<>(other.destinations);
        links.putAll(destinations);
        return new ComponentDescriptor(entries, all, defined, lifecycle, mapped, Map.copyOf(links), complete);
    }

    /** Returns all names that entries, references and definitions declare, sorted. */
    public Set<String> names() {
        Set<String> names = new TreeSet<>();
        environment.forEach(entry -> names.add(entry.name()));
        references.forEach(reference -> names.add(reference.name()));
        definitions.forEach(definition -> names.add(definition.name()));
        return names;
    }

    /** {@code env-entry}. {@code type} is a class name; {@code value} and {@code lookup} are null where not declared. */
    public record EnvironmentEntry(
            String name,
            @Nullable String type,
            @Nullable String value,
            @Nullable String lookup,
            List<InjectionTarget> targets,
            Location location) {}

    /** The kinds of references; {@code element} is the name of the element in descriptors. */
    public enum ResourceKind {
        /** {@code resource-ref}, {@code @Resource}. */
        RESOURCE_REF(
                "resource-ref",
                "nothing of that name is bound, and neither lookup-name nor weblogic.xml says what is meant"),
        /** {@code resource-env-ref}. */
        RESOURCE_ENV_REF(
                "resource-env-ref",
                "nothing of that name is bound, and neither lookup-name nor weblogic.xml says what is meant"),
        /** {@code ejb-ref}. */
        EJB_REF("ejb-ref", "this server has no container of enterprise beans"),
        /** {@code ejb-local-ref}. */
        EJB_LOCAL_REF("ejb-local-ref", "this server has no container of enterprise beans"),
        /** {@code message-destination-ref}. */
        MESSAGE_DESTINATION_REF(
                "message-destination-ref", "give it a lookup-name, or map it in weblogic.xml, as jms/orders"),
        /** {@code persistence-context-ref}. */
        PERSISTENCE_CONTEXT_REF("persistence-context-ref", "this server manages no persistence units yet"),
        /** {@code persistence-unit-ref}. */
        PERSISTENCE_UNIT_REF("persistence-unit-ref", "this server manages no persistence units yet"),
        /** {@code service-ref}. */
        SERVICE_REF("service-ref", "this server has no clients of web services yet");

        private final String element;
        private final String missing;

        ResourceKind(String element, String missing) {
            this.element = element;
            this.missing = missing;
        }

        /** Returns the name of the element in descriptors. */
        public String element() {
            return element;
        }

        /** Returns the reason why a reference of this kind that says no more leads to nothing. */
        public String missing() {
            return missing;
        }
    }

    /**
     * A name that leads to something outside of the module.
     *
     * @param type a class name; null where not declared
     * @param lookup {@code lookup-name}; null where not declared
     * @param mapped {@code mapped-name}; null where not declared
     * @param details other elements by name, as {@code persistence-unit-name} and {@code ejb-link}
     * @param properties {@code persistence-property}
     */
    public record ResourceReference(
            String name,
            ResourceKind kind,
            @Nullable String type,
            @Nullable String lookup,
            @Nullable String mapped,
            Map<String, String> details,
            Map<String, String> properties,
            List<InjectionTarget> targets,
            Location location) {
        /** Makes a reference without details. */
        public ResourceReference(
                String name,
                ResourceKind kind,
                @Nullable String type,
                @Nullable String lookup,
                @Nullable String mapped,
                List<InjectionTarget> targets,
                Location location) {
            this(name, kind, type, lookup, mapped, Map.of(), Map.of(), targets, location);
        }
    }

    /**
     * A resource that the module defines.
     *
     * @param kind the name of its element: {@code data-source}, {@code jms-connection-factory}, {@code jms-destination}
     * @param settings by the names of elements
     * @param properties {@code property}
     */
    public record ResourceDefinition(
            String name, String kind, Map<String, String> settings, Map<String, String> properties, Location location) {
        /** Leaves out the values: one may be a password. */
        @Override
        public String toString() {
            return "ResourceDefinition[" + kind + " " + name + " at " + location + "]";
        }
    }

    /**
     * {@code injection-target}.
     *
     * @param className the class that declares the field or method
     * @param name a field, or a property with a setter
     */
    public record InjectionTarget(String className, String name) {}

    /** Methods by class, called in place of the class's own {@code @PostConstruct} and {@code @PreDestroy}. */
    public record Lifecycle(Map<String, String> postConstruct, Map<String, String> preDestroy) {
        /** The life cycle where nothing is declared. */
        public static final Lifecycle NONE = new Lifecycle(Map.of(), Map.of());
    }
}
