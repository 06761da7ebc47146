package io.keelson.kernel.lifecycle;

import io.keelson.base.config.Configuration;
import java.time.Duration;
import java.util.List;

/** Operations of management on a running server. Provided by the kernel to every subsystem. Thread-safe. */
public interface ServerControl {
    /** The state now. */
    ServerState state();

    /** The subsystems in the order in which they start, each after those that it requires. */
    List<SubsystemTime> subsystems();

    /** Tells {@code listener} of every later change of the state. */
    void addListener(ServerStateListener listener);

    /**
     * Begins to shut the server down and returns at once. During a graceful shutdown {@link ShutdownMode#FORCE} cuts off
     * what is still in flight. Does nothing on a server that has ended.
     */
    void shutdown(ShutdownMode mode);

    /**
     * Lets no new work in, waits for what is in flight and leaves the server in ADMIN.
     *
     * @param timeout how long to wait at most; not negative
     * @throws ServerException when the server is not RUNNING, or when a subsystem failed or did not return in time; in
     *     the latter case the doors are closed all the same
     */
    void suspend(Duration timeout) throws ServerException;

    /**
     * Lets work in again.
     *
     * @throws ServerException when the server is not in ADMIN, or when a subsystem failed; the server is then in ADMIN
     */
    void resume() throws ServerException;

    /**
     * Finds out whether a new configuration could be applied, and changes nothing.
     *
     * @throws ServerException when a subsystem refuses it, or the server is starting or ending; the message says why
     */
    void checkConfiguration(Configuration next) throws ServerException;

    /**
     * Applies a new configuration: all subsystems or none.
     *
     * @throws ServerException when a subsystem refuses it, or the server is starting or ending; nothing has then changed
     */
    void applyConfiguration(Configuration next) throws ServerException;
}
