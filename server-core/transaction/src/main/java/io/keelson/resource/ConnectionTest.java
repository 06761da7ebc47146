package io.keelson.resource;

import io.keelson.base.thread.Threads;
import io.keelson.base.time.Ticker;
import io.keelson.kernel.spi.resource.DataSourceTests.Outcome;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Tests whether databases can be reached, each time by a connection of its own on a thread of its own: a driver may wait for minutes, and
 * is
 * then left behind. A few at a time, so that those left behind stay few. Thread-safe.
 */
final class ConnectionTest {
    private static final int LONGEST_CHAIN = 10;

    private final Ticker ticker;
    private final Duration limit;
    private final Semaphore free;

    /**
     * Tests.
     *
     * @param limit how long one takes at most
     * @param most how many may be under way at a time
     */
    ConnectionTest(Ticker ticker, Duration limit, int most) {
        this.ticker = ticker;
        this.limit = limit;
        this.free = new Semaphore(most);
    }

    /**
     * Data source that is tested.
     *
     * @param name the data source
     * @param url as it may be shown
     * @param making makes what makes the connection
     * @param testQuery SQL that shows that a connection is usable; null: the driver's own test
     */
    record Subject(
            String name,
            String url,
            Supplier<Connector> making,
            @Nullable String testQuery) {}

    private record Seen(String product, String driver) {}

    /** Tests one. */
    Outcome of(Subject subject) throws InterruptedException {
        if (!free.tryAcquire()) {
            throw new IllegalStateException(
                    "as many data sources are being tested as may be at a time; try again when they are done");
        }
        long begin = ticker.nanoTime();
        FutureTask<Seen> work = new FutureTask<>(() -> {
            try {
                return connect(subject);
            } finally {
                free.release();
            }
        });
        Thread thread = Threads.daemon("keelson.resource: test of " + subject.name(), work);
        thread.start();
        try {
            Seen seen = work.get(limit.toNanos(), TimeUnit.NANOSECONDS);
            return outcome(subject, begin, Optional.of(seen), List.of());
        } catch (TimeoutException e) {
            thread.interrupt();
            return outcome(
                    subject, begin, Optional.empty(), List.of("no answer within " + limit.toSeconds() + " seconds"));
        } catch (ExecutionException e) {
            return outcome(subject, begin, Optional.empty(), causes(e.getCause()));
        }
    }

    private Outcome outcome(Subject subject, long begin, Optional<Seen> seen, List<String> causes) {
        return new Outcome(
                subject.name(),
                seen.isPresent(),
                Duration.ofNanos(ticker.nanoTime() - begin),
                subject.url(),
                seen.map(Seen::product),
                seen.map(Seen::driver),
                causes);
    }

    private static Seen connect(Subject subject) throws Failure {
        Connector connector = subject.making().get();
        try (Connection connection = connector.getConnection()) {
            String query = subject.testQuery();
            if (query != null) {
                try (Statement statement = connection.createStatement()) {
                    statement.execute(query);
                }
            } else if (!connection.isValid(5)) {
                throw new SQLException("a connection was made, but the driver says that it is not usable");
            }
            DatabaseMetaData data = connection.getMetaData();
            return new Seen(
                    data.getDatabaseProductName() + " " + data.getDatabaseProductVersion(),
                    data.getDriverName() + " " + data.getDriverVersion());
        } catch (SQLException | RuntimeException | LinkageError e) { // a driver may throw anything
            throw new Failure(chain(e, connector));
        }
    }

    /** Reasons for which it was not reached, in sentences without secrets. */
    private static final class Failure extends Exception {
        private static final long serialVersionUID = 1L;
        private final transient List<String> causes;

        Failure(List<String> causes) {
            super(String.join("; ", causes), null, false, false);
            this.causes = causes;
        }
    }

    private static List<String> causes(@Nullable Throwable e) {
        // What fails before there is a connector says what is missing, in our own words.
        return e instanceof Failure failure
                ? failure.causes
                : List.of(e == null || e.getMessage() == null ? String.valueOf(e) : e.getMessage());
    }

    private static List<String> chain(Throwable first, Connector connector) {
        List<String> all = new ArrayList<>();
        Set<Throwable> seen = new HashSet<>();
        Throwable at = first;
        while (at != null && all.size() < LONGEST_CHAIN && seen.add(at)) {
            String text = connector.withoutSecrets(at.getMessage() == null ? at.toString() : at.getMessage());
            if (at instanceof SQLException sql && sql.getSQLState() != null) {
                text += " (SQL state " + sql.getSQLState() + ")";
            }
            if (!all.contains(text)) {
                all.add(text);
            }
            Throwable next = at.getCause();
            at = next == null && at instanceof SQLException sql ? sql.getNextException() : next;
        }
        return all;
    }
}
