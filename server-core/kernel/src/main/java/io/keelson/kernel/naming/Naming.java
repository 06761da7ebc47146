package io.keelson.kernel.naming;

import io.keelson.kernel.context.InvocationContext;
import io.keelson.kernel.spi.lease.Fence;
import io.keelson.kernel.spi.membership.ClusterNames;
import io.keelson.kernel.spi.resource.ResourceMaker;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import javax.naming.Context;
import javax.naming.InvalidNameException;
import javax.naming.NameClassPair;
import javax.naming.NameNotFoundException;
import javax.naming.NamingEnumeration;
import javax.naming.NamingException;
import javax.naming.spi.InitialContextFactory;
import org.jspecify.annotations.Nullable;

/**
 * The names of a server (JNDI): its own tree, {@code java:global}, and those of its applications; one a server, provided by the
 * kernel to every subsystem. Thread-safe. See docs/design/naming.md.
 */
public final class Naming implements AutoCloseable {
    /** Number of different schemes that the log names at most. */
    private static final int MOST_NAMED = 50;

    private final Supplier<NamingSettings> settings;
    private final NameOwner serverOwner;
    private final NameEvents events;
    private final ServerSpace server;
    private final NameTree global;
    private final NameTree others;
    private final boolean development;
    private final Values values;
    private final TrustedFactories factories;
    private final Map<String, Object> defaults = new ConcurrentHashMap<>();
    private final Map<String, DefaultGuard> guards = new ConcurrentHashMap<>();
    private final Map<String, ResourceMaker> makers = new ConcurrentHashMap<>();
    private final Map<String, InitialContextFactory> contextFactories = new ConcurrentHashMap<>();
    private final Map<Fence, BooleanSupplier> holders = new ConcurrentHashMap<>();
    private final AtomicReference<@Nullable BeanObjects> objects = new AtomicReference<>();
    private final Set<String> schemes = ConcurrentHashMap.newKeySet();
    private final Set<String> translations = ConcurrentHashMap.newKeySet();
    private final Map<String, ApplicationNames> applications = new ConcurrentHashMap<>();
    private final NameUses uses = new NameUses();
    private final StandIns standIns = new StandIns(this);

    private Naming(String name, Supplier<NamingSettings> settings, boolean development) {
        this.settings = settings;
        this.development = development;
        this.serverOwner = new NameOwner("the server " + name, null, this::remove);
        this.events = new NameEvents(name);
        this.server = new ServerSpace(name, new NameTree("", serverOwner, events));
        this.global = new NameTree("java:global/", serverOwner, null);
        this.others = new NameTree("java:", serverOwner, null);
        this.factories = new TrustedFactories(() -> settings.get().trustedObjectFactories());
        this.values = new Values(this, null, false);
    }

    /**
     * Opens the names of a server. From now on {@code new InitialContext()} leads to them where nothing else is closer.
     *
     * @param name of the server, for messages
     * @param settings those in force
     */
    public static Naming open(String name, Supplier<NamingSettings> settings) {
        return open(name, settings, false);
    }

    /**
     * The same.
     *
     * @param development true where names of other servers are translated unless a setting says otherwise
     */
    public static Naming open(String name, Supplier<NamingSettings> settings, boolean development) {
        Naming naming = new Naming(name, settings, development);
        JvmNames.add(naming);
        return naming;
    }

    // ---- for subsystems --------------------------------------------------------------------------------------------

    /** The server tree, to bind in it as the server: applications cannot change that. Such names are never shared with a cluster. */
    public Context context() {
        return context(serverOwner);
    }

    /** The server tree, to bind in it on behalf of an owner. */
    public Context context(NameOwner owner) {
        return new TreeContext(server, Path.ROOT, values, owner, null);
    }

    /**
     * Returns what a client in this JVM looks names up in: {@code java:global}, what every component finds in {@code java:comp}, and, for
     * names without a scheme, the server tree. A thread that works for an application has the {@code java:} names of that.
     */
    public Context clientContext() {
        return new InitialNames(this, null, null, true);
    }

    /** Returns {@code java:} with those names that belong to no single application. */
    Context sharedNames(@Nullable Hashtable<?, ?> environment) throws NamingException {
        NameTree component = new NameTree("java:comp/", serverOwner, null);
        Space.Change change = new Space.Change(serverOwner, false, false, true);
        for (Map.Entry<String, Object> each : defaults.entrySet()) {
            component.bind(Path.parse(each.getKey()), each.getValue(), change);
        }
        JavaSpace space = new JavaSpace(Map.of("comp", component, "global", global), null, others, null);
        return new TreeContext(space, Path.ROOT, values, null, environment);
    }

    /**
     * Returns the last parts of the names that are bound in the same context as a name; none where that context is not there. Of the {@code
     * java:} names those that belong to no single application.
     */
    public Set<String> beside(String name) {
        boolean java = name.startsWith("java:");
        String rest = java ? name.substring("java:".length()) : name;
        Set<String> beside = new TreeSet<>();
        try {
            NamingEnumeration<NameClassPair> bound =
                    (java ? sharedNames(null) : context()).list(rest.substring(0, Math.max(0, rest.lastIndexOf('/'))));
            while (bound.hasMore()) {
                beside.add(bound.next().getName());
            }
        } catch (NamingException e) {
            NamingLog.LOG.debugf(e, "nothing is beside %s", name);
        }
        return beside;
    }

    /** Returns {@code java:global}, to read in it. */
    Context globalContext(NameOwner owner) {
        return new TreeContext(global, Path.ROOT, values, owner, null);
    }

    /** Returns {@code java:app} of the newest version of an application, to read in it; null where there is none. */
    @Nullable
    Context applicationContext(String plain, NameOwner owner) {
        ApplicationNames names = applications.get(plain);
        return names == null ? null : new TreeContext(names.tree(), Path.ROOT, values, owner, null);
    }

    void ended(ApplicationNames names) {
        applications.remove(names.plain(), names);
    }

    /**
     * Somebody on whose behalf names are bound. Close it when that ends.
     *
     * @param description as messages name it: {@code singleton service counter}
     * @param fence the lease under which it binds; null: none
     */
    public NameOwner owner(String description, @Nullable Fence fence) {
        return new NameOwner(description, fence, this::remove);
    }

    /**
     * The holder of a lease, on whose behalf names are bound.
     *
     * @param held whether it holds the lease at this moment; asked at calls from other processes of what it has bound, so it must
     *     not block
     */
    public NameOwner owner(String description, Fence fence, BooleanSupplier held) {
        holders.put(fence, held);
        return owner(description, fence);
    }

    /** Returns whether an owner of this server's holds that epoch of the lease at this moment. */
    public boolean holds(Fence fence) {
        BooleanSupplier held = holders.get(fence);
        return held != null && held.getAsBoolean();
    }

    private void remove(NameOwner owner) {
        Fence fence = owner.fence();
        if (fence != null) {
            holders.remove(fence);
        }
        uses.removeAll(owner);
        events.removeAll(owner);
        server.removeAll(owner);
        global.removeAll(owner);
        others.removeAll(owner);
    }

    /**
     * Refuses a name of the server tree that the server could not bind now; contexts on the way to it would be made.
     *
     * @throws NamingException says who has the name, or what stands in the way
     */
    public void checkFree(String name) throws NamingException {
        server.check(Path.parse(name), new Space.Change(serverOwner, false, false, true));
    }

    /** Unbinds what the server has bound, and the contexts that were made for it where nothing else is in them. */
    public void unbind(String name) throws NamingException {
        server.unbindWhole(Path.parse(name), serverOwner);
    }

    /**
     * Says that somebody goes on using what a name leads to, until that owner is closed. Whoever provides it asks before it goes. The
     * name may be one that is not bound yet, or that of something which is not bound by it.
     *
     * @param content whether it would be lost if the name led to something of other content
     */
    public void relies(String name, NameOwner by, boolean content) {
        uses.add(name, by, content);
    }

    /**
     * Returns the uses of a name of the server tree, or of {@code java:comp/NAME} of a default. Users are those that
     * {@linkplain #relies say so}, and applications that declare the name or have looked it up.
     */
    public List<NameUse> uses(String name) {
        return uses.of(name);
    }

    /** The names of a version of an application. Its modules are added to what this returns. */
    public ApplicationNames application(String name) throws NamingException {
        return application(name, name);
    }

    /**
     * The same, of an application of which there may be several versions.
     *
     * @param name that of the version, which owns what is bound
     * @param plain {@code java:app/AppName}, whatever the version
     */
    public ApplicationNames application(String name, String plain) throws NamingException {
        ApplicationNames names = new ApplicationNames(this, name, plain);
        applications.put(plain, names);
        return names;
    }

    /**
     * Adds the names of a cluster. What this server has bound for all to see is bound there now; what is refused there stays in the
     * server tree alone, which the log says.
     *
     * @return ends it
     */
    public ClusterNames.Registration join(ClusterNames cluster) {
        return server.join(cluster);
    }

    /** Says which values are bound for this server only, whatever it shares else: where each member has one of its own. */
    public void keepHere(Predicate<Object> values) {
        server.keepHere(values);
    }

    /**
     * Returns the server tree as callers from other processes may use it.
     *
     * @param callable tells values that arrive there as stubs
     */
    public RemoteNames remote(Predicate<Object> callable) {
        return new RemoteNames(this, settings, callable);
    }

    /**
     * Says what every component finds at {@code java:comp/NAME} from now on: {@code DefaultDataSource}.
     *
     * @throws IllegalStateException when that is known already
     */
    public void addDefault(String name, Object value) {
        if (defaults.putIfAbsent(name, value) != null) {
            throw new IllegalStateException("java:comp/" + name + " is provided already");
        }
    }

    /**
     * Limits who finds {@code java:comp/NAME} by a lookup. Injection still finds it.
     *
     * @param name {@code UserTransaction}
     * @throws IllegalStateException when the name has a guard
     */
    public void guard(String name, DefaultGuard guard) {
        if (guards.putIfAbsent(name, guard) != null) {
            throw new IllegalStateException("java:comp/" + name + " is guarded already");
        }
    }

    /**
     * Says who finds the objects that handles of beans name.
     *
     * @throws IllegalStateException when that is known already
     */
    public void handles(BeanObjects found) {
        if (!objects.compareAndSet(null, found)) {
            throw new IllegalStateException("handles of beans are resolved already");
        }
    }

    /** Returns the object that a handle names; null for a name that is none of a handle. */
    @Nullable
    Object ofHandle(String name) throws NamingException {
        if (!name.startsWith("ejb:") || name.indexOf('#') < 0) {
            return null;
        }
        BeanObjects found = objects.get();
        Object object = found == null ? null : found.find(name);
        if (object == null) {
            throw new NameNotFoundException("no bean of " + TrustedFactories.printable(name) + " runs on this server");
        }
        return object;
    }

    /** Says who makes the resources of a kind that applications define. */
    public void add(ResourceMaker maker) {
        if (makers.putIfAbsent(maker.kind(), maker) != null) {
            throw new IllegalStateException("resources of the kind " + maker.kind() + " are made already");
        }
    }

    /** Returns who makes resources of a kind; empty where the server has nobody. */
    public Optional<ResourceMaker> maker(String kind) {
        return Optional.ofNullable(makers.get(kind));
    }

    /** Removes all names. Applications are gone by now. */
    /** Says what makes initial contexts for applications that name a factory of that class and do not bring it. */
    public void contextFactory(String className, InitialContextFactory factory) {
        contextFactories.put(className, factory);
    }

    @Nullable
    InitialContextFactory contextFactory(String className) {
        return contextFactories.get(className);
    }

    @Override
    public void close() {
        JvmNames.remove(this);
        events.close();
        server.close();
        global.close();
        others.close();
    }

    // ---- for this package ------------------------------------------------------------------------------------------

    /** The server tree as the code of a component sees it. */
    Context context(@Nullable ComponentNames component, @Nullable Hashtable<?, ?> environment, boolean all) {
        return new TreeContext(server, Path.ROOT, new Values(this, component, all), null, environment);
    }

    NameOwner callingOwner(@Nullable ComponentNames made) {
        InvocationContext context = InvocationContext.current();
        NameOwner set = context == null ? null : context.get(NameOwner.SLOT);
        if (set != null) {
            return set;
        }
        ComponentNames calling = JvmNames.component();
        ComponentNames component = calling == null ? made : calling;
        return component == null ? serverOwner : component.owner();
    }

    NameOwner serverOwner() {
        return serverOwner;
    }

    TrustedFactories factories() {
        return factories;
    }

    NameTree global() {
        return global;
    }

    /**
     * Binds what all applications see.
     *
     * @param name begins with {@code java:global/}, or is one below {@code java:} that applications for other servers use
     * @param owner with whom it goes
     * @throws javax.naming.NameAlreadyBoundException when it is bound
     */
    public void bindShared(String name, Object value, NameOwner owner) throws NamingException {
        Path path = Path.parse(name.startsWith("java:") ? name.substring("java:".length()) : name);
        boolean own =
                !path.isRoot() && List.of("comp", "module", "app", "global").contains(path.part(0));
        boolean everybodys = own && path.part(0).equals("global") && path.size() > 1;
        if (!name.startsWith("java:") || path.isRoot() || own && !everybodys) {
            throw new InvalidNameException(name + " is no name that all applications see");
        }
        Space.Change change = new Space.Change(owner, false, false, true);
        if (everybodys) {
            global.bind(path.from(1), value, change);
        } else {
            others.bind(path, value, change);
        }
    }

    /** Names below {@code java:} that are of no component's four spaces. */
    NameTree others() {
        return others;
    }

    /** Returns the stand-ins of resources that applications declare and nobody defines. */
    public StandIns standIns() {
        return standIns;
    }

    /** Returns true if names of other servers are translated. */
    public boolean translates() {
        return switch (settings.get().namesOfOtherServers()) {
            case ON -> true;
            case OFF -> false;
            case AUTOMATIC -> development;
        };
    }

    void translated(String name, String meant, NameOwner by) {
        if (translations.size() < MOST_NAMED && translations.add(by.toString() + '\n' + name)) {
            NamingLog.LOG.translated(TrustedFactories.printable(name), meant, by.toString());
        }
    }

    void notTranslated(String name, String meant, NameOwner by) {
        if (translations.size() < MOST_NAMED && translations.add(by.toString() + '\n' + name)) {
            NamingLog.LOG.notTranslated(TrustedFactories.printable(name), by.toString(), meant);
        }
    }

    NameEvents events() {
        return events;
    }

    /** Notes that an owner has looked up what the server bound. */
    void lookedUp(Path path, NameOwner by) {
        uses.add(path.toString(), by, false);
    }

    /** Notes it of a value that every component has by itself. */
    void lookedUpDefault(Object value, NameOwner by) {
        defaults.forEach((name, known) -> {
            if (known == value) {
                uses.add("java:comp/" + name, by, false);
            }
        });
    }

    Map<String, Object> defaults() {
        return Map.copyOf(defaults);
    }

    /** Returns the guards by name, which may become more. */
    Map<String, DefaultGuard> guards() {
        return guards;
    }

    /** Returns whether names of a scheme are looked up. */
    boolean allows(String scheme) {
        return settings.get().urlSchemes().contains(scheme);
    }

    void refusedScheme(String scheme) {
        if (schemes.size() < MOST_NAMED && schemes.add(scheme)) {
            NamingLog.LOG.schemeRefused(TrustedFactories.printable(scheme));
        }
    }
}
