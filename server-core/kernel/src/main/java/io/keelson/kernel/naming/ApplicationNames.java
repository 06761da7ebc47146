package io.keelson.kernel.naming;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import javax.naming.NamingException;

/**
 * The names of one version of an application: its {@code java:app} tree, and the owner of what it binds elsewhere. It ends when
 * its last module does: its trees are emptied, and what it has bound in {@code java:global} and in the server tree is removed.
 * Thread-safe.
 */
public final class ApplicationNames {
    private final Naming naming;
    private final String name;
    private final String plain;
    private final NameOwner owner;
    private final NameTree tree;
    private final ReentrantLock lock = new ReentrantLock();
    private final Set<ComponentNames> modules = new HashSet<>(); // guarded by the lock

    ApplicationNames(Naming naming, String name, String plain) throws NamingException {
        this.naming = naming;
        this.name = name;
        this.plain = plain;
        this.owner = naming.owner("application " + name, null);
        this.tree = new NameTree("java:app/", naming.serverOwner(), null);
        tree.bind(Path.parse("AppName"), plain, new Space.Change(owner, false, false, false));
    }

    /** The name of this version of the application. */
    public String name() {
        return name;
    }

    /** Returns the name that {@code java:app/AppName} has and names in {@code java:global} begin with: without a version. */
    public String plain() {
        return plain;
    }

    NameOwner owner() {
        return owner;
    }

    NameTree tree() {
        return tree;
    }

    /**
     * The names of a module in which all components share {@code java:comp}: a web module. From now on code whose context
     * class loader is {@code loader} or one below it sees them, until they are closed.
     *
     * @param module {@code java:module/ModuleName}
     */
    public ComponentNames module(String module, ClassLoader loader) throws NamingException {
        ComponentNames names = new ComponentNames(naming, this, module, loader);
        lock.lock();
        try {
            modules.add(names);
        } finally {
            lock.unlock();
        }
        return names;
    }

    /** A module is closed. */
    void ended(ComponentNames module) {
        boolean last;
        lock.lock();
        try {
            last = modules.remove(module) && modules.isEmpty();
        } finally {
            lock.unlock();
        }
        if (last) {
            naming.ended(this);
            owner.close();
            tree.close();
        }
    }
}
