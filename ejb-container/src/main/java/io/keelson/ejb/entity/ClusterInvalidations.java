package io.keelson.ejb.entity;

import io.keelson.ejb.entity.EntityChanges.Stale;
import io.keelson.ejb.log.EjbLog;
import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.kernel.spi.membership.ClusterMessages;
import io.keelson.kernel.spi.membership.ClusterView;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Makes cached states of entity beans stale on the other members of the cluster when a transaction has committed here, and here when they
 * say so. A change of the view makes all cached states stale, as messages may have been lost with it. Thread-safe. See
 * docs/design/entity-beans.md.
 */
public final class ClusterInvalidations implements AutoCloseable {
    private static final String SUBJECT = "entity beans";

    /** Marks the end of the entries of a message. */
    private static final int ROOM = ClusterMessages.LONGEST - 8 * 1024;

    /** A longer text stands for all of the bean. */
    private static final int LONGEST = 1_000;

    private final Optional<ClusterMessages> messages;
    private final Map<String, ApplicationEntities> applications = new ConcurrentHashMap<>();
    private final ClusterView.@Nullable Subscription views;

    /** Makes it for a server. Without messages or a cluster nobody else is told. */
    public ClusterInvalidations(Optional<ClusterMessages> messages, Optional<ClusterView> view) {
        this.messages =
                messages.filter(any -> view.isPresent() && view.get().cluster().isPresent());
        this.messages.ifPresent(open -> open.receive(SUBJECT, this::received));
        this.views = this.messages.isEmpty()
                ? null
                : view.map(seen -> seen.subscribe(this::changed)).orElse(null);
    }

    /** Adds an application with entity beans. One of the same name that was there before is told no more. */
    public void add(String application, ApplicationEntities entities) {
        applications.put(application, entities);
    }

    /** Removes an application. */
    public void remove(String application, ApplicationEntities entities) {
        applications.remove(application, entities);
    }

    /** Returns who tells the other members of changes in an application. */
    public EntityChanges changes(String application) {
        return messages.<EntityChanges>map(open -> changes -> tell(open, application, changes))
                .orElse(EntityChanges.NOBODY);
    }

    private static void tell(ClusterMessages open, String application, Set<Stale> changes) {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            DataOutputStream out = begun(bytes, application);
            for (Stale each : changes) {
                out.writeUTF(each.bean());
                out.writeUTF(each.key().length() > LONGEST ? "" : each.key());
                if (bytes.size() > ROOM) {
                    open.tell(SUBJECT, bytes.toByteArray());
                    bytes = new ByteArrayOutputStream();
                    out = begun(bytes, application);
                }
            }
            open.tell(SUBJECT, bytes.toByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException("bytes in memory", e);
        }
    }

    private static DataOutputStream begun(ByteArrayOutputStream bytes, String application) throws IOException {
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeByte(1); // the version of the form
        out.writeUTF(application);
        return out;
    }

    private void received(ClusterMember from, byte[] message) {
        try {
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(message));
            if (in.readByte() != 1) {
                applications.values().forEach(ApplicationEntities::allStale); // a later version may say anything
                return;
            }
            ApplicationEntities entities = applications.get(in.readUTF());
            while (entities != null && in.available() > 0) {
                entities.stale(new Stale(in.readUTF(), in.readUTF()));
            }
        } catch (IOException e) {
            EjbLog.LOG.debugf(e, "a message of %s about entity beans cannot be read", from);
            applications.values().forEach(ApplicationEntities::allStale);
        }
    }

    private void changed(ClusterView.View now, ClusterView.Change change) {
        if (!change.joined().isEmpty() || !change.left().isEmpty() || change.merge()) {
            applications.values().forEach(ApplicationEntities::allStale);
        }
    }

    @Override
    public void close() {
        if (views != null) {
            views.close();
        }
        applications.clear();
    }
}
