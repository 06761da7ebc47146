package io.keelson.kernel.naming;

import io.keelson.kernel.context.InvocationContext;
import java.util.Hashtable;
import java.util.List;
import javax.naming.Binding;
import javax.naming.Context;
import javax.naming.Name;
import javax.naming.NameClassPair;
import javax.naming.NamingEnumeration;
import javax.naming.NamingException;
import javax.naming.NotContextException;
import javax.naming.OperationNotSupportedException;
import javax.naming.event.EventContext;
import javax.naming.event.NamingListener;
import org.jspecify.annotations.Nullable;

/** A context of a space as JNDI shows it. Immutable but for its environment, thread-safe; closing it ends its listeners. */
final class TreeContext extends NameContext implements EventContext {
    /** Names that are bound by code of an application for all members of the cluster to see, unless this says false. */
    static final String SHARE = "io.keelson.naming.cluster";

    /** The same, as applications for WebLogic say it. */
    private static final String SHARE_AS_ELSEWHERE = "weblogic.jndi.replicateBindings";

    /** Environment property by which applications for WebLogic have contexts on the way to a name made. */
    private static final String PARENTS = "weblogic.jndi.createIntermediateContexts";

    private final Space space;
    private final Path base;
    private final Values values;
    private final @Nullable NameOwner owner;

    /**
     * A context.
     *
     * @param base where it is in the space
     * @param values makes what is looked up of what is bound
     * @param owner on whose behalf it binds; null: whoever calls
     */
    TreeContext(
            Space space, Path base, Values values, @Nullable NameOwner owner, @Nullable Hashtable<?, ?> environment) {
        super(environment);
        this.space = space;
        this.base = base;
        this.values = values;
        this.owner = owner;
    }

    private Path path(Name name) {
        return base.plus(Path.of(name));
    }

    private NameOwner owner() {
        return owner != null ? owner : values.owner();
    }

    // ---- read ------------------------------------------------------------------------------------------------------

    @Override
    public Object lookup(Name name) throws NamingException {
        return used(path(name), true);
    }

    @Override
    public Object lookupLink(Name name) throws NamingException {
        return used(path(name), false);
    }

    /** Returns what stands at a path of the whole space. */
    Object absolute(Path path) throws NamingException {
        return used(path, true);
    }

    /** Finds, and notes that somebody has what the server bound: it must not go without being asked for. A list is no use. */
    private Object used(Path path, boolean follow) throws NamingException {
        Object value = find(path, follow);
        NameOwner by = owner();
        if (by != values.serverOwner()) {
            values.used(space, path, value, by);
        }
        return value;
    }

    private Object find(Path path, boolean follow) throws NamingException {
        Space.Found found = space.find(path);
        Bound bound = found.value();
        if (bound == null) {
            return new TreeContext(space, path, values, owner, getEnvironment());
        }
        if (found.rest().isRoot()) {
            return values.of(bound.value(), path, this, follow);
        }
        Path at = new Path(path.parts().subList(0, path.size() - found.rest().size()));
        if (values.of(bound.value(), at, this, true) instanceof Context further) {
            Name rest = found.rest().name();
            return follow ? further.lookup(rest) : further.lookupLink(rest);
        }
        NotContextException e = new NotContextException(space.fullName(at) + " is a value and no context");
        e.setRemainingName(found.rest().name());
        throw e;
    }

    @Override
    public NamingEnumeration<NameClassPair> list(Name name) throws NamingException {
        Path path = path(name);
        if (elsewhere(path) instanceof Context further) {
            return further.list("");
        }
        return new Listing<>(space.list(path), listed -> {
            NameClassPair pair = new NameClassPair(quoted(listed), listed.className());
            pair.setNameInNamespace(space.fullName(path.plus(listed.name())));
            return pair;
        });
    }

    @Override
    public NamingEnumeration<Binding> listBindings(Name name) throws NamingException {
        Path path = path(name);
        if (elsewhere(path) instanceof Context further) {
            return further.listBindings("");
        }
        return new Listing<>(space.list(path), listed -> {
            Path of = path.plus(listed.name());
            Binding binding = new Binding(quoted(listed), listed.className(), find(of, true));
            binding.setNameInNamespace(space.fullName(of));
            return binding;
        });
    }

    /** A name relative to its context may need quotes: it is one component, whatever is in it. */
    private static String quoted(Space.Listed listed) {
        return Path.ROOT.plus(listed.name()).toString();
    }

    /** The context of somebody else that a path leads to; null where it is one of this space. */
    private @Nullable Object elsewhere(Path path) throws NamingException {
        if (space.find(path).value() == null) {
            return null;
        }
        Object value = find(path, true);
        if (!(value instanceof Context)) {
            throw new NotContextException(space.fullName(path) + " is a value and no context");
        }
        return value;
    }

    @Override
    public String getNameInNamespace() {
        return space.fullName(base);
    }

    // ---- change ----------------------------------------------------------------------------------------------------

    @Override
    public void bind(Name name, Object value) throws NamingException {
        change(name, value, false);
    }

    @Override
    public void rebind(Name name, Object value) throws NamingException {
        change(name, value, true);
    }

    private void change(Name name, @Nullable Object value, boolean replace) throws NamingException {
        Path path = path(name);
        if (value == null) {
            throw new NamingException(space.fullName(path) + " cannot be bound to nothing");
        }
        values.checkBindable(value, space.fullName(path));
        NameOwner by = owner();
        boolean share = by != values.serverOwner()
                && !"false".equalsIgnoreCase(property(SHARE))
                && !"false".equalsIgnoreCase(property(SHARE_AS_ELSEWHERE));
        space.bind(path, value, new Space.Change(by, replace, share, "true".equalsIgnoreCase(property(PARENTS))));
    }

    @Override
    public void unbind(Name name) throws NamingException {
        space.unbind(path(name), owner());
    }

    @Override
    public void rename(Name from, Name to) throws NamingException {
        space.rename(path(from), path(to), owner());
    }

    @Override
    public Context createSubcontext(Name name) throws NamingException {
        Path path = path(name);
        space.createSubcontext(path, owner());
        return new TreeContext(space, path, values, owner, getEnvironment());
    }

    @Override
    public void destroySubcontext(Name name) throws NamingException {
        space.destroySubcontext(path(name), owner());
    }

    // ---- events ----------------------------------------------------------------------------------------------------

    @Override
    public void addNamingListener(Name target, int scope, NamingListener listener) throws NamingException {
        if (!List.of(OBJECT_SCOPE, ONELEVEL_SCOPE, SUBTREE_SCOPE).contains(scope)) {
            throw new NamingException("no scope of EventContext: " + scope);
        }
        InvocationContext context = InvocationContext.current();
        events().add(new NameEvents.Registered(
                listener, this, base, path(target), scope, context == null ? null : context.copy(), owner()));
    }

    @Override
    public void addNamingListener(String target, int scope, NamingListener listener) throws NamingException {
        addNamingListener(Path.parse(target).name(), scope, listener);
    }

    @Override
    public void removeNamingListener(NamingListener listener) throws NamingException {
        events().remove(listener);
    }

    private NameEvents events() throws NamingException {
        NameEvents events = space.events();
        if (events == null) {
            throw new OperationNotSupportedException(
                    "nothing changes in " + space.fullName(base) + ": the names of an application have no events");
        }
        return events;
    }

    /** A listener may be registered before there is anything to listen to. */
    @Override
    public boolean targetMustExist() {
        return false;
    }

    @Override
    public void close() {
        NameEvents events = space.events();
        if (events != null) {
            events.removeAll(this);
        }
    }

    @Override
    public String toString() {
        return "context " + space.fullName(base);
    }
}
