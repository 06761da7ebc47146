package io.keelson.component.descriptor;

import io.keelson.component.descriptor.ComponentDescriptor.EnvironmentEntry;
import io.keelson.component.descriptor.ComponentDescriptor.InjectionTarget;
import io.keelson.component.descriptor.ComponentDescriptor.Lifecycle;
import io.keelson.component.descriptor.ComponentDescriptor.ResourceDefinition;
import io.keelson.component.descriptor.ComponentDescriptor.ResourceKind;
import io.keelson.component.descriptor.ComponentDescriptor.ResourceReference;
import io.keelson.deploy.spi.DeploymentException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A draft of a {@link ComponentDescriptor}: the declarations of one source, as a descriptor, a fragment or the annotations of an
 * archive. Confined
 * to the deploying thread.
 *
 * <p>Specification: Jakarta EE Platform 11, 5 Resources, Naming, and Injection; Servlet 6.1, 8.2.3 Assembling the Descriptor from web.xml,
 * web-fragment.xml and Annotations.
 */
public final class ComponentDeclarations {
    final Map<String, Declared<Entry>> environment = new LinkedHashMap<>();
    final Map<String, Declared<Reference>> references = new LinkedHashMap<>();
    final Map<String, Declared<Definition>> definitions = new LinkedHashMap<>();

    /** {@code message-destination}: name to what it is bound by in the server. */
    final Map<String, Declared<String>> destinations = new LinkedHashMap<>();

    /** {@code post-construct} and {@code pre-destroy}: class to the name of its method. */
    final Map<String, Declared<String>> postConstruct = new LinkedHashMap<>();

    final Map<String, Declared<String>> preDestroy = new LinkedHashMap<>();

    /** A value that is injected, and its targets; more targets make another. */
    private interface Injected<V> {
        List<InjectionTarget> targets();

        V injectedInto(List<InjectionTarget> others);
    }

    /** An {@code env-entry} without its place. */
    record Entry(
            @Nullable String type,
            @Nullable String value,
            @Nullable String lookup,
            List<InjectionTarget> targets) implements Injected<Entry> {
        @Override
        public Entry injectedInto(List<InjectionTarget> others) {
            return new Entry(type, value, lookup, others);
        }
    }

    /** A reference without its name and place. */
    record Reference(
            ResourceKind kind,
            @Nullable String type,
            @Nullable String lookup,
            @Nullable String mapped,
            Map<String, String> details,
            Map<String, String> properties,
            List<InjectionTarget> targets)
            implements Injected<Reference> {
        @Override
        public Reference injectedInto(List<InjectionTarget> others) {
            return new Reference(kind, type, lookup, mapped, details, properties, others);
        }
    }

    /** A resource that is defined, without its name and place. Its text has no values: one may be a password. */
    record Definition(String kind, Map<String, String> settings, Map<String, String> properties) {
        /** Adds what an annotation of the same name says and this one does not; resources of Jakarta Concurrency are merged so. */
        Definition over(Definition annotation) {
            if (!kind.equals(annotation.kind) || !kind.startsWith("managed-") && !kind.equals("context-service")) {
                return this;
            }
            Map<String, String> both = new LinkedHashMap<>(annotation.settings);
            both.putAll(settings);
            return new Definition(kind, Map.copyOf(both), properties);
        }

        @Override
        public String toString() {
            return kind + " with " + settings.keySet();
        }
    }

    /** Adds the annotations of the same archive; this draft, a descriptor, wins. */
    public void under(ComponentDeclarations annotations) {
        Declared.under(references, annotations.references);
        annotations.definitions.forEach((name, lower) -> definitions.merge(
                name, lower, (upper, other) -> new Declared<>(upper.value().over(other.value()), upper.location())));
    }

    /**
     * Adds a web fragment to a merged draft (Servlet 6.1, 8.2.3).
     *
     * @param main the declarations of web.xml and the application's classes
     * @throws DeploymentException where two fragments differ and {@code main} does not decide
     */
    public void merge(ComponentDeclarations main, ComponentDeclarations fragment) throws DeploymentException {
        mergeInjected(environment, main.environment, fragment.environment, "env-entry");
        mergeInjected(references, main.references, fragment.references, "reference");
        Declared.merge(definitions, main.definitions, fragment.definitions, "resource");
        Declared.merge(destinations, main.destinations, fragment.destinations, "message-destination");
        // One in web.xml says that all are there.
        if (main.postConstruct.isEmpty()) {
            Declared.merge(postConstruct, main.postConstruct, fragment.postConstruct, "post-construct of");
        }
        if (main.preDestroy.isEmpty()) {
            Declared.merge(preDestroy, main.preDestroy, fragment.preDestroy, "pre-destroy of");
        }
    }

    /** Merges elements that are injected: of one that web.xml names too, only the targets of a fragment count. */
    private static <V extends Injected<V>> void mergeInjected(
            Map<String, Declared<V>> merged,
            Map<String, Declared<V>> main,
            Map<String, Declared<V>> fragment,
            String what)
            throws DeploymentException {
        Declared.merge(merged, main, fragment, what);
        fragment.forEach((name, mine) -> {
            if (main.containsKey(name)) {
                merged.computeIfPresent(
                        name,
                        (key, has) -> new Declared<>(
                                has.value()
                                        .injectedInto(both(
                                                has.value().targets(),
                                                mine.value().targets())),
                                has.location()));
            }
        });
    }

    private static List<InjectionTarget> both(List<InjectionTarget> one, List<InjectionTarget> other) {
        Set<InjectionTarget> targets = new LinkedHashSet<>(one);
        targets.addAll(other);
        return List.copyOf(targets);
    }

    /** Returns a draft with the same content, independent of this one. */
    public ComponentDeclarations copy() {
        ComponentDeclarations copy = new ComponentDeclarations();
        copy.environment.putAll(environment);
        copy.references.putAll(references);
        copy.definitions.putAll(definitions);
        copy.destinations.putAll(destinations);
        copy.postConstruct.putAll(postConstruct);
        copy.preDestroy.putAll(preDestroy);
        return copy;
    }

    /**
     * Returns the descriptor that this draft makes.
     *
     * @param mapped name of a reference to the server's name of its target
     * @param complete true where the annotations of the module's classes do not count
     */
    public ComponentDescriptor build(Map<String, String> mapped, boolean complete) {
        return new ComponentDescriptor(
                entries(),
                references(),
                definitions(),
                new Lifecycle(values(postConstruct), values(preDestroy)),
                mapped,
                values(destinations),
                complete);
    }

    private static Map<String, String> values(Map<String, Declared<String>> declared) {
        Map<String, String> values = new LinkedHashMap<>();
        declared.forEach((key, value) -> values.put(key, value.value()));
        return Collections.unmodifiableMap(values);
    }

    private List<EnvironmentEntry> entries() {
        List<EnvironmentEntry> entries = new ArrayList<>();
        environment.forEach((name, entry) -> entries.add(new EnvironmentEntry(
                name,
                entry.value().type(),
                entry.value().value(),
                entry.value().lookup(),
                entry.value().targets(),
                entry.location())));
        return List.copyOf(entries);
    }

    private List<ResourceReference> references() {
        List<ResourceReference> all = new ArrayList<>();
        references.forEach((name, declared) -> all.add(new ResourceReference(
                name,
                declared.value().kind(),
                declared.value().type(),
                declared.value().lookup(),
                declared.value().mapped(),
                declared.value().details(),
                declared.value().properties(),
                declared.value().targets(),
                declared.location())));
        return List.copyOf(all);
    }

    private List<ResourceDefinition> definitions() {
        List<ResourceDefinition> all = new ArrayList<>();
        definitions.forEach((name, declared) -> all.add(new ResourceDefinition(
                name,
                declared.value().kind(),
                declared.value().settings(),
                declared.value().properties(),
                declared.location())));
        return List.copyOf(all);
    }
}
