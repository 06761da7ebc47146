package io.keelson.ejb.timer;

import io.keelson.kernel.spi.lease.Fence;
import io.keelson.kernel.spi.record.ClusterRecords;
import io.keelson.kernel.spi.record.RecordTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;

/** One table of records in memory, which several servers open. What they ask is done by other threads, as by the voters of a cluster. */
final class MemoryRecords implements ClusterRecords {
    private final Map<String, RecordTable.Entry> entries = new TreeMap<>();
    private final Map<String, Long> removed = new TreeMap<>();
    private final List<Runnable> users = new CopyOnWriteArrayList<>();
    private final Executor threads;
    private long version;

    MemoryRecords(Executor threads) {
        this.threads = threads;
    }

    @Override
    public boolean available() {
        return true;
    }

    @Override
    public boolean reachable() {
        return true;
    }

    synchronized List<String> keys() {
        return List.copyOf(entries.keySet());
    }

    @Override
    public RecordTable open(String name, int most, Runnable changed) {
        users.add(changed);
        return new RecordTable() {
            @Override
            public CompletionStage<Outcome> change(Change change, Optional<Fence> fence) {
                return CompletableFuture.supplyAsync(
                        () -> {
                            Outcome outcome = decided(change);
                            users.stream().filter(user -> user != changed).forEach(Runnable::run);
                            return outcome;
                        },
                        threads);
            }

            @Override
            public CompletionStage<Delta> read(long since) {
                return CompletableFuture.supplyAsync(() -> changes(since), threads);
            }

            @Override
            public void close() {
                users.remove(changed);
            }
        };
    }

    private synchronized RecordTable.Outcome decided(RecordTable.Change change) {
        RecordTable.Entry there = entries.get(change.key());
        if (change instanceof RecordTable.Change.Add add) {
            if (there != null || removed.containsKey(add.key())) {
                return new RecordTable.Outcome(
                        there == null ? RecordTable.Result.GONE : RecordTable.Result.CONFLICT,
                        there == null ? 0 : there.version());
            }
            return put(add.key(), add.value());
        }
        if (change instanceof RecordTable.Change.Replace replace) {
            if (there == null) {
                return new RecordTable.Outcome(RecordTable.Result.GONE, 0);
            }
            return there.version() == replace.version()
                    ? put(replace.key(), replace.value())
                    : new RecordTable.Outcome(RecordTable.Result.CONFLICT, there.version());
        }
        entries.remove(change.key());
        removed.put(change.key(), ++version);
        return new RecordTable.Outcome(RecordTable.Result.DONE, 0);
    }

    private RecordTable.Outcome put(String key, byte[] value) {
        entries.put(key, new RecordTable.Entry(key, ++version, value));
        return new RecordTable.Outcome(RecordTable.Result.DONE, version);
    }

    private synchronized RecordTable.Delta changes(long since) {
        List<RecordTable.Entry> changed = new ArrayList<>();
        entries.values().stream().filter(each -> each.version() > since).forEach(changed::add);
        List<String> gone = new ArrayList<>();
        removed.forEach((key, at) -> {
            if (at > since) {
                gone.add(key);
            }
        });
        return new RecordTable.Delta(version, since == 0, changed, gone);
    }
}
