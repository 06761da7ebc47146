package io.keelson.servlet.component;

import io.keelson.deploy.spi.DeploymentException;
import io.keelson.kernel.naming.ComponentNames;
import io.keelson.kernel.naming.Naming;
import io.keelson.kernel.spi.ResourceMaker;
import io.keelson.servlet.descriptor.WebDescriptor;
import io.keelson.servlet.descriptor.WebDescriptor.ResourceReference;
import java.net.MalformedURLException;
import java.net.URL;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.naming.LinkRef;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/**
 * The naming environment of a web application (Jakarta EE Platform 11, 5.2 to 5.20; Servlet 6.1, 15.2.2): what its descriptors and
 * annotations declare, bound below {@code java:}. Made when the application is prepared, {@link #open opened} when it starts, as its names in
 * {@code java:global} would meet those of the version before. Confined to the deploying thread until it is open; thread-safe then.
 *
 * <p>Specification: Servlet 6.1, 15.2.2 Web Application Environment.
 */
public final class Environment {
    private static final String ENV = "java:comp/env/";
    private static final String DATA_SOURCE = "javax.sql.DataSource";
    static final String DEFAULT_DATA_SOURCE = "java:comp/DefaultDataSource";

    private final String application;
    private final Declared declared;
    private final Naming naming;
    private final ComponentNames names;
    private final ClassLoader loader;
    private final List<ResourceMaker.Made> made = new ArrayList<>();

    /** By class: the name of a field or property to the name of its value. */
    private final Map<String, Map<String, String>> targets = new HashMap<>();

    /**
     * What an application declares.
     *
     * @param entries {@code env-entry}
     * @param references what it refers to
     * @param definitions what it defines
     * @param mapped what weblogic.xml says that references lead to
     */
    public record Declared(
            List<WebDescriptor.EnvironmentEntry> entries,
            List<ResourceReference> references,
            List<WebDescriptor.ResourceDefinition> definitions,
            Map<String, String> mapped) {
        /** What a descriptor has of it. */
        public static Declared of(WebDescriptor descriptor) {
            return new Declared(
                    descriptor.environment(),
                    descriptor.references(),
                    descriptor.definitions(),
                    descriptor.server().resources());
        }
    }

    /**
     * The environment of an application.
     *
     * @param application as messages name it
     * @param declared what its descriptors and annotations declare
     * @param names of the module
     * @param loader the application's
     */
    public Environment(String application, Declared declared, Naming naming, ComponentNames names, ClassLoader loader) {
        this.application = application;
        this.declared = declared;
        this.naming = naming;
        this.names = names;
        this.loader = loader;
        declared.entries().stream()
                .filter(entry -> entry.value() != null || entry.lookup() != null)
                .forEach(entry -> target(entry.name(), entry.targets()));
        declared.references().forEach(reference -> target(reference.name(), reference.targets()));
    }

    private void target(String name, List<WebDescriptor.InjectionTarget> all) {
        all.forEach(target -> targets.computeIfAbsent(target.className(), c -> new LinkedHashMap<>())
                .put(target.name(), name));
    }

    // ---- opening and closing ---------------------------------------------------------------------------------------

    /**
     * Binds everything and makes the resources that the application defines.
     *
     * @throws DeploymentException when a value is none of its type, a name is taken, or a resource is described wrongly
     */
    public void open() throws DeploymentException {
        for (WebDescriptor.EnvironmentEntry entry : declared.entries()) {
            Object value = value(entry);
            if (value != null) {
                bind(entry.name(), value, "env-entry", entry.location().toString());
            }
        }
        for (WebDescriptor.ResourceDefinition definition : declared.definitions()) {
            define(definition);
        }
        for (ResourceReference reference : declared.references()) {
            Object target = target(reference);
            if (target != null) {
                bind(
                        reference.name(),
                        target,
                        reference.kind().element(),
                        reference.location().toString());
            }
        }
    }

    private @Nullable Object value(WebDescriptor.EnvironmentEntry entry) throws DeploymentException {
        String lookup = entry.lookup();
        String text = entry.value();
        if (lookup != null) {
            if (text != null) {
                throw new DeploymentException(entry.location() + ": <env-entry>: '" + entry.name()
                        + "' has an env-entry-value and a lookup-name; expected one of them");
            }
            return new LinkRef(lookup);
        }
        try {
            return text == null ? null : EnvironmentValues.of(entry.name(), entry.type(), text, loader);
        } catch (IllegalArgumentException e) {
            throw new DeploymentException(entry.location() + ": " + e.getMessage(), e);
        }
    }

    private void bind(String name, Object value, String what, String place) throws DeploymentException {
        try {
            names.bind(qualified(name), value);
        } catch (NamingException e) {
            throw new DeploymentException(
                    place + ": <" + what + "> '" + name + "' cannot be bound: " + e.getMessage(), e);
        }
    }

    /** A name that says no namespace is below {@code java:comp/env} (5.2.2). */
    private static String qualified(String name) {
        return name.startsWith("java:") ? name : ENV + name;
    }

    private void define(WebDescriptor.ResourceDefinition definition) throws DeploymentException {
        Optional<ResourceMaker> maker = naming.maker(definition.kind());
        String place = definition.location().toString();
        if (maker.isEmpty()) {
            ComponentLog.LOG.definitionNotMade(application, definition.kind(), definition.name(), place);
            return;
        }
        try {
            ResourceMaker.Made resource = maker.get()
                    .make(new ResourceMaker.Definition(
                            application,
                            qualified(definition.name()),
                            definition.settings(),
                            definition.properties(),
                            loader,
                            place));
            made.add(resource);
            bind(definition.name(), resource.value(), definition.kind(), place);
        } catch (NamingException e) {
            throw new DeploymentException(String.valueOf(e.getMessage()), e);
        }
    }

    /**
     * The server's name of what an application calls by a name of its own: of one below {@code java:comp/env} what its reference is mapped to; any
     * other is as it is. For what is not looked up, or not by the application's threads.
     *
     * @throws DeploymentException where there is no such reference, or it says nothing; the message says what to do
     */
    public String nameOf(String name) throws DeploymentException {
        if (!name.startsWith(ENV)) {
            return name;
        }
        for (ResourceReference reference : declared.references()) {
            String leads = qualified(reference.name()).equals(name) ? lookup(reference) : null;
            if (leads != null) {
                return leads;
            }
        }
        throw new DeploymentException("no reference of the application says what '" + name
                + "' is: declare a resource-env-ref '" + name.substring(ENV.length())
                + "' with a lookup-name, or map it in weblogic.xml");
    }

    private @Nullable String lookup(ResourceReference reference) {
        String mapped = declared.mapped().get(reference.name());
        return mapped != null ? mapped : reference.lookup() != null ? reference.lookup() : reference.mapped();
    }

    /** What a reference leads to; null: nothing that this server has. */
    private @Nullable Object target(ResourceReference reference) {
        String lookup = lookup(reference);
        if (lookup != null) {
            URL url = "java.net.URL".equals(reference.type()) ? url(lookup) : null;
            return url != null ? url : link(lookup);
        }
        if (naming(reference.name())) {
            return new LinkRef(reference.name());
        }
        if (DATA_SOURCE.equals(reference.type()) && naming(DEFAULT_DATA_SOURCE)) {
            // 5.20.3: what nobody maps is the default data source. The log says it, as it may be an oversight.
            ComponentLog.LOG.defaultDataSource(
                    application, reference.name(), reference.location().toString());
            return link(DEFAULT_DATA_SOURCE);
        }
        ComponentLog.LOG.referenceUnresolved(
                application,
                reference.location().toString(),
                reference.kind().element(),
                reference.name(),
                reference.kind().missing());
        return null;
    }

    /** What is named by the server must not go while the application declares that it uses it. */
    private LinkRef link(String name) {
        names.relies(name);
        return new LinkRef(name);
    }

    private static @Nullable URL url(String text) {
        try {
            return new URL(text);
        } catch (MalformedURLException e) {
            return null; // then it is a name that leads to one
        }
    }

    private boolean naming(String name) {
        try {
            names.initialContext().lookupLink(name);
            return true;
        } catch (NamingException e) {
            return false;
        }
    }

    /** Closes the resources that the application has defined. Does not throw. */
    public void close() {
        for (int i = made.size() - 1; i >= 0; i--) {
            made.get(i).close();
        }
        made.clear();
    }

    // ---- injection -------------------------------------------------------------------------------------------------

    /** What the descriptors inject into a class itself: the name of a field or property to the name of its value. */
    Map<String, String> targets(String className) {
        return targets.getOrDefault(className, Map.of());
    }

    /**
     * The value of a declared name.
     *
     * @throws NamingException when it leads to nothing
     */
    Object declared(String name) throws NamingException {
        return names.initialContext().lookup(qualified(name));
    }

    /**
     * What an annotation asks for: what its name is bound to, where it is; else what {@code lookup} or {@code mappedName} leads to; else the
     * default of the type (Jakarta Annotations 3.0, 2.4; Jakarta EE Platform 11, 5.20).
     *
     * @param name of the resource, or the default that class and property make
     * @return null where nothing says what it is
     * @throws NamingException when something does and leads to nothing
     */
    @Nullable
    Object resource(String name, String lookup, String mappedName, Class<?> type) throws NamingException {
        Object bound = bound(qualified(name));
        if (bound != null) {
            return bound;
        }
        String leads = !lookup.isEmpty() ? lookup : mappedName;
        if (!leads.isEmpty()) {
            return names.initialContext().lookup(leads);
        }
        return type.getName().equals(DATA_SOURCE) ? bound(DEFAULT_DATA_SOURCE) : null;
    }

    /** The value of a name; null where it is not bound itself. One that is a link to nothing is an error. */
    private @Nullable Object bound(String name) throws NamingException {
        try {
            names.initialContext().lookupLink(name);
        } catch (NameNotFoundException e) {
            return null;
        }
        return names.initialContext().lookup(name);
    }
}
