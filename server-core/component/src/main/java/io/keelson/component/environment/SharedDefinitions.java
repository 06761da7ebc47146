package io.keelson.component.environment;

import io.keelson.component.descriptor.ComponentDescriptor.ResourceDefinition;
import io.keelson.kernel.naming.NameOwner;
import io.keelson.kernel.naming.Naming;
import io.keelson.kernel.spi.resource.ResourceMaker.Made;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/**
 * Resources that applications of a server define by names that all of them see: {@code java:global/...} and those of
 * other servers. Applications that define the same resource by the same name share one, which ends with the last of
 * them; another definition of a name is refused. One for a server. Thread-safe; {@link #lock} guards all state.
 *
 * <p>A resource is not shared if its class comes from an application: it would have to end with that application.
 */
public final class SharedDefinitions {
    private final Naming naming;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Shared> all = new HashMap<>();

    /** Makes those of a server with these names. */
    public SharedDefinitions(Naming naming) {
        this.naming = naming;
    }

    /** One resource and whoever has defined it. */
    private record Shared(
            ResourceDefinition definition, String application, NameOwner owner, Made made, Set<Object> users) {
        /** Several modules of an application may define a resource; the first one counts (5.2.2). */
        boolean serves(ResourceDefinition other, String by) {
            return application.equals(by) || isSame(definition, other);
        }
    }

    /** Makes the resource for its first application. */
    @FunctionalInterface
    interface Making {
        Made make() throws NamingException;
    }

    /** Returns true if a name is seen by all applications. */
    static boolean isSeenByAll(String name) {
        return name.startsWith("java:")
                && !name.startsWith("java:comp/")
                && !name.startsWith("java:module/")
                && !name.startsWith("java:app/");
    }

    /** Returns true if the class that the definition names, if any, is not one of the application. */
    static boolean isOfServer(ResourceDefinition definition, ClassLoader application) {
        String name = definition.settings().get("class-name");
        if (name == null || name.isBlank()) {
            return true;
        }
        @Nullable ClassLoader servers = application.getParent();
        try {
            return Class.forName(name, false, application) == Class.forName(name, false, servers);
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }

    /**
     * Makes and binds a resource, or has the application take part in the one that is there.
     *
     * @param user who defines it; hands it to {@link #release}
     * @throws NamingException when the name is bound otherwise, or the resource cannot be made
     */
    void define(ResourceDefinition definition, String application, Object user, Making making) throws NamingException {
        lock.lock();
        try {
            Shared there = all.get(key(definition));
            if (there != null && there.serves(definition, application)) {
                there.users().add(user);
                return;
            }
            Made made = making.make();
            NameOwner owner = naming.owner("application " + application, null);
            try {
                naming.bindShared(definition.name(), made.value(), owner);
            } catch (NamingException | RuntimeException e) {
                owner.close();
                made.close();
                throw e;
            }
            all.put(key(definition), new Shared(definition, application, owner, made, new HashSet<>(Set.of(user))));
        } finally {
            lock.unlock();
        }
    }

    /** Ends what nobody but this one has defined any more. Does not throw. */
    void release(Object user) {
        List<Made> ended = new ArrayList<>();
        lock.lock();
        try {
            all.values().removeIf(shared -> {
                boolean last = shared.users().remove(user) && shared.users().isEmpty();
                if (last) {
                    shared.owner().close();
                    ended.add(shared.made());
                }
                return last;
            });
        } finally {
            lock.unlock();
        }
        ended.forEach(Made::close); // it may wait for work in flight
    }

    private static String key(ResourceDefinition definition) {
        return definition.name().replaceFirst("^java:/+", "java:");
    }

    private static boolean isSame(ResourceDefinition one, ResourceDefinition other) {
        return one.kind().equals(other.kind())
                && one.settings().equals(other.settings())
                && one.properties().equals(other.properties());
    }
}
