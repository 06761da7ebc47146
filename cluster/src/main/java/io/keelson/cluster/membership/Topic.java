package io.keelson.cluster.membership;

import org.jspecify.annotations.Nullable;

/** Subject of a message on the cluster's channel: its first byte. A number is never given to something else. */
public enum Topic {
    /** That the cluster has formed. */
    FORMATION(1),
    /** The cluster's name tree. */
    NAMES(2),
    /** The log of the leases. */
    CONSENSUS(3),
    /** Singleton services. */
    SINGLETONS(4),
    /** Objects of each member that can be called from other processes. */
    REMOTING(5),
    /** HTTP sessions. */
    SESSIONS(6),
    /** Addresses at which servers reach one another directly for their messages about sessions. */
    SESSION_LINKS(7),
    /** View that a member has. */
    VIEWS(8),
    /** The grid that servers have among themselves. */
    GRID(9),
    /** The caches that servers have among themselves. */
    CACHES(10),
    /** Messages of rooms that do not know the cluster. */
    ROOMS(11);

    private final byte code;

    Topic(int code) {
        this.code = (byte) code;
    }

    /** The byte. */
    public byte code() {
        return code;
    }

    /**
     * The topic of that byte.
     *
     * @return null for none of this version
     */
    public static @Nullable Topic of(byte code) {
        for (Topic topic : values()) {
            if (topic.code == code) {
                return topic;
            }
        }
        return null;
    }
}
