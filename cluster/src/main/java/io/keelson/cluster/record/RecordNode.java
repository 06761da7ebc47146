package io.keelson.cluster.record;

import io.keelson.base.time.Ticker;
import io.keelson.cluster.io.Decoder;
import io.keelson.cluster.io.Encoder;
import io.keelson.cluster.io.MalformedMessageException;
import io.keelson.cluster.io.Scheduler;
import io.keelson.kernel.spi.record.ClusterRecords;
import io.keelson.kernel.spi.record.RecordTable;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One server's part in the records of its cluster: takes changes and questions to the leader of the voters, again and again until they are
 * answered or their time is over, and answers those of others where it leads. All state belongs to the thread of the scheduler.
 */
public final class RecordNode implements ClusterRecords {
    /** A change or question without an answer fails after that time. */
    private static final long LONGEST = TimeUnit.SECONDS.toNanos(15);

    /** The leader is asked again after that time. */
    private static final long ANSWER = TimeUnit.MILLISECONDS.toNanos(1_500);

    /** Without a leader it is looked for one so often. */
    private static final long LOOK = TimeUnit.MILLISECONDS.toNanos(20);

    private static final int ASK = 1;
    private static final int ANSWERED = 2;
    private static final int NOT_DECIDED = 3;
    private static final int CHANGED = 4;
    private static final int LONGEST_MESSAGE = 1 << 20;
    private static final int LONGEST_NAME = 4 * LONGEST_KEY;

    private final Voters voters;
    private final Scheduler scheduler;
    private final Ticker ticker;
    private final Map<Long, Asked> asked = new HashMap<>();
    private final Map<String, Set<OpenTable>> tables = new HashMap<>();
    private long numbers;
    private volatile boolean stopped;

    /** The voters of the cluster, as this server knows them. Called on the scheduler's thread, but for {@link #leader}. */
    public interface Voters {
        /** Returns this server's name. */
        String self();

        /** Returns the server that leads; empty: none is known. */
        Optional<String> leader();

        /** Has a change decided here; fails where it is not. */
        CompletionStage<byte[]> decide(byte[] change);

        /** Asks the state here; fails where that cannot be known. */
        CompletionStage<byte[]> ask(byte[] question);

        /** Sends a message about records. */
        void send(String server, byte[] message);

        /** Returns the other servers. */
        Set<String> others();
    }

    /** Makes a node that has asked nothing. */
    public RecordNode(Voters voters, Scheduler scheduler, Ticker ticker) {
        this.voters = voters;
        this.scheduler = scheduler;
        this.ticker = ticker;
    }

    @Override
    public boolean available() {
        return true;
    }

    @Override
    public boolean reachable() {
        return voters.leader().isPresent();
    }

    @Override
    public RecordTable open(String name, int most, Runnable changed) {
        if (name.length() > LONGEST_KEY) {
            throw new IllegalArgumentException(
                    "the name of a table has at most " + LONGEST_KEY + " characters, not " + name.length());
        }
        OpenTable table = new OpenTable(this, name, most, changed);
        execute(() -> tables.computeIfAbsent(name, key -> new HashSet<>()).add(table));
        return table;
    }

    void execute(Runnable task) {
        scheduler.execute(task);
    }

    void closed(OpenTable table) {
        execute(() -> {
            Set<OpenTable> all = tables.get(table.name());
            if (all != null && all.remove(table) && all.isEmpty()) {
                tables.remove(table.name());
            }
        });
    }

    /** A change or a question on its way. */
    private final class Asked {
        private final byte[] what;
        private final boolean question;
        private final long end = ticker.nanoTime() + LONGEST;
        private final CompletableFuture<byte[]> answer = new CompletableFuture<>();
        private final long number = ++numbers;
        /** Counts attempts: what an earlier one waits for does not count any more. */
        private int attempt;

        private @Nullable String at;

        Asked(byte[] what, boolean question) {
            this.what = what;
            this.question = question;
        }

        void attempt() {
            if (answer.isDone()) {
                return;
            }
            if (stopped || ticker.nanoTime() - end >= 0) {
                over();
                return;
            }
            int mine = ++attempt;
            Optional<String> leader = voters.leader();
            if (leader.isEmpty()) {
                at = null;
                again(mine, LOOK);
            } else if (leader.get().equals(voters.self())) {
                at = null;
                again(mine, ANSWER);
                here(what, question).whenComplete((bytes, failure) -> {
                    if (failure == null) {
                        answered(bytes);
                    } else {
                        again(mine, LOOK);
                    }
                });
            } else {
                at = leader.get();
                again(mine, ANSWER);
                voters.send(
                        leader.get(),
                        new Encoder()
                                .tag(ASK)
                                .number(number)
                                .flag(question)
                                .bytes(what)
                                .toBytes());
            }
        }

        void again(int mine, long nanos) {
            scheduler.schedule(
                    () -> {
                        if (mine == attempt) {
                            attempt();
                        }
                    },
                    nanos);
        }

        private void over() {
            asked.remove(number);
            answer.completeExceptionally(new IOException(
                    stopped
                            ? "this server stops"
                            : "no majority of the cluster's voters has answered within "
                                    + TimeUnit.NANOSECONDS.toSeconds(LONGEST) + " s"));
        }

        void answered(byte[] bytes) {
            asked.remove(number);
            answer.complete(bytes);
        }
    }

    private CompletionStage<byte[]> here(byte[] what, boolean question) {
        return question ? voters.ask(what) : voters.decide(what);
    }

    /** Has a change decided, or a question answered; on the scheduler's thread. */
    CompletionStage<byte[]> submit(byte[] what, boolean question) {
        Asked one = new Asked(what, question);
        asked.put(one.number, one);
        one.attempt();
        return one.answer;
    }

    /** Takes a message of another server; on the scheduler's thread. */
    public void delivered(String from, byte[] message) throws MalformedMessageException {
        Decoder in = new Decoder(message);
        int tag = in.tag();
        if (tag == CHANGED) {
            changed(in.text(LONGEST_NAME), in.natural());
            return;
        }
        long number = in.natural();
        switch (tag) {
            case ASK -> serve(from, number, in.flag(), in.bytes(LONGEST_MESSAGE));
            case ANSWERED -> {
                byte[] answer = in.bytes(LONGEST_MESSAGE);
                Asked one = asked.get(number);
                if (one != null) {
                    one.answered(answer);
                }
            }
            case NOT_DECIDED -> {
                Asked one = asked.get(number);
                if (one != null && from.equals(one.at)) {
                    one.again(one.attempt, LOOK);
                }
            }
            default -> throw new MalformedMessageException("has the unknown message " + tag);
        }
    }

    private void serve(String from, long number, boolean question, byte[] what) {
        here(what, question)
                .whenComplete((bytes, failure) -> voters.send(
                        from,
                        failure == null
                                ? new Encoder()
                                        .tag(ANSWERED)
                                        .number(number)
                                        .bytes(bytes)
                                        .toBytes()
                                : new Encoder().tag(NOT_DECIDED).number(number).toBytes()));
    }

    /** A server is gone, or seems to be; on the scheduler's thread. */
    public void lost(String server) {
        for (Asked one : List.copyOf(asked.values())) {
            if (server.equals(one.at)) {
                one.again(one.attempt, LOOK);
            }
        }
    }

    /**
     * A change was applied here; on the scheduler's thread.
     *
     * @param leads true if this server leads, and tells the others
     */
    public void applied(String table, long version, boolean leads) {
        if (leads) {
            byte[] message =
                    new Encoder().tag(CHANGED).text(table).number(version).toBytes();
            voters.others().forEach(server -> voters.send(server, message));
        }
        changed(table, version);
    }

    private void changed(String table, long version) {
        Set<OpenTable> open = tables.get(table);
        if (open != null) {
            List.copyOf(open).forEach(each -> each.changed(version));
        }
    }

    /** Fails what is under way; on the scheduler's thread. */
    public void stop() {
        stopped = true;
        List.copyOf(asked.values()).forEach(Asked::over);
    }
}
