package io.keelson.jms.store;

import io.keelson.kernel.jdbc.DatabaseWork;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Set;

/** Reads what the tables of message stores say of a JMS server, whoever owns its store. Thread-safe; waits for the database. */
public final class JdbcStoreRecords {
    private final StoreRows rows;
    private final JdbcSettings settings;

    /** Of one JMS server. */
    public JdbcStoreRecords(String server, JdbcConnections connections, JdbcSettings settings) {
        this.rows = new StoreRows(server, connections, settings);
        this.settings = settings;
    }

    /**
     * Returns true if the JMS server has a store.
     *
     * @throws IOException when the database cannot be asked
     */
    public boolean isThere() throws IOException {
        try {
            return rows.isThere();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    /**
     * Returns the other JMS servers that may have branches of transactions of this one.
     *
     * @throws IOException when the database cannot be asked
     */
    public Set<String> places() throws IOException {
        try {
            return rows.places();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    /**
     * Adds such JMS servers. They are sure afterwards.
     *
     * @throws IOException when they may not be
     */
    public void addPlaces(Set<String> names) throws IOException {
        try {
            rows.addPlaces(names);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    private IOException failed(SQLException e) {
        return new IOException(
                "the database of the data source '" + settings.source()
                        + "' (message-data-source of the section jms in domain.yaml) does not answer: "
                        + DatabaseWork.said(e),
                e);
    }
}
