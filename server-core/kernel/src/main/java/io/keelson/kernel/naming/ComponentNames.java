package io.keelson.kernel.naming;

import io.keelson.kernel.context.InvocationContext;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.naming.Context;
import javax.naming.InvalidNameException;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/**
 * The {@code java:} names that a component sees (Jakarta EE Platform 11, 5.2.2). In a web module all components share one
 * {@code java:comp}, which is {@code java:module} too; a bean of an EJB module may have names of its own. Applications only read them;
 * the server binds with {@link #bind}. Thread-safe.
 *
 * <p>The component of a thread is the one in {@link #SLOT} of its invocation context, else the one to which the context's class
 * loader belongs, else the one of the thread's context class loader: threads that an application starts inherit that.
 */
public final class ComponentNames implements AutoCloseable {
    /** The component that an invocation context works for, where its class loader does not say it; follows to other threads. */
    public static final InvocationContext.Slot<ComponentNames> SLOT = InvocationContext.Slot.travelling();

    private static final Set<String> SPACES = Set.of("comp", "module", "app", "global");

    private final Naming naming;
    private final ApplicationNames application;
    private final ClassLoader loader;
    private final NameTree module;

    /** The names of the component alone; null: it shares those of its module. */
    private final @Nullable NameTree own;

    /** The names as the component's code sees them. */
    private final JavaSpace space;

    /** All names, as injection sees them. */
    private final JavaSpace whole;

    private final Values values;
    private final Values ofWhole;
    private final String moduleName;

    ComponentNames(Naming naming, ApplicationNames application, String name, ClassLoader loader)
            throws NamingException {
        this.naming = naming;
        this.application = application;
        this.loader = loader;
        this.module = new NameTree("java:module/", naming.serverOwner(), null);
        this.own = null;
        this.moduleName = name;
        this.space = space(null, new Sight(naming.guards(), Set.of()));
        this.whole = space(null, null);
        this.values = new Values(naming, this, false);
        this.ofWhole = new Values(naming, this, true);
        bind("java:module/ModuleName", name);
        module.createSubcontext(Path.parse("env"), owner());
        for (Map.Entry<String, Object> each : naming.defaults().entrySet()) {
            bind("java:comp/" + each.getKey(), each.getValue());
        }
        JvmNames.add(loader, this);
    }

    /** Makes the names of a component of the module that has some of its own. */
    private ComponentNames(ComponentNames of, Set<String> hidden) {
        this.naming = of.naming;
        this.application = of.application;
        this.loader = of.loader;
        this.module = of.module;
        NameTree comp = new NameTree("java:comp/", naming.serverOwner(), null);
        this.own = comp;
        this.moduleName = of.moduleName;
        this.space = space(comp, new Sight(naming.guards(), hidden));
        this.whole = space(comp, null);
        this.values = new Values(naming, this, false);
        this.ofWhole = new Values(naming, this, true);
    }

    private JavaSpace space(@Nullable NameTree before, @Nullable Sight sight) {
        return new JavaSpace(
                Map.of(
                        "comp",
                        module.seenAs("java:comp/"),
                        "module",
                        module,
                        "app",
                        application.tree(),
                        "global",
                        naming.global()),
                before,
                naming.others(),
                sight);
    }

    /**
     * Returns the names of a component of this module with a {@code java:comp} of its own: what is bound there goes before what the module
     * has. A thread has them by {@link #SLOT}. Close them before those of the module.
     *
     * @param hidden names that begin with {@code java:comp/} and that the module has for other components: the code of this one does not
     *     see them
     */
    public ComponentNames ofComponent(Set<String> hidden) {
        return new ComponentNames(
                this,
                hidden.stream()
                        .map(name -> name.substring("java:comp/".length()))
                        .collect(Collectors.toUnmodifiableSet()));
    }

    /** Returns the name of the module, as {@code java:module/ModuleName} has it. */
    public String moduleName() {
        return moduleName;
    }

    Naming naming() {
        return naming;
    }

    NameOwner owner() {
        return application.owner();
    }

    /** The names of the application that it belongs to. */
    public ApplicationNames application() {
        return application;
    }

    /**
     * The context {@code java:}.
     *
     * @param all false: as the component's code sees it
     */
    Context context(@Nullable Hashtable<?, ?> environment, boolean all) {
        return new TreeContext(all ? whole : space, Path.ROOT, all ? ofWhole : values, null, environment);
    }

    /** Returns the context that {@code new InitialContext()} gives in this component: its {@code java:} names and those of the server. */
    public Context initialContext() {
        return new InitialNames(naming, this, null, false);
    }

    /**
     * Returns the same with names that the code of the component does not see, for injection on its behalf. The names are those of this
     * component on threads that work for another one too.
     */
    public Context injectionContext() {
        return new InitialNames(naming, this, null, true);
    }

    /**
     * Binds for the component.
     *
     * @param name begins with {@code java:comp/}, {@code java:module/}, {@code java:app/} or {@code java:global/}; another name below
     *     {@code java:} is one that applications for other servers use, and is seen by all applications of the server
     * @throws javax.naming.NameAlreadyBoundException when it is bound; in {@code java:app} the same value may be bound again
     */
    public void bind(String name, Object value) throws NamingException {
        if (!name.startsWith("java:")) {
            throw new InvalidNameException(name + " is no name of a component: it does not begin with java:");
        }
        Path path = Path.parse(name.substring("java:".length()));
        Space.Change change = new Space.Change(owner(), false, false, true);
        if (path.isRoot() || path.size() < 2 && SPACES.contains(path.part(0))) {
            throw new InvalidNameException(name + " is a context of the server and cannot be bound");
        }
        Path below = path.from(1);
        switch (path.part(0)) {
            case "comp" -> (own == null ? module : own).bind(below, value, change);
            case "module" -> module.bind(below, value, change);
            case "app" -> bindAgain(application.tree(), below, value, change);
            case "global" -> naming.global().bind(below, value, change);
            default -> naming.others().bind(path, value, change);
        }
    }

    /**
     * Returns true if the application has bound a name that its modules share already: one of {@code java:app} or of another server's
     * kind.
     */
    public boolean isShared(String name) throws NamingException {
        Path path = Path.parse(name.startsWith("java:") ? name.substring("java:".length()) : name);
        if (!name.startsWith("java:")
                || path.isRoot()
                || List.of("comp", "module").contains(path.part(0))) {
            return false;
        }
        Bound bound = switch (path.part(0)) {
            case "app" -> application.tree().value(path.from(1));
            case "global" -> naming.global().value(path.from(1));
            default -> naming.others().value(path);
        };
        return bound != null && bound.owner() == owner();
    }

    /** Says that the application goes on using what a name of the server leads to, as a reference of it declares. */
    public void relies(String name) {
        naming.relies(name, owner(), false);
    }

    /** Several modules may declare the same resource of their application (5.2.2). */
    private static void bindAgain(NameTree tree, Path path, Object value, Space.Change change) throws NamingException {
        Bound present = tree.value(path);
        if (present == null || !present.value().equals(value)) {
            tree.bind(path, value, change);
        }
    }

    /** Empties the trees of the component; with the last module of its application, those of that too. */
    @Override
    public void close() {
        if (own != null) {
            own.close();
            return;
        }
        JvmNames.remove(loader, this);
        module.close();
        application.ended(this);
    }
}
