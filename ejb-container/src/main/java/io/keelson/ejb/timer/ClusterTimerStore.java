package io.keelson.ejb.timer;

import io.keelson.ejb.log.EjbLog;
import io.keelson.kernel.spi.lease.Fence;
import io.keelson.kernel.spi.record.ClusterRecords;
import io.keelson.kernel.spi.record.RecordTable;
import io.keelson.kernel.spi.record.RecordTable.Change;
import io.keelson.kernel.spi.record.RecordTable.Delta;
import io.keelson.kernel.spi.record.RecordTable.Entry;
import io.keelson.kernel.spi.record.RecordTable.Outcome;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Rows as records that the voters of the cluster keep. Thread-safe; its lock guards the versions of rows. Calls wait for a majority of the
 * voters, and fail when it does not answer.
 */
public final class ClusterTimerStore implements TimerStore {
    /** The settings that bound it, as messages name them. */
    private static final String MOST = "enterprise-beans/cluster-timers";

    private static final String LONGEST = "enterprise-beans/cluster-timer-info";

    /** Longer than the records take to give up. */
    private static final int PATIENCE_SECONDS = 20;

    private final ClusterRecords records;
    private final RecordTable table;
    private final TimerRowText text;
    private final int most;
    private final IntSupplier longestInfo;
    private final Map<String, Long> versions = new HashMap<>();
    private final Set<String> unread = new HashSet<>();
    private volatile @Nullable Runnable changed;
    private long version;

    /**
     * Opens the store of an application.
     *
     * @param name of the table
     * @param loaders the class loader of a bean by its id
     * @param most how many timers the cluster keeps for all applications
     * @param longestInfo how many bytes of info a timer may have
     */
    public ClusterTimerStore(
            ClusterRecords records,
            String name,
            Function<String, ClassLoader> loaders,
            int most,
            IntSupplier longestInfo) {
        this.records = records;
        this.text = new TimerRowText(loaders);
        this.most = most;
        this.longestInfo = longestInfo;
        this.table = records.open(name, most, this::changed);
    }

    private void changed() {
        Runnable told = changed;
        if (told != null) {
            told.run();
        }
    }

    @Override
    public boolean shared() {
        return true;
    }

    @Override
    public boolean reachable() {
        return records.reachable();
    }

    @Override
    public synchronized Changes changes() throws IOException {
        Delta delta = await(table.read(version));
        version = delta.version();
        List<TimerRow> rows = new ArrayList<>();
        if (delta.whole()) {
            // What was added while the answer was on its way is not in it.
            versions.values().removeIf(known -> known <= delta.version());
        }
        delta.removed().forEach(versions::remove);
        for (Entry entry : delta.changed()) {
            Long known = versions.get(entry.key());
            if (known != null && known >= entry.version()) {
                continue;
            }
            versions.put(entry.key(), entry.version());
            try {
                rows.add(text.read(new String(entry.value(), StandardCharsets.UTF_8)));
            } catch (IOException | ClassNotFoundException | RuntimeException e) {
                if (unread.add(entry.key())) {
                    EjbLog.LOG.timerUnreadable("the record " + entry.key() + " of the cluster", e);
                }
            }
        }
        return new Changes(rows, Set.copyOf(versions.keySet()));
    }

    @Override
    public synchronized void reset() {
        version = 0;
        versions.clear();
    }

    @Override
    public boolean add(TimerRow row) throws IOException {
        int length = text.info(row).length;
        if (length > longestInfo.getAsInt()) {
            throw new IOException("its info has " + length + " bytes, more than " + LONGEST + " ("
                    + longestInfo.getAsInt() + ") allows");
        }
        Outcome outcome = await(table.change(new Change.Add(row.id(), bytes(row)), Optional.empty()));
        return switch (outcome.result()) {
            case DONE -> {
                known(row.id(), outcome.version());
                yield true;
            }
            case FULL ->
                throw new IOException(
                        "the cluster keeps " + most + " timers already, which is what " + MOST + " allows");
            case CONFLICT, GONE, FENCED -> false;
        };
    }

    private byte[] bytes(TimerRow row) throws IOException {
        return text.write(row).getBytes(StandardCharsets.UTF_8);
    }

    private synchronized void known(String id, long now) {
        versions.merge(id, now, Math::max);
    }

    private synchronized long known(String id) {
        return versions.getOrDefault(id, 0L);
    }

    @Override
    public Kept put(TimerRow row, Optional<Fence> fence) throws IOException {
        Outcome outcome = await(table.change(new Change.Replace(row.id(), known(row.id()), bytes(row)), fence));
        return switch (outcome.result()) {
            case DONE -> {
                known(row.id(), outcome.version());
                yield Kept.DONE;
            }
            case GONE -> Kept.GONE;
            case CONFLICT, FULL, FENCED -> Kept.FENCED;
        };
    }

    @Override
    public void remove(String id) throws IOException {
        await(table.change(new Change.Remove(id), Optional.empty()));
        synchronized (this) {
            versions.remove(id);
        }
    }

    @Override
    public void onChange(@Nullable Runnable told) {
        changed = told;
    }

    private static <T> T await(CompletionStage<T> stage) throws IOException {
        try {
            return stage.toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("the thread was interrupted while it waited for the voters");
        } catch (TimeoutException e) {
            throw new IOException("the voters of the cluster have not answered", e);
        } catch (ExecutionException e) {
            throw new IOException("the voters of the cluster have not decided: " + e.getCause(), e);
        }
    }

    @Override
    public void close() {
        changed = null;
        table.close();
    }
}
