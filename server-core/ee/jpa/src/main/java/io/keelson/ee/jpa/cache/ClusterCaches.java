package io.keelson.ee.jpa.cache;

import io.keelson.ee.jpa.cache.CacheChange.Kind;
import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.kernel.spi.membership.ClusterMessages;
import io.keelson.kernel.spi.membership.ClusterView;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The second-level caches of a server as the other members of its cluster concern them: what a transaction has changed here is dropped
 * there, once it is committed. At a change of the view all is dropped, as messages may have been lost with it. Thread-safe. See
 * docs/design/persistence.md.
 */
public final class ClusterCaches {
    private static final Logger LOG = Logger.getLogger(ClusterCaches.class);
    private static final String SUBJECT = "second-level caches";

    private final @Nullable ClusterMessages messages;
    private final Map<String, Set<UnitCache>> units = new ConcurrentHashMap<>();

    /** Makes them for a server. Without messages or a cluster each cache is on its own. */
    public ClusterCaches(Optional<ClusterMessages> messages, Optional<ClusterView> view) {
        this.messages = messages.filter(
                        any -> view.isPresent() && view.get().cluster().isPresent())
                .orElse(null);
        if (this.messages != null) {
            this.messages.receive(SUBJECT, this::received);
            // As long as the server lives, as the part does.
            ClusterView.Subscription unused =
                    view.map(seen -> seen.subscribe(this::changed)).orElse(null);
        }
    }

    /**
     * Returns the cache of a unit, for its regions; null on a server that is a member of no cluster.
     *
     * @param application name of the application, the same on all members
     * @param unit name of the unit
     */
    public @Nullable UnitCache unit(String application, String unit) {
        return messages == null ? null : new UnitCache(application + '/' + unit, this);
    }

    void add(UnitCache unit) {
        boolean unused = units.computeIfAbsent(unit.name(), any -> ConcurrentHashMap.newKeySet())
                .add(unit);
    }

    void remove(UnitCache unit) {
        var unused = units.computeIfPresent(unit.name(), (name, all) -> {
            boolean removed = all.remove(unit);
            return removed && all.isEmpty() ? null : all;
        });
    }

    /** Tells the other members of a change that is committed. */
    void tell(UnitCache unit, CacheChange change) {
        ClusterMessages open = messages;
        if (open != null) {
            open.tell(SUBJECT, change.message(unit.name()));
        }
    }

    private void received(ClusterMember from, byte[] message) {
        try {
            CacheChange.Received change = CacheChange.read(message);
            units.getOrDefault(change.unit(), Set.of()).forEach(each -> each.changed(change.change()));
        } catch (IOException e) { // of a later version, say, which may mean anything
            LOG.debugf(e, "a message of %s about caches cannot be read", from);
            allStale();
        }
    }

    private void changed(ClusterView.View now, ClusterView.Change change) {
        if (!change.joined().isEmpty() || !change.left().isEmpty() || change.merge()) {
            allStale();
        }
    }

    private void allStale() {
        units.values().forEach(all -> all.forEach(each -> each.changed(new CacheChange(Kind.ALL, "", null))));
    }
}
