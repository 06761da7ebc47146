package io.keelson.kernel.naming;

import javax.naming.LinkLoopException;
import javax.naming.LinkRef;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import javax.naming.Reference;
import org.jspecify.annotations.Nullable;

/**
 * Makes what a lookup returns of what is bound: links are followed, references are made into objects by trusted factories, and
 * everything else is returned as it is. Thread-safe.
 */
final class Values {
    /** A longer chain of links is a circle. */
    private static final int MOST_LINKS = 16;

    private static final ThreadLocal<Integer> LINKS = new ThreadLocal<>();

    private final Naming naming;
    private final @Nullable ComponentNames component;
    private final boolean all;

    /**
     * For the contexts of a server.
     *
     * @param component whose {@code java:} names links mean; null: the caller's
     * @param all true if links lead to names that the component's code does not see
     */
    Values(Naming naming, @Nullable ComponentNames component, boolean all) {
        this.all = all;
        this.naming = naming;
        this.component = component;
    }

    /** On whose behalf code binds that does not say. */
    NameOwner owner() {
        return naming.callingOwner(component);
    }

    NameOwner serverOwner() {
        return naming.serverOwner();
    }

    /** Notes a lookup of what the server itself has bound, in its tree or as a default of every component. */
    void used(Space space, Path path, Object value, NameOwner by) {
        if (space instanceof ServerSpace server) {
            if (server.boundBy(path) == naming.serverOwner()) {
                naming.lookedUp(path, by);
            }
        } else {
            naming.lookedUpDefault(value, by);
        }
    }

    /** Refuses references that no lookup would make into an object. */
    void checkBindable(Object value, String fullName) throws NamingException {
        if (value instanceof Reference reference && !(value instanceof LinkRef)) {
            naming.factories().check(reference, fullName);
        }
    }

    /**
     * Returns the result of a lookup for a bound value.
     *
     * @param path where the value stands in the context's space
     * @param follow whether links are followed
     */
    Object of(Object value, Path path, TreeContext context, boolean follow) throws NamingException {
        if (value instanceof LinkRef link) {
            return follow ? target(link, path, context) : link;
        }
        if (value instanceof Reference reference) {
            return naming.factories().make(reference, path.name(), context, context.getEnvironment());
        }
        return value instanceof ProvidedObject provided ? provided.get() : value;
    }

    private Object target(LinkRef link, Path path, TreeContext context) throws NamingException {
        String name = link.getLinkName();
        Integer before = LINKS.get();
        int followed = before == null ? 1 : before + 1;
        if (followed > MOST_LINKS) {
            throw new LinkLoopException("more than " + MOST_LINKS + " links follow one another at " + name);
        }
        LINKS.set(followed);
        try {
            if (name.startsWith("./")) {
                return context.absolute(path.parent().plus(Path.parse(name.substring(2))));
            }
            return new InitialNames(naming, component, context.getEnvironment(), all).lookup(name);
        } catch (NameNotFoundException e) {
            throw broken(e, path, name);
        } finally {
            if (before == null) {
                LINKS.remove();
            } else {
                LINKS.set(before);
            }
        }
    }

    /** Names both ends, as whoever looks up knows only the first. */
    private static NamingException broken(NameNotFoundException cause, Path path, String name) {
        NameNotFoundException e = new NameNotFoundException(path + " leads to " + name + ": " + cause.getMessage());
        e.setRootCause(cause);
        return e;
    }
}
