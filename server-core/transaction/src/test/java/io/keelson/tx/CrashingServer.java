package io.keelson.tx;

import io.keelson.base.time.Ticker;
import io.keelson.kernel.spi.transaction.RecoverableResource;
import io.keelson.resource.CrashingLastResource;
import jakarta.transaction.RollbackException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.XAConnection;
import javax.sql.XADataSource;
import javax.transaction.xa.XAResource;

/**
 * The process of the crash matrix: recovers, then runs transactions over two databases and a directory, and is halted at a point. Used by
 * one thread.
 */
final class CrashingServer {
    /** The names of runs begin so in which the database b is a last resource. */
    static final String LAST = "last";

    /** The names of runs begin so in which the log is in the database a. */
    static final String LOGGED = "logged";

    private static final int PASSES = 50;

    private final Path directory;
    private final CrashDatabases databases;
    private final int port;
    private final CrashPoints points;
    private final ServerLog log;
    private final Transactions transactions;
    private final Recovery recovery;
    private final CrashingLastResource.Home last;

    CrashingServer(Path directory, int port, CrashPoints points) {
        this(directory, CrashDatabases.POSTGRESQL, port, points);
    }

    CrashingServer(Path directory, CrashDatabases databases, int port, CrashPoints points) {
        this(directory, databases, port, points, file(directory.resolve("decisions.log"), points));
    }

    private CrashingServer(Path directory, CrashDatabases databases, int port, CrashPoints points, LogPlace place) {
        this.directory = directory;
        this.databases = databases;
        this.port = port;
        this.points = points;
        this.log = new ServerLog("one", place);
        Ticker ticker = Ticker.system();
        this.transactions = new Transactions(
                ticker, log::ids, log::decisions, () -> Duration.ofSeconds(60), new Heuristics(ticker), Runnable::run);
        this.recovery = new Recovery(log::decisions, transactions::runs, transactions.heuristics());
        recovery.add(new Database("a"));
        recovery.add(new Database("b"));
        recovery.add(new Directory());
        this.last = new CrashingLastResource.Home(
                "last", databases.driver(), databases.url(port, "b"), databases.user(), points::at);
        recovery.add(last.recovered());
    }

    private static LogPlace file(Path file, CrashPoints points) {
        return new LogPlace.InFile(file, () -> new CrashingLogFile(LogFile.on(file), points));
    }

    /** A log in the first of the databases. */
    private static LogPlace rows(CrashDatabases databases, int port, CrashPoints points) {
        LogPlace rows = new JdbcLogs(
                        "crashes",
                        new JdbcLogSettings("a", "keelson_transaction", Duration.ofSeconds(10)),
                        () -> Optional.of(name -> databases.connect(port, name)))
                .of("one");
        return new LogPlace() {
            @Override
            public boolean mayBeThere() {
                return rows.mayBeThere();
            }

            @Override
            public boolean isThere() throws IOException {
                return rows.isThere();
            }

            @Override
            public LogFile open(Tenure tenure) throws IOException {
                return new CrashingLogFile(rows.open(tenure), points);
            }
        };
    }

    /**
     * Arguments: directory, port of the databases, name of the run, how many transactions, point, times, {@code recovery} or {@code
     * last}, and the databases' kind.
     */
    public static void main(String[] arguments) throws Exception {
        CrashPoints points = new CrashPoints();
        Path directory = Path.of(arguments[0]);
        CrashDatabases databases = CrashDatabases.valueOf(arguments[7]);
        int port = Integer.parseInt(arguments[1]);
        LogPlace place = arguments[2].startsWith(LOGGED)
                ? rows(databases, port, points)
                : file(directory.resolve("decisions.log"), points);
        CrashingServer server = new CrashingServer(directory, databases, port, points, place);
        int count = Integer.parseInt(arguments[3]);
        String point = arguments[4];
        int times = Integer.parseInt(arguments[5]);
        if (arguments[6].equals("recovery")) {
            points.arm(point, times);
        }
        if (!server.recover()) {
            System.out.println("in doubt: " + server.recovery.inDoubt());
            System.exit(3);
        }
        for (int i = 0; i < count; i++) {
            if (i == count - 1) {
                points.arm(point, times);
            }
            server.transaction(arguments[2] + "-" + i);
        }
        System.exit(0);
    }

    boolean recover() {
        for (int i = 0; i < PASSES; i++) {
            if (recovery.pass()) {
                return true;
            }
        }
        return false;
    }

    Recovery recovery() {
        return recovery;
    }

    Transactions transactions() {
        return transactions;
    }

    void close() {
        transactions.close();
        log.close();
    }

    private XADataSource source(String database) throws SQLException {
        return databases.source(port, database);
    }

    /** Runs one transaction; returns true if it is committed. */
    boolean transaction(String name) throws Exception {
        List<XAConnection> open = new ArrayList<>();
        boolean byLast = name.startsWith(LAST);
        try (Connection local = byLast ? last.connect() : null) {
            ServerTransaction begun = transactions.begin(Duration.ZERO, null);
            if (local != null) { // b is no resource of XA then, and keeps the decision
                begun.enlist(last.resource(local));
                insert(local, name);
            }
            for (String each : byLast ? List.of("a") : List.of("a", "b")) {
                XAConnection connection = source(each).getXAConnection();
                open.add(connection);
                begun.enlist(each, new CrashingXa(each, connection.getXAResource(), points));
                insert(connection, name);
            }
            begun.enlist("files", new CrashingXa("files", new DirectoryXa(directory.resolve("files"), name), points));
            begun.commit();
            points.at("before-acknowledge");
            Files.write(
                    directory.resolve("acknowledged"),
                    (name + "\n").getBytes(StandardCharsets.UTF_8),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
            return true;
        } catch (RollbackException e) {
            System.out.println(name + " is rolled back: " + e.getMessage());
            return false;
        } finally {
            ServerTransaction unused = transactions.suspend();
            for (XAConnection each : open) {
                each.close();
            }
        }
    }

    private static void insert(XAConnection connection, String name) throws SQLException {
        try (Connection handle = connection.getConnection()) {
            insert(handle, name);
        }
    }

    private static void insert(Connection connection, String name) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("insert into sales values (?)")) {
            insert.setString(1, name);
            insert.executeUpdate();
        }
    }

    private final class Database implements RecoverableResource {
        private final String name;

        Database(String name) {
            this.name = name;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public boolean keepsDecisions() {
            return false;
        }

        @Override
        public Session open() throws SQLException {
            XAConnection connection = source(name).getXAConnection();
            return new Session() {
                @Override
                public XAResource branches() {
                    try {
                        return new CrashingXa(name, connection.getXAResource(), points);
                    } catch (SQLException e) {
                        throw new IllegalStateException(e);
                    }
                }

                @Override
                public void close() throws SQLException {
                    connection.close();
                }
            };
        }
    }

    private final class Directory implements RecoverableResource {
        @Override
        public String name() {
            return "files";
        }

        @Override
        public boolean keepsDecisions() {
            return false;
        }

        @Override
        public Session open() throws java.io.IOException {
            XAResource resource =
                    new CrashingXa("files", new DirectoryXa(directory.resolve("files"), "recovery"), points);
            return new Session() {
                @Override
                public XAResource branches() {
                    return resource;
                }

                @Override
                public void close() {}
            };
        }
    }
}
