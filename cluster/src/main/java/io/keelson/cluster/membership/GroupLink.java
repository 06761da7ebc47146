package io.keelson.cluster.membership;

import io.keelson.cluster.io.Link;
import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.kernel.spi.membership.ClusterView;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A topic of the cluster's channel as a {@link Link} between servers by name: what a state machine sees of the network.
 * Thread-safe; {@code lock} lets one call at a time through to the receiver.
 */
public final class GroupLink implements Link, AutoCloseable {
    private final Membership membership;
    private final Topic topic;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile @Nullable Receiver receiver;
    private final ClusterView.Subscription views;

    /** The link on a topic. */
    public GroupLink(Membership membership, Topic topic) {
        this.membership = membership;
        this.topic = topic;
        membership.group().receive(topic, (from, payload) -> call(to -> to.delivered(from.server(), payload)));
        views = membership.view().subscribe(new Views());
    }

    @Override
    public String self() {
        return membership.group().self().server();
    }

    @Override
    public void send(String server, byte[] message) {
        if (server.equals(self())) {
            byte[] copy = message.clone();
            membership.execute(() -> call(to -> to.delivered(server, copy)));
            return;
        }
        membership
                .view()
                .current()
                .member(server)
                .ifPresent(member -> membership.group().send(member, topic, message));
    }

    @Override
    public void receive(Receiver next) {
        receiver = next;
        List<ClusterMember> present = membership.view().current().members();
        present.stream()
                .filter(member -> !member.server().equals(self()))
                .forEach(member -> call(to -> to.found(member.server())));
    }

    private void call(java.util.function.Consumer<Receiver> delivery) {
        Receiver to = receiver;
        if (to == null) {
            return;
        }
        lock.lock();
        try {
            delivery.accept(to);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        receiver = null;
        views.close();
    }

    private final class Views implements ClusterView.Listener {
        @Override
        public void changed(ClusterView.View now, ClusterView.Change change) {
            // A server that was restarted has left and joined: first the one, then the other.
            change.left().forEach(member -> call(to -> to.lost(member.server())));
            change.joined().forEach(member -> call(to -> to.found(member.server())));
        }

        @Override
        public void suspected(ClusterMember member) {
            call(to -> to.lost(member.server()));
        }

        /** Nobody waits for its answers; the view comes later. */
        @Override
        public void ended(ClusterMember member) {
            call(to -> to.lost(member.server()));
        }
    }
}
