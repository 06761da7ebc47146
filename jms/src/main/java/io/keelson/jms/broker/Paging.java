package io.keelson.jms.broker;

import io.keelson.jms.engine.MessageRun;
import io.keelson.jms.engine.QueueEvent;
import io.keelson.jms.engine.QueuedMessage;
import io.keelson.jms.store.PagingFiles;
import io.keelson.jms.wire.JmsFailure;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Takes the bodies of waiting messages out of memory, and back in the order in which consumers get them. A body that the store has is
 * dropped; any other is written to a file first. The queue with the most bytes in memory gives bodies up, its last messages first.
 *
 * <p>Where headers and properties take too much, too, messages of the store leave memory whole, as {@link MessageRun}s, which come back
 * when a consumer is to see them, when one of their messages expires, or for browsers and operators.
 *
 * <p>The server's lock guards everything here, but for the files, which belong to the pager. A message for a consumer whose body is not
 * there waits in the consumer's line, and all that follow it wait behind it.
 */
final class Paging {
    /** Bodies that are smaller stay: their message would take as much. */
    static final int SMALLEST = 512;

    private static final long TOGETHER = 1 << 20;
    private static final int MOST_AHEAD = 512;
    private static final long RETRY_MILLIS = 500;

    /** A body that is to be read. */
    private record Read(QueuedMessage message, long record, PagingFiles.@Nullable Page page, Wanting then) {}

    /** Hears of a body. */
    private interface Wanting {
        /** Takes it; null: there is none any more. */
        void read(byte @Nullable [] body);

        /** Hears that it cannot be read now. */
        void failed(IOException why);
    }

    /** Messages that are to be read. */
    private record RunRead(Node node, MessageRun run) {}

    /** A body that is to be written. */
    private record Write(Node node, QueuedMessage message, byte[] body) {}

    private final JmsServer server;
    private @Nullable PagingFiles files;
    private @Nullable Pager pager;
    private long bufferSize = Long.MAX_VALUE;

    /** Bodies in memory, of all nodes, as the server has counted them. */
    long bodies;

    /** Of those: bodies that are on their way out. */
    private long leaving;

    /** Below this nothing is looked for, as there was nothing more to page out. */
    private long nextLook;

    /** The same for messages that leave memory whole. */
    private long nextLookAtHeads;

    /** By message: where the body is that the store does not have. */
    private final Map<QueuedMessage, PagingFiles.Page> pages = new HashMap<>();

    private final Set<QueuedMessage> writing = new HashSet<>();

    /** By message whose body is being read: what waits for it. */
    private final Map<QueuedMessage, List<Runnable>> loading = new HashMap<>();

    private final ArrayDeque<RunRead> runs = new ArrayDeque<>();

    /** By run that is read for them: browsers and operators. */
    private final Map<MessageRun, List<Consumer<@Nullable JmsFailure>>> waitingForRun = new HashMap<>();

    private final ArrayDeque<Read> reads = new ArrayDeque<>();
    private final ArrayDeque<Write> writes = new ArrayDeque<>();
    private final ArrayDeque<PagingFiles.Page> freed = new ArrayDeque<>();

    /** By consumer: what it gets when the first of it has its body. */
    private final Map<Long, ArrayDeque<InFlight>> lines = new HashMap<>();

    private final Map<Long, List<Runnable>> whenDelivered = new HashMap<>();
    private final Set<Node> ahead = new LinkedHashSet<>();
    /** Number of messages that have left memory whole. */
    private long movedOut;

    private boolean running;
    private boolean closed;
    private boolean readFailed;
    private @Nullable String writeFailure;

    /** False for a while after a write has failed. */
    private boolean mayWrite = true;

    private boolean retrying;

    Paging(JmsServer server) {
        this.server = server;
    }

    /**
     * Begins to page.
     *
     * @param size how many bytes of bodies may stay in memory
     */
    void begin(PagingFiles to, Pager thread, long size) {
        files = to;
        pager = thread;
        bufferSize = size;
    }

    /** Returns how many bytes of bodies may stay in memory. */
    long limit() {
        long room = server.roomForBodies();
        return Math.max(0, Math.min(bufferSize, room));
    }

    /** Returns why bodies cannot leave memory; null: they can. */
    @Nullable
    String failure() {
        return writeFailure;
    }

    // ---- out -------------------------------------------------------------------------------------------------------

    /** Has bodies leave memory where there are too many in it. */
    void relieve() {
        if (pager == null || closed) {
            return;
        }
        relieveOfHeads();
        long limit = limit();
        long now = bodies - leaving;
        if (now <= limit) {
            nextLook = 0;
            return;
        }
        if (now < nextLook) {
            return;
        }
        long want = now - limit + limit / 8;
        List<Node> byBytes = new ArrayList<>();
        server.destinations.values().forEach(each -> byBytes.addAll(each.nodes));
        byBytes.sort(Comparator.comparingLong((Node each) -> each.queue.residentBodies())
                .reversed());
        for (Node each : byBytes) {
            if (want <= 0 || each.queue.residentBodies() == 0) {
                break;
            }
            want -= pageOut(each, want);
        }
        nextLook = want > 0 ? now + Math.max(limit / 8, 64 << 10) : 0;
        schedule();
    }

    /** Returns how many messages have left memory whole since the start. */
    long movedOut() {
        return movedOut;
    }

    /** Has messages of the store leave memory whole. */
    private void relieveOfHeads() {
        long limit = Math.min(bufferSize, server.roomForHeads());
        long now = server.heads();
        if (now <= limit) {
            nextLookAtHeads = 0;
            return;
        }
        if (now < nextLookAtHeads) {
            return;
        }
        List<Node> byMessages = new ArrayList<>();
        server.destinations.values().forEach(each -> byMessages.addAll(each.nodes));
        byMessages.sort(
                Comparator.comparingLong((Node each) -> each.countedHeads).reversed());
        long want = now - limit + limit / 8;
        for (Node each : byMessages) {
            int here = each.queue.messages() - each.queue.messagesAway();
            if (want <= 0 || here == 0) {
                break;
            }
            long one = Math.max(1, each.countedHeads / here);
            int out = each.queue.moveOut((int) Math.min(here, want / one + 1));
            if (out > 0) {
                movedOut += out;
                want -= one * out;
                server.touch(each);
            }
        }
        nextLookAtHeads = want > 0 ? now + Math.max(limit / 8, 64 << 10) : 0;
        server.count();
    }

    private long pageOut(Node node, long most) {
        long gone = 0;
        for (QueuedMessage each :
                node.queue.pageable(most, SMALLEST, one -> one.stored() != 0 || mayWrite && !writing.contains(one))) {
            byte[] body = each.message().body();
            if (each.stored() != 0) {
                node.queue.pageOut(each);
                server.touch(node);
            } else if (body != null) {
                writing.add(each);
                writes.add(new Write(node, each, body));
                leaving += each.bodySize();
            }
            gone += each.bodySize();
        }
        return gone;
    }

    private void written(Write write, PagingFiles.@Nullable Page page) {
        QueuedMessage message = write.message();
        writing.remove(message);
        leaving -= message.bodySize();
        if (page == null) {
            return;
        }
        if (!closed && write.node().queue.waits(message) && !write.node().gone) {
            pages.put(message, page);
            write.node().queue.pageOut(message);
            server.touch(write.node());
        } else {
            freed.add(page);
        }
    }

    private void writeFailed(Throwable why) {
        mayWrite = false;
        if (writeFailure == null) {
            BrokerLog.LOG.cannotPage(server.name(), String.valueOf(why.getMessage()));
        }
        writeFailure = String.valueOf(why.getMessage());
        while (!writes.isEmpty()) {
            written(writes.remove(), null);
        }
        Pager thread = pager;
        if (thread != null && !retrying) { // everybody may wait for room, so that nothing else would try again
            retrying = true;
            thread.run(() -> server.locked(this::retryWrites), RETRY_MILLIS);
        }
    }

    private void retryWrites() {
        retrying = false;
        mayWrite = true;
        nextLook = 0;
    }

    // ---- in --------------------------------------------------------------------------------------------------------

    /** Has a message wait in its consumer's line where its body is not there. Returns false: it can go at once. */
    boolean holdsBack(ServerConsumer consumer, InFlight delivery) {
        Node node = delivery.node();
        QueuedMessage message = delivery.message();
        if (message == node.readAheadAt) {
            node.readAheadAt = null;
            ahead.add(node);
        }
        ArrayDeque<InFlight> line = lines.get(consumer.id());
        if (line == null && !message.paged()) {
            return false;
        }
        if (line == null) {
            line = new ArrayDeque<>();
            lines.put(consumer.id(), line);
        }
        line.add(delivery);
        if (message.paged()) {
            load(node, message, () -> advance(consumer));
            ahead.add(node);
        }
        return true;
    }

    private void advance(ServerConsumer consumer) {
        ArrayDeque<InFlight> line = lines.get(consumer.id());
        if (line == null) {
            return;
        }
        while (!line.isEmpty() && !line.peek().message().paged()) {
            server.send(consumer, line.remove().message());
        }
        if (line.isEmpty()) {
            lines.remove(consumer.id());
        }
    }

    /** Takes back what waits for its body on its way to a consumer. */
    List<InFlight> giveUp(ServerConsumer consumer) {
        ArrayDeque<InFlight> line = lines.remove(consumer.id());
        return line == null ? List.of() : List.copyOf(line);
    }

    /** Does something when a consumer has all that is on its way to it, at the end of what is going on or later. */
    void whenDelivered(ServerConsumer consumer, Runnable what) {
        whenDelivered
                .computeIfAbsent(consumer.id(), absent -> new ArrayList<>())
                .add(what);
    }

    /** Does what waits for deliveries that have been made. */
    void delivered() {
        if (whenDelivered.isEmpty()) {
            return;
        }
        for (Long each : List.copyOf(whenDelivered.keySet())) {
            List<Runnable> waiting = lines.containsKey(each) ? null : whenDelivered.remove(each);
            if (waiting != null) {
                waiting.forEach(Runnable::run);
            }
        }
    }

    /** Reads ahead for the queues whose consumers have come to bodies that are not in memory. */
    void readAhead() {
        for (Node node : List.copyOf(ahead)) {
            if (node.queue.pagedMessages() > 0 && !closed) {
                List<QueuedMessage> next =
                        node.queue.next(Math.min(TOGETHER, Math.max(limit() / 8, 64 << 10)), MOST_AHEAD);
                for (QueuedMessage each : next) {
                    if (each.paged()) {
                        load(node, each, () -> {});
                    }
                }
                node.readAheadAt = next.isEmpty() ? null : next.get(next.size() / 2);
            }
        }
        ahead.clear();
    }

    /** Brings messages back that left memory whole. */
    void read(Node node, MessageRun run) {
        runs.add(new RunRead(node, run));
        schedule();
    }

    /**
     * Brings messages back that left memory whole.
     *
     * @param then told when they are there, before they can leave memory again, or why they cannot be read now
     */
    void read(Node node, MessageRun run, Consumer<@Nullable JmsFailure> then) {
        waitingForRun.computeIfAbsent(run, absent -> new ArrayList<>()).add(then);
        if (node.queue.asks(run)) {
            read(node, run);
        }
    }

    private void runRead(RunRead read, List<QueuedMessage> messages) {
        readFailed = false;
        if (!closed) {
            server.step(read.node(), new QueueEvent.CameBack(read.run(), messages));
        }
        tellWaiting(read.run(), null);
    }

    private void tellWaiting(MessageRun run, @Nullable JmsFailure failure) {
        List<Consumer<@Nullable JmsFailure>> waiting = waitingForRun.remove(run);
        if (waiting != null) {
            waiting.forEach(each -> each.accept(failure));
        }
    }

    /** Brings a body back into memory. */
    void load(Node node, QueuedMessage message, Runnable then) {
        List<Runnable> waiting = loading.get(message);
        if (waiting != null) {
            waiting.add(then);
            return;
        }
        List<Runnable> made = new ArrayList<>(1);
        made.add(then);
        loading.put(message, made);
        enqueue(message, new Wanting() {
            @Override
            public void read(byte @Nullable [] body) {
                loaded(node, message, body);
            }

            @Override
            public void failed(IOException why) {
                again(message, this);
            }
        });
    }

    private void loaded(Node node, QueuedMessage message, byte @Nullable [] body) {
        List<Runnable> waiting = loading.remove(message);
        if (body == null) {
            return; // it was deleted meanwhile
        }
        node.queue.pageIn(message, body);
        server.touch(node);
        PagingFiles.Page page = pages.remove(message);
        if (page != null) {
            freed.add(page);
        }
        if (waiting != null) {
            waiting.forEach(Runnable::run);
        }
    }

    /** Tries a body again that could not be read: its consumer waits, and nothing is lost. */
    private void again(QueuedMessage message, Wanting then) {
        Pager thread = pager;
        if (closed || thread == null) {
            return;
        }
        thread.run(() -> server.locked(() -> enqueue(message, then)), RETRY_MILLIS);
    }

    /** Reads a body without keeping it. */
    void peek(QueuedMessage message, Consumer<byte @Nullable []> then, Consumer<JmsFailure> failed) {
        enqueue(message, new Wanting() {
            @Override
            public void read(byte @Nullable [] body) {
                then.accept(body);
            }

            @Override
            public void failed(IOException why) {
                failed.accept(new JmsFailure(
                        JmsFailure.Code.STORE, "the body of a message cannot be read: " + why.getMessage(), why));
            }
        });
    }

    private void enqueue(QueuedMessage message, Wanting then) {
        reads.add(new Read(message, server.stored.recordOf(message), pages.get(message), then));
        schedule();
    }

    /** Takes account of a message that has gone for good. */
    void forget(QueuedMessage message) {
        if (message.paged()) {
            PagingFiles.Page page = pages.remove(message);
            if (page != null) {
                freed.add(page);
                schedule();
            }
        }
    }

    /** Takes account of a node that has ended with what it has. */
    void forget(Node node) {
        if (node.queue.pagedMessages() > 0) {
            node.queue.ready().forEach(this::forget);
            node.queue.delayed().forEach(this::forget);
        }
    }

    // ---- the pager's thread ----------------------------------------------------------------------------------------

    private void schedule() {
        Pager thread = pager;
        if (!running && thread != null && !(reads.isEmpty() && runs.isEmpty() && writes.isEmpty() && freed.isEmpty())) {
            running = true;
            thread.run(this::turn, 0);
        }
    }

    /** Reads and writes for a while, and has itself called again where there is more. */
    private void turn() {
        PagingFiles to = files;
        List<Read> in = new ArrayList<>();
        List<Write> out = new ArrayList<>();
        List<PagingFiles.Page> over = new ArrayList<>();
        List<RunRead> run = new ArrayList<>(1);
        List<long[]> numbers = new ArrayList<>(1);
        server.locked(() -> {
            RunRead nextRun = runs.poll();
            if (nextRun != null) {
                run.add(nextRun);
                long[] records = nextRun.run().sequences();
                Arrays.sort(records); // those that wait for their time are in its order
                numbers.add(records);
            }
            long bytes = 0;
            while (!reads.isEmpty() && bytes < TOGETHER) {
                Read next = reads.remove();
                bytes += next.message().bodySize();
                in.add(next);
            }
            bytes = 0;
            while (!writes.isEmpty() && bytes < TOGETHER) {
                Write next = writes.remove();
                bytes += next.message().bodySize();
                out.add(next);
            }
            if (reads.isEmpty()) { // no read of what is freed can be open
                over.addAll(freed);
                freed.clear();
            }
        });
        List<Runnable> news = new ArrayList<>();
        if (to != null) {
            in.forEach(each -> news.add(read(each, to)));
            boolean works = true;
            for (Write each : out) {
                works = works && write(each, to, news);
                if (!works) {
                    news.add(() -> written(each, null));
                }
            }
            free(over, to);
        }
        for (int i = 0; i < run.size(); i++) {
            news.add(read(run.get(i), numbers.get(i)));
        }
        server.locked(() -> {
            running = false;
            news.forEach(Runnable::run);
            schedule();
        });
    }

    private Runnable read(Read read, PagingFiles from) {
        PagingFiles.Page page = read.page();
        try {
            byte[] body = page == null ? server.stored.body(read.record()) : from.read(page);
            return () -> {
                readFailed = false;
                read.then().read(body);
            };
        } catch (IOException | RuntimeException | OutOfMemoryError thrown) {
            IOException e = thrown instanceof IOException known ? known : new IOException(thrown.toString(), thrown);
            return () -> {
                sayReadFailed(e);
                read.then().failed(e);
            };
        }
    }

    private Runnable read(RunRead read, long[] numbers) {
        try {
            List<QueuedMessage> messages =
                    server.stored.read(numbers, read.run().redelivered());
            return () -> runRead(read, messages);
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            return () -> {
                sayReadFailed(e);
                tellWaiting(
                        read.run(),
                        new JmsFailure(JmsFailure.Code.STORE, "messages cannot be read: " + e.getMessage(), e));
                Pager thread = pager;
                if (!closed && thread != null) { // its consumers wait, and nothing is lost
                    thread.run(() -> server.locked(() -> read(read.node(), read.run())), RETRY_MILLIS);
                }
            };
        }
    }

    private void sayReadFailed(Throwable why) {
        if (!closed && !readFailed) {
            readFailed = true;
            BrokerLog.LOG.cannotRead(server.name(), String.valueOf(why.getMessage()));
        }
    }

    private boolean write(Write write, PagingFiles to, List<Runnable> news) {
        try {
            PagingFiles.Page page = to.write(write.body());
            news.add(() -> {
                if (writeFailure != null) {
                    writeFailure = null;
                    BrokerLog.LOG.pagesAgain(server.name());
                }
                written(write, page);
            });
            return true;
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            news.add(() -> writeFailed(e));
            return false;
        }
    }

    private static void free(List<PagingFiles.Page> pages, PagingFiles from) {
        for (PagingFiles.Page each : pages) {
            try {
                from.free(each);
            } catch (IOException e) {
                BrokerLog.LOG.debugf(e, "a paging file stays until the JMS server is opened again");
            }
        }
    }

    /** Returns how many messages wait for bodies on their way to a consumer. */
    int waiting(ServerConsumer consumer) {
        ArrayDeque<InFlight> line = lines.get(consumer.id());
        return line == null ? 0 : line.size();
    }

    // ---- the end ---------------------------------------------------------------------------------------------------

    /** Ends paging. Its files are removed by the pager. */
    void close() {
        closed = true;
        JmsFailure over = new JmsFailure(JmsFailure.Code.CLOSED, "the JMS server " + server.name() + " is closed");
        List.copyOf(waitingForRun.keySet()).forEach(each -> tellWaiting(each, over));
        PagingFiles to = files;
        Pager thread = pager;
        if (to != null && thread != null) {
            thread.run(
                    () -> {
                        try {
                            to.close();
                        } catch (IOException e) {
                            BrokerLog.LOG.debugf(e, "a paging file stays until the JMS server is opened again");
                        }
                    },
                    0);
        }
    }
}
