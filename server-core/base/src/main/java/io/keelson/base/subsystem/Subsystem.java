package io.keelson.base.subsystem;

import io.keelson.base.config.Configuration;
import io.keelson.base.time.Deadline;

/**
 * A part of the server with a life cycle of its own. The kernel drives it; the kernel calls the methods of one subsystem
 * one after the other, never two at a time, but from changing threads, with a happens-before edge between the calls.
 *
 * <p>The way up: {@link #start} (the server is STARTING, then STANDBY), {@link #administer} (ADMIN),
 * {@link #resume} (RUNNING). The way down: {@link #suspend} (SUSPENDING), {@link #stop} (SHUTTING_DOWN).
 * {@code start} and {@code administer} run in the order of the dependencies, in parallel where there are none, and
 * {@code stop} in the reverse order. {@code resume} opens doors and {@code suspend} closes them: a room that others
 * depend on (the network) resumes after those that depend on it and suspends before them.
 *
 * <p>Rules for implementations:
 *
 * <ol>
 *   <li>A {@code start} that throws MUST have released what it had taken; {@code stop} is not called on it.
 *   <li>{@code stop} MUST release every thread, socket and file, also when {@code suspend} was never called.
 *   <li>{@code suspend} and {@code stop} MUST return soon after their deadline, whatever is still under way.
 *   <li>An exception MUST say what was attempted on what, and what to do.
 * </ol>
 */
public interface Subsystem {
    /** Takes resources and becomes able to work, without letting work from outside in. */
    default void start() throws Exception {}

    /** Becomes reachable for administration; applications are deployed in this phase. */
    default void administer() throws Exception {}

    /** Lets work from outside in. */
    default void resume() throws Exception {}

    /** Lets no new work in and waits for what is in flight, at most until the deadline. */
    default void suspend(Deadline deadline) throws Exception {}

    /** Releases everything. Work that is still in flight is cut off when the deadline has passed. */
    default void stop(Deadline deadline) throws Exception {}

    /**
     * Checks whether a new configuration can be applied and prepares it; nothing visible changes yet.
     *
     * @throws Exception when it cannot be applied; the message says why
     */
    default void prepare(Configuration next) throws Exception {}

    /** Applies what was prepared. Never throws for a reason that {@link #prepare} could have found. */
    default void commit() {}

    /** Forgets what was prepared. */
    default void rollback() {}
}
