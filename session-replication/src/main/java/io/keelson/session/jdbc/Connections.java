package io.keelson.session.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/** Source of connections, one for each call; whoever gets one closes it. May block. */
@FunctionalInterface
interface Connections {
    Connection open() throws SQLException;
}
