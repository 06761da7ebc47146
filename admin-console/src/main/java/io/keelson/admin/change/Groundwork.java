package io.keelson.admin.change;

import io.keelson.kernel.config.DomainConfiguration;
import java.util.Collection;

/**
 * What servers need to have before they are asked to prepare a configuration, and that takes longer than they may take to prepare: the
 * archives of applications.
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
