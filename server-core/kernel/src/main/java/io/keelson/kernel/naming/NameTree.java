package io.keelson.kernel.naming;

import io.keelson.kernel.config.NearestName;
import io.keelson.kernel.spi.lease.Fence;
import io.keelson.kernel.spi.lease.StaleFence;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import javax.naming.Context;
import javax.naming.ContextNotEmptyException;
import javax.naming.NameAlreadyBoundException;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import javax.naming.NoPermissionException;
import javax.naming.NotContextException;
import javax.naming.ServiceUnavailableException;
import org.jspecify.annotations.Nullable;

/**
 * Bindings in memory. Read without a lock: a context's entries are a concurrent map. Changed under {@code lock}, under which
 * nothing else is called; who listens is told afterwards.
 */
final class NameTree implements Space {
    private final String prefix;
    private final NameOwner server;
    private final @Nullable NameEvents events;
    private final ReentrantLock lock = new ReentrantLock();
    private final Branch root;

    /** The highest epoch of each lease that bound something here; guarded by the lock. */
    private final Map<String, Long> epochs = new HashMap<>();

    private boolean closed;

    /** A context: its entries are a {@link Bound} or a {@code Branch} each. */
    private record Branch(Map<String, Object> entries, NameOwner owner) {
        Branch(NameOwner owner) {
            this(new ConcurrentHashMap<>(), owner);
        }
    }

    /**
     * An empty tree.
     *
     * @param prefix what stands before its names, as {@code java:app/}
     * @param server the owner of what others may not change
     * @param events who hears of changes; null: nobody
     */
    NameTree(String prefix, NameOwner server, @Nullable NameEvents events) {
        this(prefix, server, events, new Branch(server));
    }

    private NameTree(String prefix, NameOwner server, @Nullable NameEvents events, Branch root) {
        this.prefix = prefix;
        this.server = server;
        this.events = events;
        this.root = root;
    }

    /** The same tree by another name, to be read only: messages say that name. */
    NameTree seenAs(String otherPrefix) {
        NameTree other = new NameTree(otherPrefix, server, null, root);
        other.closed = true;
        return other;
    }

    @Override
    public @Nullable NameEvents events() {
        return events;
    }

    @Override
    public String fullName(Path path) {
        String name = path.toString();
        return name.isEmpty() && prefix.endsWith("/") ? prefix.substring(0, prefix.length() - 1) : prefix + name;
    }

    // ---- read ------------------------------------------------------------------------------------------------------

    @Override
    public Found find(Path path) throws NamingException {
        Branch at = root;
        for (int i = 0; i < path.size(); i++) {
            Object next = at.entries().get(path.part(i));
            if (next == null) {
                throw missing(path, i, at);
            }
            if (next instanceof Bound bound) {
                return new Found(bound, path.from(i + 1));
            }
            at = (Branch) next;
        }
        return Found.CONTEXT;
    }

    /** The value at exactly that path; null where there is none. */
    @Nullable
    Bound value(Path path) {
        Branch at = root;
        for (int i = 0; i < path.size(); i++) {
            Object next = at.entries().get(path.part(i));
            if (next instanceof Branch branch) {
                at = branch;
            } else {
                return i == path.size() - 1 ? (Bound) next : null;
            }
        }
        return null;
    }

    /** Says what is not there, and what is at that place under a name like it. */
    private NamingException missing(Path path, int at, Branch branch) {
        Path above = new Path(path.parts().subList(0, at));
        String near = NearestName.of(path.part(at), branch.entries().keySet());
        NameNotFoundException e = new NameNotFoundException(fullName(path) + " is not bound"
                + (at == 0 ? "" : "; " + fullName(above) + " has no '" + path.part(at) + "'")
                + (near == null ? "" : "; did you mean " + fullName(above.plus(near)) + "?"));
        e.setRemainingName(path.from(at).name());
        return e;
    }

    @Override
    public List<Listed> list(Path path) throws NamingException {
        List<Listed> all = new ArrayList<>();
        branch(path).entries().forEach((name, entry) -> all.add(listed(name, entry)));
        all.sort(Comparator.comparing(Listed::name));
        return all;
    }

    private static Listed listed(String name, Object entry) {
        return entry instanceof Bound bound
                ? new Listed(name, bound.value(), bound.value().getClass().getName())
                : new Listed(name, null, Context.class.getName());
    }

    private Branch branch(Path path) throws NamingException {
        Branch at = root;
        for (int i = 0; i < path.size(); i++) {
            Object next = at.entries().get(path.part(i));
            if (next == null) {
                throw missing(path, i, at);
            }
            if (!(next instanceof Branch branch)) {
                throw notContext(new Path(path.parts().subList(0, i + 1)));
            }
            at = branch;
        }
        return at;
    }

    private NotContextException notContext(Path path) {
        return new NotContextException(fullName(path) + " is a value and no context");
    }

    /** Passes every value with its path, in no order. */
    void forEach(BiConsumer<Path, Bound> consumer) {
        forEach(root, Path.ROOT, consumer);
    }

    private static void forEach(Branch branch, Path at, BiConsumer<Path, Bound> consumer) {
        branch.entries().forEach((name, entry) -> {
            if (entry instanceof Bound bound) {
                consumer.accept(at.plus(name), bound);
            } else {
                forEach((Branch) entry, at.plus(name), consumer);
            }
        });
    }

    // ---- change ----------------------------------------------------------------------------------------------------

    @Override
    public void bind(Path path, Object value, Change change) throws NamingException {
        Bound next = new Bound(value, change.owner(), change.share());
        @Nullable Bound before;
        lock.lock();
        try {
            check(change.owner(), path);
            Branch parent = parent(path, change);
            Object present = parent.entries().get(path.last());
            if (present instanceof Branch) {
                throw new NameAlreadyBoundException(fullName(path) + " is a context and cannot be bound to a value");
            }
            before = (Bound) present;
            if (before != null) {
                checkReplaceable(path, before, change);
            }
            remember(change.owner());
            parent.entries().put(path.last(), next);
        } finally {
            lock.unlock();
        }
        if (events != null) {
            events.bound(path, before, next);
        }
    }

    /** Refuses what {@link #bind} would refuse now; the answer may be another a moment later. */
    void check(Path path, Change change) throws NamingException {
        lock.lock();
        try {
            check(change.owner(), path);
            Bound before = value(path);
            if (before != null) {
                checkReplaceable(path, before, change);
            } else if (!change.parents()) {
                branch(path.parent());
            } else {
                checkWay(path);
                if (isContext(path)) {
                    throw new NameAlreadyBoundException(
                            fullName(path) + " is a context and cannot be bound to a value");
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private void check(NameOwner owner, Path path) throws NamingException {
        if (closed) {
            throw new ServiceUnavailableException(fullName(path) + " cannot be changed: what it belongs to has ended");
        }
        if (path.isRoot()) {
            throw new NameAlreadyBoundException("an empty name is the context itself and cannot be changed");
        }
        Fence fence = owner.fence();
        if (fence != null && epochs.getOrDefault(fence.lease(), -1L) > fence.epoch()) {
            throw new StaleFence(fullName(path) + " is not changed under the lease " + fence + ": epoch "
                    + epochs.get(fence.lease()) + " of it is known");
        }
        if (owner.closed()) {
            throw fence != null
                    ? new StaleFence(
                            fullName(path) + " is not changed under the lease " + fence + ": it was given back")
                    : new ServiceUnavailableException(
                            fullName(path) + " cannot be changed on behalf of " + owner + ", which has ended");
        }
    }

    private Branch parent(Path path, Change change) throws NamingException {
        if (!change.parents()) {
            return branch(path.parent());
        }
        checkWay(path); // before anything is made, so that a refusal leaves nothing behind
        Branch at = root;
        for (int i = 0; i < path.size() - 1; i++) {
            at = (Branch) at.entries().computeIfAbsent(path.part(i), part -> new Branch(change.owner()));
        }
        return at;
    }

    /** Refuses a path of which a part of the way is a value. */
    private void checkWay(Path path) throws NamingException {
        for (int i = 1; i < path.size(); i++) {
            if (value(new Path(path.parts().subList(0, i))) != null) {
                throw notContext(new Path(path.parts().subList(0, i)));
            }
        }
    }

    private boolean isContext(Path path) {
        Object at = root;
        for (String part : path.parts()) {
            at = at instanceof Branch branch ? branch.entries().get(part) : null;
        }
        return at instanceof Branch;
    }

    private void checkReplaceable(Path path, Bound before, Change change) throws NamingException {
        Fence theirs = before.owner().fence();
        Fence mine = change.owner().fence();
        boolean over = theirs != null && mine != null && theirs.olderThan(mine);
        if (!change.replace() && !over) {
            throw new NameAlreadyBoundException(fullName(path) + " is bound by " + before.owner());
        }
        checkOwner(path, before, change.owner());
    }

    /**
     * Checks that the owner may change a binding: bindings of the server are the server's, and those made under a lease are that lease's.
     */
    private void checkOwner(Path path, Bound before, NameOwner owner) throws NamingException {
        Fence theirs = before.owner().fence();
        Fence mine = owner.fence();
        if (theirs != null && owner != server && (mine == null || !mine.lease().equals(theirs.lease()))) {
            throw new NoPermissionException(
                    fullName(path) + " is bound under the lease " + theirs + "; only its owner may change that");
        }
        if (before.owner() == server && owner != server) {
            throw new NoPermissionException(
                    fullName(path) + " is bound by the server; only its configuration changes that");
        }
    }

    private void remember(NameOwner owner) {
        Fence fence = owner.fence();
        if (fence != null) {
            epochs.merge(fence.lease(), fence.epoch(), Math::max);
        }
    }

    @Override
    public void unbind(Path path, NameOwner owner) throws NamingException {
        @Nullable Bound before;
        lock.lock();
        try {
            check(owner, path);
            Branch parent = branch(path.parent());
            Object present = parent.entries().get(path.last());
            if (present instanceof Branch) {
                throw new NameAlreadyBoundException(fullName(path) + " is a context; destroySubcontext removes one");
            }
            before = (Bound) present;
            if (before != null) {
                checkOwner(path, before, owner);
                parent.entries().remove(path.last());
            }
        } finally {
            lock.unlock();
        }
        if (events != null && before != null) {
            events.unbound(path, before);
        }
    }

    /** Unbinds, and removes the contexts on the way that the owner has made, where nothing is in them. */
    void unbindWhole(Path path, NameOwner owner) throws NamingException {
        unbind(path, owner);
        lock.lock();
        try {
            for (Path at = path.parent(); !at.isRoot(); at = at.parent()) {
                Branch above = branch(at.parent());
                if (!(above.entries().get(at.last()) instanceof Branch context
                        && context.owner() == owner
                        && context.entries().isEmpty())) {
                    return;
                }
                above.entries().remove(at.last());
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void rename(Path from, Path to, NameOwner owner) throws NamingException {
        Bound moved;
        lock.lock();
        try {
            check(owner, from);
            check(owner, to);
            Branch source = branch(from.parent());
            Branch target = branch(to.parent());
            Object present = source.entries().get(from.last());
            if (present == null) {
                throw missing(from, from.size() - 1, source);
            }
            if (!(present instanceof Bound bound)) {
                throw new NameAlreadyBoundException(fullName(from) + " is a context; only values can be renamed");
            }
            checkOwner(from, bound, owner);
            if (target.entries().containsKey(to.last())) {
                throw new NameAlreadyBoundException(fullName(to) + " is bound");
            }
            source.entries().remove(from.last());
            target.entries().put(to.last(), bound);
            moved = bound;
        } finally {
            lock.unlock();
        }
        if (events != null) {
            events.renamed(from, to, moved);
        }
    }

    @Override
    public void createSubcontext(Path path, NameOwner owner) throws NamingException {
        lock.lock();
        try {
            check(owner, path);
            if (branch(path.parent()).entries().putIfAbsent(path.last(), new Branch(owner)) != null) {
                throw new NameAlreadyBoundException(fullName(path) + " is bound");
            }
            remember(owner);
        } finally {
            lock.unlock();
        }
        if (events != null) {
            events.created(path);
        }
    }

    @Override
    public void destroySubcontext(Path path, NameOwner owner) throws NamingException {
        lock.lock();
        try {
            check(owner, path);
            Branch parent = branch(path.parent());
            Object present = parent.entries().get(path.last());
            if (present == null) {
                return;
            }
            if (!(present instanceof Branch branch)) {
                throw notContext(path);
            }
            if (!branch.entries().isEmpty()) {
                throw new ContextNotEmptyException(fullName(path) + " is not empty");
            }
            parent.entries().remove(path.last());
        } finally {
            lock.unlock();
        }
        if (events != null) {
            events.destroyed(path);
        }
    }

    /** Keeps a shared binding for this server alone from now on. Returns whether there was one. */
    boolean alone(Path path) {
        lock.lock();
        try {
            Bound present = value(path);
            if (present == null || !present.shared()) {
                return false;
            }
            branch(path.parent()).entries().put(path.last(), new Bound(present.value(), present.owner(), false));
            return true;
        } catch (NamingException gone) {
            return false;
        } finally {
            lock.unlock();
        }
    }

    /** Drops a shared binding that the cluster no longer has, without telling anybody. Returns whether there was one. */
    boolean forget(Path path) {
        lock.lock();
        try {
            Bound present = value(path);
            if (present == null || !present.shared()) {
                return false;
            }
            branch(path.parent()).entries().remove(path.last());
            return true;
        } catch (NamingException gone) {
            return false;
        } finally {
            lock.unlock();
        }
    }

    // ---- the end ---------------------------------------------------------------------------------------------------

    /** Removes what an owner has bound, and its contexts where nothing else is in them. Returns what was removed. */
    Map<Path, Bound> removeAll(NameOwner owner) {
        Map<Path, Bound> removed = new HashMap<>();
        lock.lock();
        try {
            removeAll(root, Path.ROOT, owner, removed);
        } finally {
            lock.unlock();
        }
        if (events != null) {
            removed.forEach(events::unbound);
        }
        return removed;
    }

    private static void removeAll(Branch branch, Path at, NameOwner owner, Map<Path, Bound> removed) {
        for (Map.Entry<String, Object> entry : branch.entries().entrySet()) {
            Path path = at.plus(entry.getKey());
            if (entry.getValue() instanceof Branch below) {
                removeAll(below, path, owner, removed);
                if (below.owner() == owner && below.entries().isEmpty()) {
                    branch.entries().remove(entry.getKey());
                }
            } else if (((Bound) entry.getValue()).owner() == owner) {
                branch.entries().remove(entry.getKey());
                removed.put(path, (Bound) entry.getValue());
            }
        }
    }

    /** Empties the tree; nothing can be bound from now on. */
    void close() {
        lock.lock();
        try {
            closed = true;
            root.entries().clear();
        } finally {
            lock.unlock();
        }
    }
}
