package io.keelson.ecperf.model;

/** States of a work order, in their order. */
public final class WorkStatus {
    /** A large order that has no work order yet. */
    public static final int WAITING = 0;

    /** Scheduled: its components are taken from the stock. */
    public static final int STAGE_1 = 1;

    /** At the second station. */
    public static final int STAGE_2 = 2;

    /** At the last station. */
    public static final int STAGE_3 = 3;

    /** Its assemblies are in the stock. */
    public static final int COMPLETED = 4;

    private WorkStatus() {}
}
