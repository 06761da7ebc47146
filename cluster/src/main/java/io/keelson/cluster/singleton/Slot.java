package io.keelson.cluster.singleton;

import org.jspecify.annotations.Nullable;

/** A service as this server knows it: what it is, and what this server does with it now. Belongs to its machine. */
final class Slot {
    final String name;
    SingletonSettings settings;
    Doing doing = Doing.NOTHING;

    /** The application that brings it; null: the domain's configuration has it. */
    @Nullable
    String application;

    boolean here;
    boolean withdrawn;

    /** Its application has stopped with this server, and will come again with it. */
    boolean kept;

    /** Has just been offered: what it failed for may be mended. */
    boolean fresh;

    boolean claimed;
    boolean exhausted;
    long epoch;
    long since;
    long failureHeard;
    String why = "";

    Slot(String name, SingletonSettings settings) {
        this.name = name;
        this.settings = settings;
    }

    /** Activity of this server for a service. */
    enum Doing {
        NOTHING,
        CLAIMING,
        ACTIVATING,
        ACTIVE,
        /** {@code activate} has not returned in time; the lease is given up, the thread is still in it. */
        HANGING,
        DEACTIVATING,
        RELEASING
    }
}
