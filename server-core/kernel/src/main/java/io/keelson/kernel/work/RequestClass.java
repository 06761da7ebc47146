package io.keelson.kernel.work;

import io.keelson.base.work.RequestClassDefinition;
import io.keelson.base.work.RequestClassDefinition.FairShare;
import io.keelson.base.work.RequestClassDefinition.ResponseTimeGoal;

/** Urgency of the work of one lane, and the mean time that its pieces take. Thread-safe; the average is a hint that may lose an update. */
final class RequestClass {
    /** Weight of a class without a share of its own. */
    static final double STANDARD_WEIGHT = FairShare.STANDARD.share();

    private volatile RequestClassDefinition definition;
    private volatile int share;
    private volatile long averageNanos = 1_000;

    /** A class with a fair share or a response time goal. */
    RequestClass(RequestClassDefinition definition) {
        this.definition = definition;
        define(definition);
    }

    /** Takes another share or goal. */
    void define(RequestClassDefinition next) {
        if (next instanceof RequestClassDefinition.ByContext) {
            throw new IllegalArgumentException("a class by context has no weight: its cases have");
        }
        definition = next;
        share = next instanceof FairShare fair ? fair.share() : 0;
    }

    RequestClassDefinition definition() {
        return definition;
    }

    /** The fair share; 0 where there is a goal instead. */
    int share() {
        return share;
    }

    /** The goal in nanoseconds; 0 where there is a share instead. */
    long goalNanos() {
        return definition instanceof ResponseTimeGoal goal ? goal.goal().toNanos() : 0;
    }

    /** Returns what its pieces take on average on a thread, in nanoseconds. */
    long averageNanos() {
        return averageNanos;
    }

    void took(long nanos) {
        averageNanos += (nanos - averageNanos) >> 3;
    }
}
