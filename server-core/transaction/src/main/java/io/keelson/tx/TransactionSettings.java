package io.keelson.tx;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import io.keelson.base.config.Setting.Change;
import io.keelson.base.config.SettingException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Transactions of the domain.
 *
 * @param timeout of a transaction for which nobody says another one
 * @param transactionRecovery who recovers the transactions of a server that is gone
 * @param betweenServers what becomes of a transaction when it calls another server of the domain
 * @param log place of the decisions of transactions with several resources
 * @param logDataSource data source whose database has the logs; for {@link LogKind#JDBC}
 * @param logTablePrefix beginning of the names of its tables
 * @param logWriteTimeout time for which a write waits for the database, a second to ten minutes
 */
@Section(value = "transactions", help = "Transactions (Jakarta Transactions).")
public record TransactionSettings(
        @Setting(
                help =
                        "How long a transaction may take before it is rolled back, where neither a bean nor a call says it."
                                + " Those that run keep theirs.",
                defaultValue = "30s",
                min = "1s",
                max = "1d",
                change = Change.LIVE)
        Duration timeout,

        @Setting(
                help =
                        "Who recovers the transactions of a server of the cluster that is gone: another member that can reach its"
                                + " log (automatic), or that member when an operator asks for it (manual). The server itself"
                                + " recovers at its start in any case.",
                defaultValue = "automatic",
                change = Change.LIVE)
        MemberRecoveryMode transactionRecovery,

        @Setting(
                help =
                        "What becomes of a transaction when it calls another server of the domain: that server takes part in it"
                                + " (join), or works in a transaction of its own (separate).",
                defaultValue = "join",
                change = Change.LIVE)
        BetweenServers betweenServers,

        @Setting(
                help = "Where a server keeps what it decides for transactions with several resources: file,"
                        + " servers/NAME/transactions/decisions.log, or jdbc, the tables of log-data-source, where every"
                        + " member of its cluster reaches it.",
                defaultValue = "file")
        LogKind log,

        @Setting(
                help =
                        "Data source whose database has the logs where log is jdbc, by the name under which it is bound on every"
                                + " server: H2, PostgreSQL or MariaDB. Its tables are made where they are missing.")
        @Nullable
        String logDataSource,

        @Setting(
                help =
                        "With what the names of the tables of log: jdbc begin: PREFIX_logs and PREFIX_log_records; a schema may"
                                + " come before it. Domains of the same name that share a database need one each.",
                defaultValue = "keelson_transaction")
        String logTablePrefix,

        @Setting(
                help =
                        "For how long a statement waits while the database of log: jdbc does not answer. Then the transaction is"
                                + " rolled back.",
                defaultValue = "10s",
                min = "1s",
                max = "10m")
        Duration logWriteTimeout) {
    public TransactionSettings {
        if (log == LogKind.JDBC && logDataSource == null) {
            throw new SettingException("log-data-source", "log: jdbc needs it, the data source with the logs");
        }
        if (!logTablePrefix.matches(JdbcLogSettings.PREFIX)) {
            throw new SettingException(
                    "log-table-prefix",
                    "'" + logTablePrefix + "' cannot begin a table's name: letters, digits and underscores,"
                            + " at most 41, after a schema and a dot where there is one");
        }
    }

    /** Returns the database that has the logs; nothing where they are in files. */
    Optional<JdbcLogSettings> database() {
        String source = logDataSource;
        return log == LogKind.JDBC && source != null
                ? Optional.of(new JdbcLogSettings(source, logTablePrefix, logWriteTimeout))
                : Optional.empty();
    }

    /** Relation of the work of two servers in one transaction. */
    public enum BetweenServers {
        /** All of it is committed, or nothing. */
        JOIN,
        /** Each server's work has its own outcome. */
        SEPARATE
    }

    /** Mode in which the recovery for another server begins. */
    public enum MemberRecoveryMode {
        /** A member does as soon as the server is gone. */
        AUTOMATIC,
        /** An operator does. */
        MANUAL
    }
}
