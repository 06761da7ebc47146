package io.keelson.cluster.internal.database;

import io.keelson.cluster.io.MalformedMessageException;
import io.keelson.cluster.io.Scheduler;
import io.keelson.cluster.lease.ConsensusLog;
import io.keelson.cluster.lease.LeaseBasis;
import io.keelson.cluster.lease.LeaseCodec;
import io.keelson.cluster.lease.LeaseCommand;
import io.keelson.cluster.lease.LeaseEvent;
import io.keelson.cluster.lease.LeaseNode;
import io.keelson.cluster.lease.LeaseResult;
import io.keelson.cluster.lease.LeaseRow;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Leases by a database. Each server decides for itself, by compare-and-set, and looks at the rows of all again and again:
 * one that it has seen unchanged for a duration and the drift bound, by its own monotonic clock, it expires. While the
 * database is away nothing is seen and nothing decided; if it is away for less than a duration nothing changes hands.
 *
 * <p>State belongs to the node's thread; {@code jdbc} is an executor of one thread, which may block.
 */
public final class DatabaseBasis implements LeaseBasis {
    /** A statement takes at most that long; an answer that comes later than a lease lasts is of no use. */
    private static final int TIMEOUT_SECONDS = 2;

    /** More that waits for the database is refused: it would be decided too late. */
    private static final int MOST_WAITING = 8;

    private static final long POLL_NANOS = 250_000_000L;

    private final LeaseRows rows;
    private final Scheduler scheduler;
    private final Executor jdbc;
    private final LeaseNode.Parts parts;
    private final AtomicInteger waiting = new AtomicInteger();
    private volatile boolean stopped;
    private volatile boolean created;
    private boolean away;

    /**
     * The basis over a data source.
     *
     * @param source gives connections that commit each statement by itself
     * @param table the table's name; nothing but letters, digits and underscores
     * @param jdbc runs what blocks, one after the other; whoever made it ends it
     */
    public DatabaseBasis(Connections source, String table, Scheduler scheduler, Executor jdbc, LeaseNode.Parts parts) {
        this.rows = new LeaseRows(source, table, TIMEOUT_SECONDS);
        this.scheduler = scheduler;
        this.jdbc = jdbc;
        this.parts = parts;
    }

    @Override
    public void start() {
        parts.listener().leads(true, null);
        poll();
    }

    @Override
    public void stop() {
        stopped = true;
    }

    /** Nobody sends any. */
    @Override
    public void delivered(byte[] message) {}

    @Override
    public CompletionStage<byte[]> append(byte[] operation) {
        CompletableFuture<byte[]> future = new CompletableFuture<>();
        if (stopped || waiting.get() >= MOST_WAITING) {
            future.completeExceptionally(new ConsensusLog.Undecided("the database does not answer", null, null));
            return future;
        }
        waiting.incrementAndGet();
        jdbc.execute(() -> {
            try {
                LeaseCommand command = LeaseCodec.command(operation);
                LeaseResult result = table().apply(command);
                List<LeaseRow> all = rows.all();
                scheduler.execute(() -> {
                    seen(all);
                    future.complete(LeaseCodec.encode(result));
                });
            } catch (SQLException | RuntimeException | MalformedMessageException e) {
                scheduler.execute(() -> {
                    failed(e);
                    future.completeExceptionally(new ConsensusLog.Undecided("not decided: " + e, null, e));
                });
            } finally {
                waiting.decrementAndGet();
            }
        });
        return future;
    }

    private void poll() {
        if (stopped) {
            return;
        }
        jdbc.execute(() -> {
            try {
                List<LeaseRow> all = table().all();
                scheduler.execute(() -> seen(all));
            } catch (SQLException | RuntimeException e) {
                scheduler.execute(() -> failed(e));
            } finally {
                scheduler.schedule(this::poll, POLL_NANOS);
            }
        });
    }

    private LeaseRows table() throws SQLException {
        if (!created) {
            rows.create();
            created = true;
        }
        return rows;
    }

    private void seen(List<LeaseRow> all) {
        if (away) {
            away = false;
            DatabaseLog.LOG.back();
        }
        if (!stopped) {
            parts.events().accept(new LeaseEvent.Applied(all));
        }
    }

    private void failed(Exception e) {
        if (!away && !stopped) {
            away = true;
            DatabaseLog.LOG.away(String.valueOf(e.getMessage()));
        }
    }
}
