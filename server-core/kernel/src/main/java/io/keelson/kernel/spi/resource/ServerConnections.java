package io.keelson.kernel.spi.resource;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Connections for what the server itself keeps in a database: its leases, and where the members of its cluster find one another.
 * Applications get none while the server is suspended; the server does, since what it gives back then it gives back here.
 * Provided by the data sources, which end after everything that uses this. Thread-safe.
 */
public interface ServerConnections {
    /**
     * A connection of a data source of the domain; whoever asks closes it.
     *
     * @param name under which the data source is bound on this server, else that of its entry in the configuration
     * @throws SQLException when there is none of that name, or it has no connection now
     */
    Connection connection(String name) throws SQLException;
}
