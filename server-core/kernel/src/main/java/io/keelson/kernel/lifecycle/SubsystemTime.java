package io.keelson.kernel.lifecycle;

import java.time.Duration;

/**
 * Time that a subsystem took on the way up; zero for steps that it has not yet done.
 *
 * @param name the subsystem
 * @param start taking its resources
 * @param administer becoming reachable for administration
 * @param resume opening its doors
 */
public record SubsystemTime(String name, Duration start, Duration administer, Duration resume) {
    /** All three together. */
    public Duration total() {
        return start.plus(administer).plus(resume);
    }
}
