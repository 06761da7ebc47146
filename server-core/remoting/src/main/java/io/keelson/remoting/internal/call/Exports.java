package io.keelson.remoting.internal.call;

import java.rmi.NoSuchObjectException;
import java.rmi.Remote;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The objects of this process that others can call. An object that was exported stays until it is unexported or its
 * application is closed. One that was only passed or returned goes when the last connection ends over which its reference was sent.
 * Thread-safe: {@code lock} guards changes; look-ups by number take no lock.
 */
final class Exports {
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Long, Export> byNumber = new ConcurrentHashMap<>();
    private final Map<String, KeyedExport> byKey = new ConcurrentHashMap<>();
    private final IdentityHashMap<Remote, Export> byObject = new IdentityHashMap<>();
    private final AtomicLong numbers = new AtomicLong();

    /** An object that other members have too. */
    record KeyedExport(String key, String policy, Export export) {}

    @Nullable
    Export find(long number) {
        return byNumber.get(number);
    }

    @Nullable
    KeyedExport find(String key) {
        return byKey.get(key);
    }

    /** The key that an object was exported by; null for none. */
    @Nullable
    KeyedExport keyed(Remote target) {
        for (KeyedExport keyed : byKey.values()) {
            if (keyed.export.target() == target) {
                return keyed;
            }
        }
        return null;
    }

    /** Exports an object until it is unexported. */
    Export export(Remote target, ExportScope scope) {
        lock.lock();
        try {
            Export export = exported(target, scope);
            export.stay();
            return export;
        } finally {
            lock.unlock();
        }
    }

    /** Exports an object until it is unexported; returns whether it had not been. */
    boolean exportAnew(Remote target, ExportScope scope, BooleanSupplier usable) {
        lock.lock();
        try {
            Export export = exported(target, scope);
            boolean anew = !export.stays();
            export.usable(usable);
            export.stay();
            return anew;
        } finally {
            lock.unlock();
        }
    }

    void exportByKey(String key, String policy, Remote target, ExportScope scope) {
        lock.lock();
        try {
            KeyedExport before = byKey.get(key);
            if (before != null && before.export.target() != target) {
                throw new IllegalStateException("this server has another object of the key " + key + ", of "
                        + before.export.scope().name());
            }
            Export export = exported(target, scope);
            export.stay();
            byKey.put(key, new KeyedExport(key, policy, export));
        } finally {
            lock.unlock();
        }
    }

    void withdraw(String key, Remote target) {
        lock.lock();
        try {
            KeyedExport keyed = byKey.get(key);
            if (keyed != null && keyed.export.target() == target) {
                byKey.remove(key);
            }
        } finally {
            lock.unlock();
        }
    }

    Set<String> keys() {
        return Set.copyOf(byKey.keySet());
    }

    /** Exports an object for a peer that its reference is sent to. */
    Export exportTo(Remote target, ExportScope scope, PeerConnection peer) {
        lock.lock();
        try {
            Export export = exported(target, scope);
            if (!export.stays() && !peer.ended()) {
                export.holders().add(peer);
            }
            return export;
        } finally {
            lock.unlock();
        }
    }

    private Export exported(Remote target, ExportScope scope) {
        Export export = byObject.get(target);
        if (export == null) {
            export = new Export(numbers.incrementAndGet(), target, scope);
            scope.streams().allowed().addInterfaces(export.types());
            byObject.put(target, export);
            byNumber.put(export.number(), export);
        }
        return export;
    }

    void unexport(Remote target) throws NoSuchObjectException {
        lock.lock();
        try {
            Export export = byObject.get(target);
            if (export == null) {
                throw new NoSuchObjectException("the object is not exported");
            }
            remove(export);
        } finally {
            lock.unlock();
        }
    }

    /** Unexports what belongs to an application. */
    void unexportAll(ExportScope scope) {
        removeIf(export -> export.scope() == scope);
    }

    /** A connection has ended: what only its peer could call goes. */
    void ended(PeerConnection peer) {
        removeIf(export -> export.holders().remove(peer) && export.holders().isEmpty() && !export.stays());
    }

    private void removeIf(Predicate<Export> which) {
        lock.lock();
        try {
            List<Export> gone = new ArrayList<>();
            byNumber.values().stream().filter(which).forEach(gone::add);
            gone.forEach(this::remove);
        } finally {
            lock.unlock();
        }
    }

    private void remove(Export export) {
        byObject.remove(export.target());
        byNumber.remove(export.number());
        new HashMap<>(byKey).forEach((key, keyed) -> {
            if (keyed.export == export) {
                byKey.remove(key);
            }
        });
    }

    /** Returns how many there are. */
    int size() {
        return byNumber.size();
    }
}
