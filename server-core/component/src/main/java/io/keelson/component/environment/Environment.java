package io.keelson.component.environment;

import io.keelson.component.descriptor.ComponentDescriptor;
import io.keelson.component.descriptor.ComponentDescriptor.ResourceReference;
import io.keelson.component.descriptor.TomcatResources;
import io.keelson.component.spi.InjectionPoint;
import io.keelson.component.spi.InjectionRequest;
import io.keelson.component.spi.InjectionSource;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.kernel.config.NearestName;
import io.keelson.kernel.context.InvocationContext;
import io.keelson.kernel.naming.ComponentNames;
import io.keelson.kernel.naming.Naming;
import io.keelson.kernel.naming.ProvidedObject;
import io.keelson.kernel.spi.resource.ResourceMaker;
import jakarta.annotation.Resource;
import java.lang.annotation.Annotation;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import javax.naming.LinkRef;
import javax.naming.NameAlreadyBoundException;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/**
 * The naming environment of a module: the declarations of its descriptors and annotations, bound below {@code java:}.
 * Made when the module is prepared, {@link #open opened} when it starts, as its names in {@code java:global} would meet
 * those of the version before. Confined to the deploying thread until it is open; thread-safe then.
 *
 * <p>Specification: Jakarta EE Platform 11, 5 Resources, Naming, and Injection; Servlet 6.1, 15.2.2 Web Application Environment.
 */
public final class Environment {
    private static final String ENV = "java:comp/env/";
    private static final String DATA_SOURCE = "javax.sql.DataSource";
    private static final String DEFAULT_DATA_SOURCE = "java:comp/DefaultDataSource";

    /** Defaults that are bound after the module's own names. */
    private static final Set<String> OF_BEANS = Set.of("java:comp/EJBContext", "java:comp/TimerService");

    private static final String SERVLET_API = "jakarta.servlet.";

    /** Beginnings of the names of annotations that classes have of which a container makes objects. */
    private static final List<String> OF_COMPONENTS = List.of(
            SERVLET_API,
            "jakarta.ejb.Sing",
            "jakarta.ejb.State",
            "jakarta.ejb.MessageDriven",
            "jakarta.websocket.server.",
            "jakarta.ws.rs.Path");

    /** The environment of the component that the thread works for, where that has one of its own. */
    private static final InvocationContext.Slot<Environment> CURRENT = InvocationContext.Slot.travelling();

    /** That of the module, for a component with one of its own; null: this is the module's. */
    private final @Nullable Environment module;

    private final String application;
    private final ComponentDescriptor declared;
    private final Sources sources;
    private final Naming naming;
    private final SharedDefinitions shared;
    private final ComponentNames names;
    private final ClassLoader loader;
    private final boolean foreign;
    private final ServerNames server;
    private final DeclaredTypes types;
    private final List<ResourceMaker.Made> made = new ArrayList<>();

    /** The whole names that were bound here. */
    private final Set<String> bound = ConcurrentHashMap.newKeySet();

    /** The whole names of {@code @Resource} on members, which injection does not use. */
    private final Set<String> looked = ConcurrentHashMap.newKeySet();

    /** The meaning of the annotation that has declared a name first. */
    private final Map<String, String> declaredBy = new ConcurrentHashMap<>();

    /** By the name in {@code lookup}, which is one of the server's: the first place of a component that has it. */
    private final Map<String, String> lookups = new ConcurrentHashMap<>();

    /** The names whose mappedName led to nothing, so that they are the default data source. */
    private final Set<String> defaulted = ConcurrentHashMap.newKeySet();

    /** By class: the name of a field or property to the name of its value. */
    private final Map<String, Map<String, String>> targets = new HashMap<>();

    /**
     * Makes the environment of a module.
     *
     * @param application as messages name it
     * @param declared the declarations of its descriptors and annotations
     * @param sources the injection sources of the deployment
     * @param shared what applications of the server define for all
     * @param names of the module
     * @param loader the module's
     */
    public Environment(
            String application,
            ComponentDescriptor declared,
            Sources sources,
            Naming naming,
            SharedDefinitions shared,
            ComponentNames names,
            ClassLoader loader) {
        this(application, declared, List.of(), sources, naming, shared, names, loader, false);
    }

    /**
     * Makes the environment of a module of an enterprise application.
     *
     * @param elsewhere what another module of the application binds for all, to be injected here too
     * @param foreign whether it was written for another server, whose administrator makes what it names
     */
    public Environment(
            String application,
            ComponentDescriptor declared,
            List<ComponentDescriptor> elsewhere,
            Sources sources,
            Naming naming,
            SharedDefinitions shared,
            ComponentNames names,
            ClassLoader loader,
            boolean foreign) {
        this.module = null;
        this.foreign = foreign;
        this.application = application;
        this.declared = declared;
        this.sources = sources;
        this.naming = naming;
        this.shared = shared;
        this.names = names;
        this.loader = loader;
        this.server = new ServerNames(application, names, naming.standIns(), this, foreign);
        this.types = new DeclaredTypes(loader);
        elsewhere.forEach(this::targets);
        targets(declared);
    }

    private Environment(Environment module, ComponentDescriptor declared, Set<String> hidden) {
        this.module = module;
        this.foreign = module.foreign;
        this.application = module.application;
        this.declared = declared;
        this.sources = module.sources;
        this.naming = module.naming;
        this.shared = module.shared;
        this.names = module.names.ofComponent(hidden);
        this.loader = module.loader;
        this.server = new ServerNames(application, names, naming.standIns(), this, foreign);
        this.types = module.types;
        targets(declared);
    }

    /**
     * Makes the environment of a component of this module that declares names of its own. They go before those of the module.
     *
     * @param declared what the descriptor declares for the component alone
     * @param hidden whole names of the module that its code does not see, as they are those of other components
     */
    public Environment ofComponent(ComponentDescriptor declared, Set<String> hidden) {
        return new Environment(this, declared, hidden);
    }

    /** Returns the names that the environment binds. */
    public ComponentNames names() {
        return names;
    }

    /** Returns the environment of the component that the thread works for, if it is one of this module; else this one. */
    public Environment current() {
        InvocationContext context = InvocationContext.current();
        Environment there = context == null ? null : context.get(CURRENT);
        return there != null && there.module == this ? there : this;
    }

    /**
     * Makes an environment that of the calling thread, which has an invocation context.
     *
     * @param own null: the thread works for a component that has none of its own
     * @return the one before, for the call that puts it back
     */
    public static @Nullable Environment enter(@Nullable Environment own) {
        InvocationContext context = InvocationContext.currentOrBare();
        Environment before = context.get(CURRENT);
        if (before != own) {
            context.put(CURRENT, own);
            context.put(ComponentNames.SLOT, own == null ? null : own.names);
        }
        return before;
    }

    private void targets(ComponentDescriptor all) {
        all.environment().stream()
                .filter(entry -> entry.value() != null || entry.lookup() != null)
                .forEach(entry -> target(entry.name(), entry.targets()));
        all.references().forEach(reference -> target(reference.name(), reference.targets()));
    }

    private void target(String name, List<ComponentDescriptor.InjectionTarget> all) {
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
        for (ComponentDescriptor.EnvironmentEntry entry : declared.environment()) {
            Object value = value(entry);
            if (value != null) {
                bind(entry.name(), value, "env-entry", entry.location().toString());
            }
        }
        for (ComponentDescriptor.ResourceDefinition definition : declared.definitions()) {
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

    private @Nullable Object value(ComponentDescriptor.EnvironmentEntry entry) throws DeploymentException {
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
            return text == null
                    ? null
                    : EnvironmentValues.of(entry.name(), types.of(entry.type(), entry.targets()), text, loader);
        } catch (IllegalArgumentException e) {
            throw new DeploymentException(entry.location() + ": " + e.getMessage(), e);
        }
    }

    private void bind(String name, Object value, String what, String place) throws DeploymentException {
        try {
            names.bind(qualified(name), value);
            bound.add(qualified(name));
        } catch (NamingException e) {
            throw new DeploymentException(
                    place + ": <" + what + "> '" + name + "' cannot be bound: " + e.getMessage(), e);
        }
    }

    /** Returns the whole name of a declaration: one that says no namespace is below {@code java:comp/env} (5.2.2). */
    public static String qualified(String name) {
        return name.startsWith("java:") ? name : ENV + name;
    }

    private void define(ComponentDescriptor.ResourceDefinition definition) throws DeploymentException {
        Optional<ResourceMaker> maker = naming.maker(definition.kind());
        String place = definition.location().toString();
        if (definedByAnotherModule(definition)) {
            bound.add(qualified(definition.name()));
            return;
        }
        if (maker.isEmpty()) {
            EnvironmentLog.LOG.definitionNotMade(application, definition.kind(), definition.name(), place);
            return;
        }
        SharedDefinitions.Making making = () -> maker.get()
                .make(new ResourceMaker.Definition(
                        application,
                        qualified(definition.name()),
                        definition.settings(),
                        definition.properties(),
                        loader,
                        place));
        try {
            if (SharedDefinitions.isSeenByAll(qualified(definition.name()))
                    && SharedDefinitions.isOfServer(definition, loader)) {
                share(definition, making);
                return;
            }
            ResourceMaker.Made resource = making.make();
            made.add(resource);
            bind(definition.name(), resource.value(), definition.kind(), place);
        } catch (NamingException e) {
            String why = String.valueOf(e.getMessage());
            if (!TomcatResources.isOf(definition)) {
                throw new DeploymentException(why, e);
            }
            EnvironmentLog.LOG.tomcatsResourceNotMade(application, place, definition.kind(), definition.name(), why);
        }
    }

    private void share(ComponentDescriptor.ResourceDefinition definition, SharedDefinitions.Making making)
            throws NamingException, DeploymentException {
        try {
            shared.define(definition, application, this, making);
            bound.add(definition.name());
        } catch (NameAlreadyBoundException e) {
            throw new DeploymentException(
                    definition.location() + ": <" + definition.kind() + "> '" + definition.name()
                            + "' cannot be bound: " + e.getMessage(),
                    e);
        }
    }

    /** Tells whether a resource that all modules of the application see is there already (5.2.2): several may define it. */
    private boolean definedByAnotherModule(ComponentDescriptor.ResourceDefinition definition)
            throws DeploymentException {
        try {
            return names.isShared(qualified(definition.name()));
        } catch (NamingException e) {
            throw new DeploymentException(definition.location() + ": '" + definition.name() + "' is no name", e);
        }
    }

    /**
     * The server's name of what an application calls by a name of its own: of one below {@code java:comp/env} what its
     * reference is mapped to; any other is as it is. For what is not looked up, or not by the application's threads.
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
        if (mapped != null && (!isOfBeans(reference) || server.has(mapped))) {
            return mapped;
        }
        String lookup = reference.lookup();
        String own = reference.mapped();
        String link = reference.details().get("message-destination-link");
        if (lookup == null && link != null) {
            // 5.8.3: the destination of that name; a path of the module that declares it may stand before.
            lookup = (module == null ? declared : module.declared)
                    .destinations()
                    .get(link.substring(link.indexOf('#') + 1));
        }
        return lookup == null && own != null && (server.has(own) || isUrl(reference, own)) ? own : lookup;
    }

    private boolean isUrl(ResourceReference reference, String text) {
        return "java.net.URL".equals(types.of(reference.type(), reference.targets())) && ServerNames.url(text) != null;
    }

    /** Tells whether the beans of the module alone have what the reference is of: descriptors of other servers map it to any name. */
    private boolean isOfBeans(ResourceReference reference) {
        String type = types.of(reference.type(), reference.targets());
        String standard = type == null ? null : DefaultResources.name(type);
        return standard != null && OF_BEANS.contains(standard);
    }

    /** Returns what a reference leads to; null: nothing that this server has. */
    private @Nullable Object target(ResourceReference reference) throws DeploymentException {
        String lookup = lookup(reference);
        if (lookup != null) {
            expectNamed(lookup, types.of(reference.type(), reference.targets()));
            return isUrl(reference, lookup) ? ServerNames.url(lookup) : server.link(lookup);
        }
        InjectionSource source = sources.of(reference.kind());
        if (source != null) {
            return provided(source, new InjectionRequest.Declared(reference));
        }
        if (server.has(reference.name())) {
            return new LinkRef(reference.name());
        }
        String type = types.of(reference.type(), reference.targets());
        if (DATA_SOURCE.equals(type) && server.has(DEFAULT_DATA_SOURCE)) {
            // 5.20.3: what nobody maps is the default data source. The log says it, as it may be an oversight.
            EnvironmentLog.LOG.defaultDataSource(
                    application, reference.name(), reference.location().toString());
            return server.link(DEFAULT_DATA_SOURCE);
        }
        String standard = type == null || DATA_SOURCE.equals(type) ? null : DefaultResources.name(type);
        if (standard != null && (OF_BEANS.contains(standard) || server.has(standard))) {
            return new LinkRef(standard); // 5.7.1.3, 5.10 and others: a reference of that type says nothing else
        }
        if (expect(reference.name(), type) && server.has(reference.name())) {
            return new LinkRef(reference.name());
        }
        EnvironmentLog.LOG.referenceUnresolved(
                application,
                reference.location().toString(),
                reference.kind().element(),
                reference.name(),
                reference.kind().missing());
        return null;
    }

    private static ProvidedObject provided(InjectionSource source, InjectionRequest request)
            throws DeploymentException {
        try {
            return source.resolve(request)::get;
        } catch (NamingException e) {
            throw new DeploymentException(String.valueOf(e.getMessage()), e);
        }
    }

    /**
     * Binds the value of an annotation on a class, which declares a name for the module. Does nothing where a descriptor
     * has bound the name.
     *
     * @throws DeploymentException where the annotation can never be served
     */
    public void declare(InjectionRequest.Annotated request) throws DeploymentException {
        InjectionSource source = sources.of(request.annotation().annotationType());
        if (source != null && !hasBound(request.name())) {
            declaredBy.putIfAbsent(qualified(request.name()), said(request.annotation(), request.point()));
            bind(
                    request.name(),
                    annotated(source, request),
                    request.annotation().annotationType().getSimpleName(),
                    request.place());
        }
    }

    /** A server's descriptor says where the name leads, if something is there or the annotation alone says too little. */
    private Object annotated(InjectionSource source, InjectionRequest.Annotated request) throws DeploymentException {
        String target = mappedTo(request.name());
        if (target == null) {
            return provided(source, request);
        }
        if (server.has(target)) {
            return server.link(target);
        }
        try {
            return provided(source, request);
        } catch (DeploymentException e) {
            EnvironmentLog.LOG.debugf(e, "%s of %s is %s", request.name(), application, target);
            return server.link(target);
        }
    }

    /** Returns where a server's descriptor has a reference of that name lead; null where none mentions it. */
    private @Nullable String mappedTo(String name) {
        String own = declared.mapped().get(name);
        return own != null || module == null ? own : module.mappedTo(name);
    }

    /**
     * Binds the name of {@code @Resource} on a field or setter, for whoever looks it up; injection goes its own way.
     * Does nothing where the name is bound, or nothing says where it leads.
     *
     * @throws DeploymentException where it cannot be bound
     */
    public void declare(Resource resource, String name, InjectionPoint point) throws DeploymentException {
        if (hasBound(name) || looked.contains(qualified(name))) {
            return;
        }
        declaredBy.putIfAbsent(qualified(name), said(resource, point));
        Class<?> type = resource.type() == Object.class ? point.type() : resource.type();
        String leads = mappedTo(name);
        if (server.ofTarget(leads, type) == null) {
            leads = !resource.lookup().isEmpty() ? resource.lookup() : null;
        }
        if (leads == null && !resource.mappedName().isEmpty() && server.ofType(resource.mappedName(), type) != null) {
            leads = resource.mappedName();
        }
        if (leads == null
                && !resource.name().isEmpty()
                && !name.startsWith("java:")
                && server.ofType(name, type) != null) {
            leads = name;
        }
        if (leads != null) {
            boolean served = expectNamed(leads, type.getName());
            if (!served
                    && leads.equals(resource.lookup())
                    && ServerNames.isOfServer(leads)
                    && isComponent(point.declaring())) {
                whole().lookups.putIfAbsent(leads, point.describe(Resource.class));
            }
        } else {
            leads = DefaultResources.name(type.getName());
            String own = wanted(name, resource.mappedName());
            leads = leads == null && expect(own, type.getName()) ? own : leads;
        }
        if (leads == null || leads.equals(qualified(name))) {
            return;
        }
        try {
            URL url = type.equals(URL.class) ? ServerNames.url(leads) : null;
            names.bind(qualified(name), url == null ? new LinkRef(leads) : url);
            looked.add(qualified(name));
        } catch (NameAlreadyBoundException e) {
            EnvironmentLog.LOG.debugf("%s is bound already in %s", name, application);
        } catch (NamingException e) {
            throw new DeploymentException(
                    point.describe(Resource.class) + ": '" + name + "' cannot be bound: " + e.getMessage(), e);
        }
    }

    private Environment whole() {
        return module == null ? this : module;
    }

    /** Returns true if annotations or superclasses say that a container makes objects of the class: others may never be made. */
    private static boolean isComponent(Class<?> type) {
        for (Annotation each : type.getDeclaredAnnotations()) {
            String name = each.annotationType().getName();
            if (OF_COMPONENTS.stream().anyMatch(name::startsWith)) {
                return true;
            }
        }
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            if (at.getName().startsWith(SERVLET_API) && !Modifier.isAbstract(type.getModifiers())) {
                return true;
            }
        }
        return false;
    }

    /**
     * Checks the names of the server that components look up by {@code @Resource}, when all modules of the application have started and
     * bound what they define.
     *
     * @throws DeploymentException where one leads to nothing
     */
    public void checkLookups() throws DeploymentException {
        for (Map.Entry<String, String> each : new TreeMap<>(lookups).entrySet()) {
            String name = each.getKey();
            if (!server.has(name)) {
                throw new DeploymentException(each.getValue() + ": the lookup '" + name + "' leads to nothing"
                        + server.hint(name) + ". The server's administrator defines such a resource");
            }
        }
    }

    /**
     * Returns a remark about the most similar name that the module has bound: {@code  (similar: jdbc/orders)}; empty
     * where there is none.
     */
    public String similar(String name) {
        Set<String> known = new TreeSet<>();
        bound.forEach(each -> known.add(each.startsWith(ENV) ? each.substring(ENV.length()) : each));
        String nearest = NearestName.of(name.startsWith(ENV) ? name.substring(ENV.length()) : name, known);
        return nearest == null ? "" : " (similar: " + nearest + ")";
    }

    /** Returns the meaning of an annotation that declares a name: two with the same lead to the same. */
    private static String said(Annotation annotation, InjectionPoint point) {
        return annotation + " " + point.type().getName();
    }

    /** Returns true if the name of an annotation means something else in the module, by a descriptor or another annotation. */
    public boolean meansOther(Annotation annotation, String name, InjectionPoint point) {
        String other = declaredBy.get(qualified(name));
        boolean known = hasBound(name) || looked.contains(qualified(name));
        return known && !said(annotation, point).equals(other);
    }

    private boolean hasBound(String name) {
        return bound.contains(qualified(name));
    }

    /** Returns true if a declaration of the component or of its module has bound the name. */
    public boolean isBound(String name) {
        return hasBound(name) || module != null && module.isBound(name);
    }

    /** Returns the injection sources of the deployment. */
    public Sources sources() {
        return sources;
    }

    /** Closes the resources that the application has defined. Does not throw. */
    public void close() {
        for (int i = made.size() - 1; i >= 0; i--) {
            made.get(i).close();
        }
        made.clear();
        shared.release(this);
        naming.standIns().release(this);
        if (module != null) {
            names.close();
        }
    }

    // ---- injection -------------------------------------------------------------------------------------------------

    /** Returns what the descriptors inject into a class itself: the name of a field or property to the name of its value. */
    public Map<String, String> targets(String className) {
        Map<String, String> own = targets.getOrDefault(className, Map.of());
        if (module == null) {
            return own;
        }
        Map<String, String> all = new LinkedHashMap<>(module.targets(className));
        all.putAll(own);
        return all;
    }

    /**
     * The value of a declared name.
     *
     * @throws NamingException when it leads to nothing
     */
    public Object declared(String name) throws NamingException {
        return server.value(qualified(name));
    }

    /**
     * Returns the resource that an annotation asks for (Jakarta Annotations 3.0, 2.4; Jakarta EE Platform 11, 5.20). The first of these
     * that is there counts:
     *
     * <ul>
     *   <li>the value that its name is bound to
     *   <li>the name in the server's own descriptor, if it leads to something of the type
     *   <li>the name in {@code lookup}
     *   <li>the name in {@code mappedName}, if it leads to something of the type
     *   <li>the server's own binding of a name that was given, if that is of the type
     *   <li>the default of the type
     * </ul>
     *
     * @param name of the resource, or the default that class and property make
     * @param named true if the annotation gives the name
     * @return null where nothing says what it is
     * @throws NamingException when something does and leads to nothing
     */
    public @Nullable Object resource(String name, boolean named, String lookup, String mappedName, Class<?> type)
            throws NamingException {
        Object bound = isLooked(qualified(name)) ? null : server.bound(qualified(name));
        if (bound != null) {
            return bound;
        }
        Object there = server.ofTarget(mappedTo(name), type);
        if (there != null) {
            return there;
        }
        if (!lookup.isEmpty()) {
            expectNamed(lookup, type.getName());
            return server.value(lookup);
        }
        Object mapped = mappedName.isEmpty() ? null : server.ofType(mappedName, type);
        if (mapped == null && named && !name.startsWith("java:")) {
            mapped = server.ofType(
                    name, type); // as a reference of a descriptor: what the server has bound under that name
        }
        if (mapped != null) {
            return mapped;
        }
        String standard = DefaultResources.name(type.getName());
        if (DEFAULT_DATA_SOURCE.equals(standard) && !mappedName.isEmpty() && defaulted.add(name)) {
            EnvironmentLog.LOG.defaultDataSource(
                    application, name, "@Resource, whose mappedName '" + mappedName + "' leads to nothing here");
        }
        return standard == null ? standIn(name, mappedName, type) : server.bound(standard);
    }

    /** Returns the stand-in of a resource that nobody defines; null where it has none. */
    private @Nullable Object standIn(String name, String mappedName, Class<?> type) {
        String leads = wanted(name, mappedName);
        return expect(leads, type.getName()) ? server.ofType(leads, type) : null;
    }

    /** Returns the name by which the server would have a resource. */
    private String wanted(String name, String mappedName) {
        String leads = mappedTo(name);
        if (leads != null || !mappedName.isEmpty()) {
            return leads == null ? mappedName : leads;
        }
        return name.startsWith(ENV) ? name.substring(ENV.length()) : name;
    }

    /**
     * Notes that the module names a resource of the server, which is there or is an error. Only where the application was written for
     * another server, or the name is one of messaging ({@code jms/orders}), something may take its place; returns false where nothing does.
     *
     * @param type of the resource; null: not known
     */
    public boolean expectNamed(String name, @Nullable String type) {
        return server.expectNamed(name, type);
    }

    /**
     * Notes that the module declares a resource by that name of the server, and returns false where nothing takes its place if nobody
     * defines it.
     *
     * @param type of the resource; null: not known
     */
    public boolean expect(String name, @Nullable String type) {
        return server.expect(name, type);
    }

    private boolean isLooked(String qualified) {
        return looked.contains(qualified) || module != null && !bound.contains(qualified) && module.isLooked(qualified);
    }
}
