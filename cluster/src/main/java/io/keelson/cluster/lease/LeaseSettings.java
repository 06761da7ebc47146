package io.keelson.cluster.lease;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Settings of the leases of a cluster: the basis that decides who owns a name, and how long a lease lasts.
 *
 * @param migrationBasis by a majority of servers, or by a database
 * @param leaseDuration for how long a grant or renewal lasts
 * @param leaseVoters the servers that vote when the cluster begins; empty: the first of the domain
 * @param leaseDataSource where the rows are, by its name in the server tree; with the basis database
 * @param leaseTable the table there
 */
@Section(value = "clusters.*", help = "A cluster of servers.")
public record LeaseSettings(
        @Setting(
                help = "What decides which server owns a name, as a singleton service's: consensus, a majority of the"
                        + " servers that vote, or database, the rows of a table.",
                defaultValue = "consensus")
        Basis migrationBasis,

        @Setting(
                help =
                        "How long a server owns a name without renewing it. Without proof that its owner is dead, another"
                                + " server gets the name after at most this and a second.",
                defaultValue = "5s",
                min = "2s",
                max = "60s")
        Duration leaseDuration,

        @Setting(
                help =
                        "Servers that vote when the cluster begins, at most five; without it the admin server and the first"
                                + " of the others, an odd number of them. For the basis consensus.",
                reference = "servers")
        List<String> leaseVoters,

        @Setting(
                help = "Name in the server tree of the data source with the table, as jdbc/leases; every server of the"
                        + " cluster must have it. For the basis database.")
        @Nullable
        String leaseDataSource,

        @Setting(
                help = "Table for the basis database; it is made where it is not there. Clusters that share a database"
                        + " need a table each.",
                defaultValue = "keelson_leases")
        String leaseTable) {
    /** Pattern of a table's name: plain in every database, and nothing but a name. */
    private static final String TABLE = "[A-Za-z][A-Za-z0-9_]{0,29}";

    public LeaseSettings {
        leaseVoters = List.copyOf(leaseVoters);
        if (leaseVoters.size() > Voter.MOST) {
            throw new IllegalArgumentException("at most " + Voter.MOST + " servers vote, not " + leaseVoters.size());
        }
        if (leaseVoters.size() != leaseVoters.stream().distinct().count()) {
            throw new IllegalArgumentException("a server votes once: " + leaseVoters);
        }
        if (migrationBasis == Basis.DATABASE && leaseDataSource == null) {
            throw new IllegalArgumentException("migration-basis database needs lease-data-source");
        }
        if (!leaseTable.matches(TABLE)) {
            throw new IllegalArgumentException("lease-table is '" + leaseTable
                    + "', but must begin with a letter and have at most 30 letters, digits and underscores");
        }
    }

    /** Basis that decides who owns a name. */
    public enum Basis {
        /** A log that a majority of servers agrees on. */
        CONSENSUS,
        /** The rows of a table. */
        DATABASE
    }
}
