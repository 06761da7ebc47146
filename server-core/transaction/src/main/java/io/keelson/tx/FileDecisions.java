package io.keelson.tx;

import io.keelson.kernel.spi.transaction.TransactionId;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Decisions in a log that is only appended to, a file or rows of a database. Those of several threads are kept by one write-through.
 * Thread-safe: {@code writing} guards the end of the log, the open decisions and the present batch, {@code syncing} what is kept and the
 * ends of batches; who needs both takes {@code syncing} first.
 *
 * <p>Invariant: what lies before {@code synced} is kept; after the first failure that could not be undone nothing is appended.
 */
final class FileDecisions implements Decisions, Closeable {
    /** From this size on a log that has nothing more to say than half of it is written anew. */
    private static final long COMPACTED_FROM = 1 << 20;

    private final LogFile file;
    private final UUID log;
    private final long epoch;
    private final Tenure tenure;
    private final String server;
    private final ReentrantLock writing = new ReentrantLock();
    private final ReentrantLock syncing = new ReentrantLock();
    private final Map<TransactionId, Decision> open;
    private final Map<TransactionId, Awaiting> awaiting;
    private final Set<String> last = ConcurrentHashMap.newKeySet();
    private final Set<TransactionId> unsure = ConcurrentHashMap.newKeySet();
    private volatile long end;
    private volatile long synced;
    private volatile @Nullable IOException halted;
    private volatile boolean closed;
    private Batch batch = new Batch();

    /** Records that are written through together. */
    private static final class Batch {
        boolean done;

        @Nullable
        IOException failure;

        void end(@Nullable IOException why) {
            done = true;
            failure = why;
        }
    }

    private FileDecisions(LogFile file, LogRecords.Content content, Tenure tenure) {
        this.file = file;
        this.tenure = tenure;
        this.server = content.server();
        this.log = content.log();
        this.epoch = content.epoch();
        this.open = new LinkedHashMap<>(content.open());
        this.awaiting = new LinkedHashMap<>(content.awaiting());
        this.last.addAll(content.last());
        this.end = content.length();
        this.synced = content.length();
    }

    /**
     * Opens a server's own log for a new epoch, and makes it where there is none.
     *
     * @throws IOException when it cannot be read or written, is damaged, or is another server's
     */
    static FileDecisions open(LogFile file, String server, Tenure tenure) throws IOException {
        byte[] bytes = file.read();
        if (bytes.length < LogRecords.HEADER) { // none, or its making was cut off
            file.replace(concat(List.of(LogRecords.header(UUID.randomUUID()), LogRecords.epoch(0, 0, server))));
            bytes = file.read();
        }
        LogRecords.Content content = whole(file, bytes);
        if (!content.server().isEmpty() && !content.server().equals(server)) {
            throw new IOException("it is the log of the server '" + content.server() + "', not of '" + server
                    + "': a directory of a server must not be copied for another one; remove this log if it is a copy");
        }
        return begun(file, content, server, tenure);
    }

    /**
     * Opens the log of a server that is gone, under that server's lease.
     *
     * @throws IOException also where it is not the log that was opened under the lease's epoch before, but an older copy
     */
    static FileDecisions take(LogFile file, String server, Tenure tenure) throws IOException {
        LogRecords.Content content = whole(file, file.read());
        if (!content.server().equals(server)) {
            throw new IOException("it is the log of the server '" + content.server() + "', not of '" + server + "'");
        }
        if (file.mayBeCopy() && content.lease() != tenure.lease() - 1) {
            throw new IOException("it was opened last under epoch " + content.lease() + " of its lease, and there was a"
                    + " later one, " + (tenure.lease() - 1) + ": it may be an old copy");
        }
        return begun(file, content, server, tenure);
    }

    private static LogRecords.Content whole(LogFile file, byte[] bytes) throws IOException {
        LogRecords.Content content = LogRecords.read(bytes);
        if (content.length() < bytes.length) {
            TransactionLog.LOG.tornTail(file.toString(), content.length(), bytes.length - content.length());
        }
        return content;
    }

    private static FileDecisions begun(LogFile file, LogRecords.Content content, String server, Tenure tenure)
            throws IOException {
        LogRecords.Content begun = new LogRecords.Content(
                content.log(),
                content.epoch() + 1,
                tenure.lease(),
                server,
                content.open(),
                content.awaiting(),
                content.last(),
                content.length());
        FileDecisions opened = new FileDecisions(file, begun, tenure);
        opened.rewrite();
        return opened;
    }

    private static byte[] concat(List<byte[]> parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        parts.forEach(all::writeBytes);
        return all.toByteArray();
    }

    /** Returns the ids of the transactions that are decided here. */
    TransactionIds ids(String server) {
        return new TransactionIds(log, epoch, server);
    }

    /** Returns the decisions that are not over. */
    List<Decision> open() {
        writing.lock();
        try {
            return List.copyOf(open.values());
        } finally {
            writing.unlock();
        }
    }

    /** Returns the transactions that are prepared and that another system decides. */
    List<Awaiting> awaiting() {
        writing.lock();
        try {
            return List.copyOf(awaiting.values());
        } finally {
            writing.unlock();
        }
    }

    @Override
    public void lastResource(String name) throws IOException {
        if (last.contains(name)) {
            return;
        }
        checkTenure();
        Batch mine;
        writing.lock();
        try {
            append(LogRecords.last(name));
            mine = batch;
        } finally {
            writing.unlock();
        }
        sync(mine);
        last.add(name);
    }

    /** Returns the resources that may keep decisions of this server in their own store. */
    Set<String> lastResources() {
        return Set.copyOf(last);
    }

    long epoch() {
        return epoch;
    }

    UUID log() {
        return log;
    }

    /** Returns why nothing can be decided any more; null where it can. */
    @Nullable
    IOException halted() {
        return halted;
    }

    /** Refuses what would be written after the lease has ended: whoever has it now must find nothing new. */
    private void checkTenure() throws NotDecidedException {
        if (!tenure.isHeld()) {
            throw new NotDecidedException("the transaction log " + file
                    + " takes no decisions any more: the lease of it has ended, another server may recover it");
        }
    }

    @Override
    public void commit(Decision decision) throws IOException {
        checkEpoch(decision.id());
        keep(decision);
    }

    /**
     * Keeps a decision of any epoch, in the place of what said that it was awaited. One of which nobody knows whether it is kept is not
     * open.
     */
    void keep(Decision decision) throws IOException {
        checkTenure();
        try {
            write(LogRecords.commit(decision), open, decision.id(), decision);
            checkTenureAfterwards();
        } catch (NotDecidedException e) {
            throw e;
        } catch (IOException e) {
            unsure.add(decision.id());
            writing.lock();
            try {
                open.remove(decision.id());
            } finally {
                writing.unlock();
            }
            throw e;
        }
        writing.lock();
        try {
            awaiting.remove(decision.id());
        } finally {
            writing.unlock();
        }
    }

    /** Returns true if only the next opening of the log can tell whether a decision is kept. */
    boolean isUnsure(TransactionId id) {
        return unsure.contains(id);
    }

    @Override
    public void awaiting(Awaiting prepared) throws IOException {
        checkTenure();
        checkEpoch(prepared.id());
        write(LogRecords.awaiting(prepared), awaiting, prepared.id(), prepared);
        checkTenureAfterwards();
    }

    /** Writes a record through, and keeps what it says in memory unless it is certain that the log has it not. */
    private <T> void write(byte[] record, Map<TransactionId, T> kept, TransactionId id, T value) throws IOException {
        Batch mine;
        writing.lock();
        try {
            append(record);
            kept.put(id, value);
            mine = batch;
        } finally {
            writing.unlock();
        }
        try {
            sync(mine);
        } catch (NotDecidedException e) {
            writing.lock();
            try {
                kept.remove(id);
            } finally {
                writing.unlock();
            }
            throw e;
        }
    }

    private void checkTenureAfterwards() throws IOException {
        if (!tenure.isHeld()) {
            // Whoever has the lease now has read the log before this record, or after it.
            throw new IOException("the lease of the transaction log " + file + " ended while it was written");
        }
    }

    private void checkEpoch(TransactionId id) throws NotDecidedException {
        TransactionIds.Parts parts = TransactionIds.Parts.of(id);
        if (parts == null || parts.epoch() != epoch || !parts.log().equals(log)) {
            throw new NotDecidedException("the transaction " + id
                    + " was begun before the log was opened again: what it has prepared may be rolled back already");
        }
    }

    /** Appends whole records only. The caller holds {@code writing}. */
    private void append(byte[] record) throws NotDecidedException {
        IOException before = halted;
        if (before != null) {
            throw new NotDecidedException(
                    "the transaction log " + file + " takes no decisions any more: " + before.getMessage(), before);
        }
        try {
            file.write(end, ByteBuffer.wrap(record));
            end += record.length;
        } catch (IOException e) {
            boolean undone = false;
            try {
                file.truncate(end);
                undone = true;
            } catch (IOException again) {
                e.addSuppressed(again);
            }
            if (!undone || file.condition() != LogFile.Condition.SOUND) {
                halt(e);
            }
            throw new NotDecidedException("the transaction log " + file + " cannot be written: " + e.getMessage(), e);
        }
    }

    private void sync(Batch mine) throws IOException {
        syncing.lock();
        try {
            if (!mine.done) {
                writeThrough(mine);
            }
            if (mine.failure != null) {
                throw mine.failure;
            }
        } finally {
            syncing.unlock();
        }
    }

    /** Ends a batch, and begins the next. The caller holds {@code syncing}. */
    private void writeThrough(Batch mine) throws IOException {
        IOException before = halted;
        if (before != null) {
            throw before;
        }
        long written;
        writing.lock();
        try {
            written = end;
            batch = new Batch();
        } finally {
            writing.unlock();
        }
        try {
            file.force();
            synced = written;
            mine.end(null);
        } catch (IOException e) {
            mine.end(takenBack(e));
        }
    }

    /**
     * Cuts off what was written since the last write-through, as it may be kept or not, and halts the log unless that is certain to be
     * undone. Ends the batch that has begun since, too. The caller holds {@code syncing}.
     */
    private IOException takenBack(IOException failure) {
        writing.lock();
        try {
            IOException result;
            boolean undone = false;
            try {
                file.truncate(synced);
                end = synced;
                undone = true;
                result = new NotDecidedException(
                        "the transaction log " + file + " could not be written through: " + failure.getMessage(),
                        failure);
            } catch (IOException again) {
                failure.addSuppressed(again);
                result = failure;
            }
            batch.end(result);
            batch = new Batch();
            if (!undone || file.condition() != LogFile.Condition.SOUND) {
                halt(result);
            }
            return result;
        } finally {
            writing.unlock();
        }
    }

    private void halt(IOException failure) {
        halted = failure;
        String reason = String.valueOf(failure.getMessage());
        if (file.condition() == LogFile.Condition.FAILED) {
            TransactionLog.LOG.halted(file.toString(), reason);
        } else {
            TransactionLog.LOG.openedAgain(file.toString(), reason);
        }
    }

    /** Returns true if it takes nothing any more, but may once it is opened again. */
    boolean isStale() {
        return halted != null && file.condition() != LogFile.Condition.FAILED;
    }

    boolean isClosed() {
        return closed;
    }

    /** Returns the name of the server whose log it is. */
    String server() {
        return server;
    }

    /** Returns true if what was read here before is still all that there is: nobody else may have opened the log. */
    boolean isHeld() {
        return !closed && tenure.isHeld();
    }

    /**
     * State of the log at one moment: a transaction that was decided meanwhile is in one of the two.
     *
     * @param open decisions that are not over
     * @param awaiting what is prepared, and decided by another system
     */
    record Kept(List<Decision> open, List<Awaiting> awaiting) {}

    /** Returns decisions and what waits for one, as they are at one moment. */
    Kept kept() {
        writing.lock();
        try {
            return new Kept(List.copyOf(open.values()), List.copyOf(awaiting.values()));
        } finally {
            writing.unlock();
        }
    }

    @Override
    public void over(TransactionId id) {
        if (!tenure.isHeld()) {
            return; // the next owner finds that every resource has followed
        }
        boolean large;
        writing.lock();
        try {
            if (open.remove(id) == null & awaiting.remove(id) == null) {
                return;
            }
            append(LogRecords.over(id));
            large = end > COMPACTED_FROM && open.isEmpty() && awaiting.isEmpty();
        } catch (NotDecidedException e) {
            TransactionLog.LOG.debugf(e, "the end of %s is not written; recovery finds it once more", id);
            return;
        } finally {
            writing.unlock();
        }
        if (large) {
            compact();
        }
    }

    private void compact() {
        try {
            rewrite();
        } catch (IOException e) {
            if (file.condition() == LogFile.Condition.SOUND) {
                TransactionLog.LOG.debugf(e, "%s stays as long as it is", file);
            } else {
                halt(e);
            }
        }
    }

    /** Writes the log anew with what is open. */
    private void rewrite() throws IOException {
        syncing.lock();
        writing.lock();
        try {
            List<byte[]> parts =
                    new ArrayList<>(List.of(LogRecords.header(log), LogRecords.epoch(epoch, tenure.lease(), server)));
            last.forEach(each -> parts.add(LogRecords.last(each)));
            // A decision that is just being written takes the place of what awaits it.
            awaiting.values().forEach(each -> parts.add(LogRecords.awaiting(each)));
            open.values().forEach(each -> parts.add(LogRecords.commit(each)));
            byte[] content = concat(parts);
            file.replace(content);
            end = content.length;
            synced = end;
            batch.end(null);
            batch = new Batch();
        } finally {
            writing.unlock();
            syncing.unlock();
        }
    }

    @Override
    public void close() throws IOException {
        syncing.lock();
        writing.lock();
        try {
            closed = true;
            halted = halted != null ? halted : new IOException("it is closed");
            file.close();
        } finally {
            writing.unlock();
            syncing.unlock();
        }
    }

    @Override
    public String toString() {
        return file.toString();
    }
}
