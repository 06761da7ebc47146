package io.keelson.kernel.naming;

import io.keelson.kernel.spi.lease.Fence;
import io.keelson.kernel.spi.lease.StaleFence;
import io.keelson.kernel.spi.membership.ClusterNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.naming.NameAlreadyBoundException;
import javax.naming.NamingException;
import javax.naming.NoPermissionException;
import javax.naming.ServiceUnavailableException;

/** The names of a cluster whose members live in one JVM and decide under one lock; values are not copied. */
final class FakeCluster {
    private final Map<String, Held> held = new TreeMap<>();
    private final Map<String, Long> epochs = new HashMap<>();
    private final List<Member> members = new ArrayList<>();
    boolean away;

    private record Held(ClusterNames.Entry entry, Object value) {}

    synchronized Member member(String name) {
        Member member = new Member(name);
        members.add(member);
        return member;
    }

    private void tell(ClusterNames.Kind kind, ClusterNames.Entry entry) {
        members.forEach(member -> member.listeners.forEach(listener -> listener.changed(kind, entry)));
    }

    /** A view without that member. */
    synchronized void leaves(String member) {
        for (Held each : List.copyOf(held.values())) {
            if (each.entry().member().equals(member)) {
                held.remove(each.entry().name());
                tell(ClusterNames.Kind.UNBOUND, each.entry());
            }
        }
    }

    /** What a merge does to the binding of the loser. */
    synchronized void wins(String name, String member, Object value) {
        ClusterNames.Entry entry = new ClusterNames.Entry(name, value.getClass().getName(), member, null);
        held.put(name, new Held(entry, value));
        tell(ClusterNames.Kind.LOST, entry);
    }

    final class Member implements ClusterNames {
        private final String name;
        private final List<Listener> listeners = new ArrayList<>();

        private Member(String name) {
            this.name = name;
        }

        private void decide(Fence fence) throws NamingException {
            if (away) {
                throw new ServiceUnavailableException("nobody decides; nothing was changed");
            }
            if (fence != null && epochs.getOrDefault(fence.lease(), -1L) > fence.epoch()) {
                throw new StaleFence("stale in the cluster: " + fence);
            }
        }

        private void permit(Held before, Fence fence) throws NamingException {
            Fence theirs = before.entry().fence();
            if (theirs != null && (fence == null || !fence.lease().equals(theirs.lease()))) {
                throw new NoPermissionException(before.entry().name() + " is bound under " + theirs);
            }
        }

        @Override
        public void bind(String at, Object value, Fence fence, boolean replace) throws NamingException {
            synchronized (FakeCluster.this) {
                decide(fence);
                Held before = held.get(at);
                if (before != null) {
                    Fence theirs = before.entry().fence();
                    if (!replace && !(theirs != null && fence != null && theirs.olderThan(fence))) {
                        throw new NameAlreadyBoundException(
                                at + " is bound by " + before.entry().member());
                    }
                    permit(before, fence);
                }
                if (fence != null) {
                    epochs.put(fence.lease(), fence.epoch());
                }
                Entry entry = new Entry(at, value.getClass().getName(), name, fence);
                held.put(at, new Held(entry, value));
                tell(before == null ? Kind.BOUND : Kind.REPLACED, entry);
            }
        }

        @Override
        public void unbind(String at, Fence fence) throws NamingException {
            synchronized (FakeCluster.this) {
                decide(fence);
                Held before = held.get(at);
                if (before != null) {
                    permit(before, fence);
                    held.remove(at);
                    tell(Kind.UNBOUND, before.entry());
                }
            }
        }

        @Override
        public Object lookup(String at, ClassLoader loader) {
            synchronized (FakeCluster.this) {
                Held found = held.get(at);
                return found == null ? null : found.value();
            }
        }

        @Override
        public List<Entry> entries() {
            synchronized (FakeCluster.this) {
                return held.values().stream().map(Held::entry).toList();
            }
        }

        @Override
        public Registration listen(Listener listener) {
            synchronized (FakeCluster.this) {
                listeners.add(listener);
            }
            return () -> {
                synchronized (FakeCluster.this) {
                    listeners.remove(listener);
                }
            };
        }
    }
}
