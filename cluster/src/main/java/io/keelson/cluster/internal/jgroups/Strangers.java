package io.keelson.cluster.internal.jgroups;

import io.keelson.cluster.internal.seal.StrangerException;
import io.keelson.cluster.membership.Channel;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counts what came from peers that did not prove to be servers of this cluster, and tells of each such peer and reason once, of so many
 * at most. Keeps why the last one that this server called was none. Thread-safe.
 */
final class Strangers {
    private static final int MOST_TOLD = 64;

    private final Channel.Listener listener;
    private final Set<String> told = ConcurrentHashMap.newKeySet();
    private volatile String mismatch = "";

    Strangers(Channel.Listener listener) {
        this.listener = listener;
    }

    /** A peer has connected, or has sent something, and proved nothing; {@code why}: in words about the peer. */
    void came(String address, StrangerException why) {
        String who = why.claims().isEmpty() ? address : why.claims() + " at " + address;
        listener.stranger();
        if (told.size() < MOST_TOLD && told.add(who + ' ' + why.getMessage())) {
            listener.refused(who, String.valueOf(why.getMessage()));
        }
    }

    /** Counts what came without a word about it. */
    void count() {
        listener.stranger();
    }

    /** A server that this one has called is none of its cluster. */
    void called(String address, StrangerException why) {
        mismatch = "the server at " + address + ": " + why.getMessage();
    }

    /** Returns why the last server that was called is none of this cluster; empty where there was none. */
    String mismatch() {
        return mismatch;
    }
}
