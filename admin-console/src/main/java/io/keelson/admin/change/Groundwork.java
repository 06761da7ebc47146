package io.keelson.admin.change;

import io.keelson.kernel.config.DomainConfiguration;
import java.util.Collection;

/**
 * Supply of what servers need before they are asked to prepare a configuration: the archives of applications. To bring these takes
 * longer than servers may take to prepare.
 */
public interface Groundwork {
    /** None is needed. */
    Groundwork NONE = (attempt, before, after, servers) -> {};

    /**
     * Brings it to all servers that can be reached. Called on a thread of its own, without a lock, and for one attempt at a time.
     *
     * @param attempt tells the attempt from all others
     * @param before what is decided
     * @param after what is to be activated
     * @param servers who is to run it
     * @throws ChangeException when a server refuses, or what is needed is not there: the attempt is given up
     */
    void lay(String attempt, DomainConfiguration before, DomainConfiguration after, Collection<String> servers)
            throws ChangeException;
}
