package io.keelson.cluster.record;

import io.keelson.cluster.io.MalformedMessageException;
import io.keelson.cluster.record.RecordCodec.Page;
import io.keelson.cluster.record.RecordCodec.Read;
import io.keelson.cluster.record.RecordCodec.Update;
import io.keelson.cluster.record.RecordCodec.Updated;
import io.keelson.kernel.spi.lease.Fence;
import io.keelson.kernel.spi.record.ClusterRecords;
import io.keelson.kernel.spi.record.RecordTable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A table as one user on this server has it open. One update is under way at a time; what comes meanwhile goes into the next one. State
 * belongs to the node's thread.
 */
final class OpenTable implements RecordTable {
    private static final int MOST_CHANGES = 200;
    private static final int MOST_BYTES = 128 * 1024;

    private final RecordNode node;
    private final String name;
    private final int most;
    private final Runnable changed;
    private final Deque<Waiting> queue = new ArrayDeque<>();
    private boolean underWay;
    /** The version that the user has, as far as its own changes and reads tell. */
    private long known;

    private long latest;

    /** A change that waits for its turn. */
    private record Waiting(Change change, Optional<Fence> fence, CompletableFuture<Outcome> done) {}

    OpenTable(RecordNode node, String name, int most, Runnable changed) {
        this.node = node;
        this.name = name;
        this.most = most;
        this.changed = changed;
    }

    String name() {
        return name;
    }

    @Override
    public CompletionStage<Outcome> change(Change change, Optional<Fence> fence) {
        if (change.key().length() > ClusterRecords.LONGEST_KEY || size(change) > ClusterRecords.LONGEST_VALUE) {
            throw new IllegalArgumentException("a record of " + name + " has at most " + ClusterRecords.LONGEST_KEY
                    + " characters of key and " + ClusterRecords.LONGEST_VALUE + " bytes of value");
        }
        Waiting waiting = new Waiting(change, fence, new CompletableFuture<>());
        node.execute(() -> {
            queue.addLast(waiting);
            next();
        });
        return waiting.done();
    }

    private static int size(Change change) {
        if (change instanceof Change.Add add) {
            return add.value().length;
        }
        return change instanceof Change.Replace replace ? replace.value().length : 0;
    }

    private void next() {
        Waiting first = queue.peekFirst();
        if (underWay || first == null) {
            return;
        }
        List<Waiting> batch = new ArrayList<>();
        int bytes = 0;
        for (Waiting each = first;
                each != null
                        && batch.size() < MOST_CHANGES
                        && bytes < MOST_BYTES
                        && each.fence().equals(first.fence());
                each = queue.peekFirst()) {
            batch.add(queue.removeFirst());
            bytes += size(each.change());
        }
        underWay = true;
        Update update = new Update(
                name,
                most,
                first.fence().orElse(null),
                batch.stream().map(Waiting::change).toList());
        node.submit(RecordCodec.encode(update), false).whenComplete((answer, failure) -> {
            underWay = false;
            if (failure != null) {
                batch.forEach(each -> each.done().completeExceptionally(failure));
            } else {
                done(batch, answer);
            }
            next();
            tell();
        });
    }

    private void done(List<Waiting> batch, byte[] answer) {
        try {
            Updated updated = RecordCodec.updated(answer);
            if (updated.outcomes().size() != batch.size()) {
                throw new MalformedMessageException(
                        "answers " + updated.outcomes().size() + " changes of " + batch.size());
            }
            if (updated.before() == known) {
                known = updated.after();
            }
            for (int i = 0; i < batch.size(); i++) {
                batch.get(i).done().complete(updated.outcomes().get(i));
            }
        } catch (MalformedMessageException e) {
            batch.forEach(each -> each.done().completeExceptionally(unreadable(e)));
        }
    }

    private IOException unreadable(MalformedMessageException e) {
        return new IOException("the answer about " + name + " " + e.getMessage(), e);
    }

    /** The table has that version somewhere. */
    void changed(long version) {
        latest = Math.max(latest, version);
        tell();
    }

    private void tell() {
        if (!underWay && latest > known) {
            changed.run();
        }
    }

    @Override
    public CompletionStage<Delta> read(long since) {
        Reading reading = new Reading(since);
        node.execute(reading::next);
        return reading.done;
    }

    /** A read that goes from page to page. */
    private final class Reading {
        private final CompletableFuture<Delta> done = new CompletableFuture<>();
        private final Map<String, Entry> entries = new LinkedHashMap<>();
        private final List<String> removed = new ArrayList<>();
        private boolean whole;
        private long since;

        Reading(long since) {
            this.since = since;
            this.whole = since == 0;
        }

        void next() {
            node.submit(RecordCodec.encode(new Read(name, since)), true).whenComplete((answer, failure) -> {
                if (failure != null) {
                    done.completeExceptionally(failure);
                    return;
                }
                try {
                    take(RecordCodec.page(answer));
                } catch (MalformedMessageException e) {
                    done.completeExceptionally(unreadable(e));
                }
            });
        }

        private void take(Page page) {
            if (page.reset()) {
                entries.clear();
                removed.clear();
                whole = true;
                since = 0;
                next();
                return;
            }
            page.changed().forEach(entry -> entries.put(entry.key(), entry));
            page.removed().forEach(entries::remove);
            removed.addAll(page.removed());
            if (page.more()) {
                since = page.next();
                next();
                return;
            }
            known = Math.max(known, page.next());
            done.complete(new Delta(page.next(), whole, List.copyOf(entries.values()), removed));
        }
    }

    @Override
    public void close() {
        node.closed(this);
    }
}
