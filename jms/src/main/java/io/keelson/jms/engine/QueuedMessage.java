package io.keelson.jms.engine;

import io.keelson.jms.message.MessageData;
import org.jspecify.annotations.Nullable;

/**
 * A message in one queue. Its body may be out of memory, see {@link #paged}. It belongs to its queue, which changes its state; others
 * read what never changes, and under the queue's lock the rest.
 */
public final class QueuedMessage {
    /** State of a message in its queue. */
    enum State {
        NEW,
        READY,
        DELAYED,
        IN_FLIGHT,
        GONE
    }

    private final long sequence;
    private MessageData message;
    private final long stored;
    private final @Nullable String unit;
    private final int size;
    private final int bodySize;

    /** True while the body is out of memory. */
    private boolean paged;

    /** True if the body has to stay in memory, as it may be nowhere else. */
    private boolean pinned;

    private State state = State.NEW;
    private int deliveries;
    private boolean redelivered;
    private long due;

    /** True while it waits for its redelivery: its unit of order waits with it. */
    private boolean retrying;

    /** The consumer that has it; 0: none. */
    private long holder;

    /** Record in which attempts of delivery are counted; 0: none. For the owner of the queue. */
    private long attemptsRecord;

    /**
     * A message.
     *
     * @param sequence its place among those of the server; no two messages of a queue have the same
     * @param stored the record of the store that keeps it; 0: it is not kept
     */
    public QueuedMessage(long sequence, MessageData message, long stored) {
        this(sequence, message, stored, message.bodySize(), false);
    }

    private QueuedMessage(long sequence, MessageData message, long stored, int bodySize, boolean paged) {
        this.sequence = sequence;
        this.message = message;
        this.stored = stored;
        this.unit = message.unit();
        this.size = message.size() + (paged ? bodySize : 0);
        this.bodySize = bodySize;
        this.paged = paged;
    }

    /**
     * Returns a message whose body is out of memory.
     *
     * @param message without its body
     * @param bodySize how many bytes the body has
     */
    public static QueuedMessage paged(long sequence, MessageData message, long stored, int bodySize) {
        return new QueuedMessage(sequence, message, stored, bodySize, true);
    }

    /** Says what is known of attempts from an earlier life of the server. Before it arrives. */
    public QueuedMessage attempted(int attempts, boolean marked) {
        this.deliveries = attempts;
        this.redelivered = marked || attempts > 0;
        return this;
    }

    /** Returns its place, which is its name in the queue. */
    public long sequence() {
        return sequence;
    }

    /** Returns the message; without its body while that is out of memory. */
    public MessageData message() {
        return message;
    }

    /** Returns the record of the store; 0: none. */
    public long stored() {
        return stored;
    }

    /** Returns the unit of order; null: none. */
    @Nullable
    String unit() {
        return unit;
    }

    /** Returns how much memory it takes with its body. */
    public int size() {
        return size;
    }

    /** Returns how many bytes its body has. */
    public int bodySize() {
        return bodySize;
    }

    /** Returns true if its body is out of memory. */
    public boolean paged() {
        return paged;
    }

    /** Keeps the body in memory from now on. */
    public void pin() {
        pinned = true;
    }

    boolean pageable(int smallest) {
        return !paged && !pinned && bodySize >= smallest;
    }

    /** Returns true if the message waits, and can leave memory and be read from the store again. */
    boolean isMovable() {
        return (state == State.READY || state == State.DELAYED) && stored == sequence && unit == null && !pinned;
    }

    /** Takes what a run has kept of the message. */
    void restored(int attempts, boolean marked, long record) {
        deliveries = attempts;
        redelivered = marked;
        attemptsRecord = record;
    }

    void pageOut() {
        message = message.withBody(null);
        paged = true;
    }

    void pageIn(byte[] body) {
        message = message.withBody(body);
        paged = false;
    }

    /** Returns how often it was delivered, this time included. */
    public int deliveries() {
        return deliveries;
    }

    /** Returns true if it may have been delivered before. */
    public boolean redelivered() {
        return redelivered;
    }

    /** Returns where attempts are recorded; 0: nowhere. */
    public long attemptsRecord() {
        return attemptsRecord;
    }

    /** Sets where attempts are recorded. */
    public void recordAttemptsAt(long record) {
        this.attemptsRecord = record;
    }

    /** Returns true if a consumer has it and has not acknowledged it. */
    public boolean inFlight() {
        return state == State.IN_FLIGHT;
    }

    State state() {
        return state;
    }

    long due() {
        return due;
    }

    long holder() {
        return holder;
    }

    boolean retrying() {
        return retrying;
    }

    void ready() {
        state = State.READY;
        holder = 0;
        retrying = false;
    }

    void delayed(long until, boolean retry) {
        state = State.DELAYED;
        due = until;
        holder = 0;
        retrying = retry;
    }

    void held(long by) {
        state = State.IN_FLIGHT;
        holder = by;
    }

    void deliveredTo(long consumer) {
        held(consumer);
        redelivered |= deliveries > 0;
        deliveries++;
    }

    /** Undoes a delivery that nobody has seen. */
    void unseen() {
        deliveries = Math.max(0, deliveries - 1);
    }

    void gone() {
        state = State.GONE;
        holder = 0;
    }

    /** Returns true if it has expired by now. */
    boolean expired(long now) {
        long expiration = message.expiration();
        return expiration != 0 && expiration <= now;
    }
}
