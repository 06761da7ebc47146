package io.keelson.tx;

import io.keelson.kernel.jdbc.DatabaseWork;
import io.keelson.kernel.spi.resource.ServerConnections;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The transaction logs of a domain's servers in the database of one data source, so that every server that has the data source reaches
 * them. The data source is looked up for each connection, as a change of the configuration may put another one there. Thread-safe.
 */
final class JdbcLogs {
    private final String domain;
    private final JdbcLogSettings settings;
    private final DatabaseWork.Connections connections;

    /**
     * Logs of a domain.
     *
     * @param domain its name, which the names of the logs begin with
     * @param connections those of this server, once there are some
     */
    JdbcLogs(String domain, JdbcLogSettings settings, Supplier<Optional<ServerConnections>> connections) {
        this.domain = domain;
        this.settings = settings;
        this.connections = () -> connections
                .get()
                .orElseThrow(() -> new SQLNonTransientConnectionException("this server has no data sources yet"))
                .connection(settings.source());
    }

    /** Returns the place of a server's log. */
    LogPlace of(String server) {
        return new Place(server, null);
    }

    /**
     * Returns the place of this server's own log.
     *
     * @param before file in which the log was while the configuration had it there; its content is the log's first one
     */
    LogPlace own(String server, Path before) {
        return new Place(server, before);
    }

    private final class Place implements LogPlace {
        private final String name;
        private final String shown;
        private final @Nullable Path before;
        private final JdbcLogRows rows;

        Place(String server, @Nullable Path before) {
            this.name = domain + '/' + server;
            this.shown = "'" + name + "' in the database of the data source '" + settings.source() + "'";
            this.before = before;
            this.rows = new JdbcLogRows(name, connections, settings);
        }

        /** True at all times: only the database could say no, and may have to be waited for. */
        @Override
        public boolean mayBeThere() {
            return true;
        }

        @Override
        public boolean isThere() throws IOException {
            try {
                return rows.isThere();
            } catch (SQLException e) {
                throw new IOException(DatabaseWork.said(e), e);
            }
        }

        @Override
        public LogFile open(Tenure tenure) throws IOException {
            JdbcLogFile opened = JdbcLogFile.open(rows, shown, tenure);
            Path file = before;
            if (file != null && Files.exists(file) && opened.read().length == 0) {
                move(file, opened);
            }
            return opened;
        }

        /** Takes over what the file says: it may have decisions that are not followed everywhere. */
        private void move(Path file, JdbcLogFile to) throws IOException {
            Path past = file.resolveSibling(file.getFileName() + ".moved");
            try (LogFile from = LogFile.on(file)) {
                byte[] content = from.read();
                to.replace(Arrays.copyOf(content, (int) LogRecords.read(content).length()));
                Path unused = Files.move(file, past, StandardCopyOption.REPLACE_EXISTING);
            }
            TransactionLog.LOG.moved(file.toString(), shown, past.toString());
        }

        @Override
        public String toString() {
            return shown;
        }
    }
}
