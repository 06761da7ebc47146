package io.keelson.cluster.internal.jgroups;

import java.net.InetAddress;
import java.net.Socket;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The connections whose peers have not introduced themselves yet: so many of an address and so many in all. Where there is one more, the
 * oldest has to go: servers introduce themselves at once, so that it is a silent one. Thread-safe; never waits.
 */
final class PendingPeers {
    private final int mostOfAddress;
    private final int most;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Socket, InetAddress> pending = new LinkedHashMap<>();

    PendingPeers(int mostOfAddress, int most) {
        this.mostOfAddress = mostOfAddress;
        this.most = most;
    }

    /** Adds a connection that was accepted; returns the one that has to go for it, or null. */
    @Nullable
    Socket add(Socket accepted) {
        InetAddress address = accepted.getInetAddress();
        lock.lock();
        try {
            pending.put(accepted, address);
            if (pending.values().stream().filter(address::equals).count() > mostOfAddress) {
                return removeEldest(address);
            }
            return pending.size() > most ? removeEldest(null) : null;
        } finally {
            lock.unlock();
        }
    }

    private @Nullable Socket removeEldest(@Nullable InetAddress of) {
        Iterator<Map.Entry<Socket, InetAddress>> all = pending.entrySet().iterator();
        while (all.hasNext()) {
            Map.Entry<Socket, InetAddress> next = all.next();
            if (of == null || of.equals(next.getValue())) {
                all.remove();
                return next.getKey();
            }
        }
        return null;
    }

    /** Removes a connection whose peer has introduced itself, or that has ended. */
    void remove(Socket done) {
        lock.lock();
        try {
            pending.remove(done);
        } finally {
            lock.unlock();
        }
    }

    /** Removes all, and returns them. */
    List<Socket> removeAll() {
        lock.lock();
        try {
            List<Socket> all = List.copyOf(pending.keySet());
            pending.clear();
            return all;
        } finally {
            lock.unlock();
        }
    }

    /** Returns how many there are. */
    int size() {
        lock.lock();
        try {
            return pending.size();
        } finally {
            lock.unlock();
        }
    }
}
