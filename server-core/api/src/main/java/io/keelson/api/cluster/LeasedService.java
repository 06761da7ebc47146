package io.keelson.api.cluster;

/**
 * A {@link SingletonService} that is told under which lease it works, so that its effects can carry the epoch and be refused
 * when they are late. The same holds for its methods.
 */
public interface LeasedService {
    /**
     * Begins to work.
     *
     * @param lease the lease; good until {@link #deactivate} is called with it, or it is lost
     */
    void activate(LeaseContext lease);

    /**
     * Ends the work.
     *
     * @param lease the lease that {@link #activate} was given; it may be lost already
     */
    void deactivate(LeaseContext lease);
}
