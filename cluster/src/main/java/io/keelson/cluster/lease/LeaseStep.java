package io.keelson.cluster.lease;

import java.util.List;

/** A pure state machine: what is to be done about an event depends on what happened before, and on nothing else. */
@FunctionalInterface
public interface LeaseStep {
    /** Takes an event that happens now, by the server's own clocks. */
    List<LeaseAction> step(LeaseEvent event, Moment now);
}
