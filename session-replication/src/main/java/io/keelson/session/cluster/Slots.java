package io.keelson.session.cluster;

import io.keelson.session.replica.Remnant;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** The sessions of one application. Thread-safe. */
final class Slots {
    final String application;
    final Map<String, Slot> byId = new ConcurrentHashMap<>();
    /** Sessions that have ended and have no slot any more; one that is asked about gets one again. */
    final Map<String, Remnant> ended = new ConcurrentHashMap<>();

    final Set<Slot> active = ConcurrentHashMap.newKeySet();
    final LongAdder moves = new LongAdder();
    final LongAdder discarded = new LongAdder();
    final LongAdder passedOn = new LongAdder();
    volatile Replication.@Nullable Objects objects;
    volatile boolean asynchronous;
    /** Whether a session has ever gone from here to a server that asked for it. */
    volatile boolean moved;

    Slots(String application) {
        this.application = application;
    }
}
