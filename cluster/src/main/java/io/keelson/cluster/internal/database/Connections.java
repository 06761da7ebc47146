package io.keelson.cluster.internal.database;

import java.sql.Connection;
import java.sql.SQLException;

/** Source of connections, one for each call; whoever gets one closes it. May block. */
@FunctionalInterface
public interface Connections {
    /** A connection that commits each statement by itself. */
    Connection open() throws SQLException;
}
