package io.keelson.api.remote;

/** Choice of a stub among the members that have an object. With affinity it stays with those that it is connected to. */
public enum LoadAlgorithm {
    /** One after the other. */
    ROUND_ROBIN(false),
    /** Any. */
    RANDOM(false),
    /** Any, more often those with a greater weight. */
    WEIGHT_BASED(false),
    /** One after the other of those that there is a connection to. */
    ROUND_ROBIN_AFFINITY(true),
    /** Any of those that there is a connection to. */
    RANDOM_AFFINITY(true),
    /** By weight, of those that there is a connection to. */
    WEIGHT_BASED_AFFINITY(true);

    private final boolean affinity;

    LoadAlgorithm(boolean affinity) {
        this.affinity = affinity;
    }

    /** Returns whether members that there is a connection to are preferred. */
    public boolean affinity() {
        return affinity;
    }
}
