package io.keelson.session.replica;

import io.keelson.session.replica.TokenList.Prefix;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;

/** What the servers acknowledged of one simulated session, what its clients were told, and what the servers' own figures say of losses. */
final class SessionHistory {
    private final String session;
    private final List<Read> reads = new ArrayList<>();
    private final BitSet kept = new BitSet();
    /** How much the servers said that a fault may lose, when it came. */
    private long allowed;
    /** How much they said that they discarded. */
    private long discarded;

    private long discardedBefore;
    private int keptBefore;

    /** Requests that end the session, and may have done so: they have not heard that they have not. */
    private final BitSet ends = new BitSet();
    /** When somebody was told that it is not there, first; 0: nobody. */
    private long over;

    private int absences;

    SessionHistory(String session) {
        this.session = session;
    }

    private record Read(long invoked, long completed, Prefix list) {}

    /** A server says that it is kept, whether a client hears of it or not. */
    void acknowledged(int token) {
        kept.set(token);
    }

    /** A client was told. */
    void answered(long invoked, long completed, Prefix list) {
        reads.add(new Read(invoked, completed, list));
    }

    /** A request ends it. */
    void ends(int token) {
        ends.set(token);
    }

    void notEnded(int token) {
        ends.clear(token);
    }

    /** A client was told that it has ended. */
    void ended(long completed) {
        gone(completed);
    }

    /** A client was told that it is not there. */
    void absent(long completed, Runnable problem) {
        if (ends.isEmpty()) {
            problem.run();
        }
        gone(completed);
    }

    private void gone(long completed) {
        absences++;
        over = over == 0 ? completed : over;
    }

    /** Returns true if it may have ended: then nobody may know that any more who is there, and it may be somewhere else. */
    boolean mayHaveEnded() {
        return !ends.isEmpty();
    }

    /** Returns how often a client was told what it has, or that it is not there. */
    int heard() {
        return reads.size() + absences;
    }

    void mayLose(long updates) {
        allowed += updates;
    }

    void discarded(long updates) {
        discarded += updates;
    }

    void asked() {
        discardedBefore = discarded;
        keptBefore = kept.cardinality();
    }

    /** Returns true if anything else has happened since it was asked. */
    boolean disturbed() {
        return discarded > discardedBefore || kept.cardinality() != keptBefore + 1;
    }

    int answers() {
        return reads.size();
    }

    /** Compares all of it with what the session has at the end, which the last one has read. */
    void check(boolean splits, Consumer<String> problems) {
        if (mayHaveEnded()) {
            reads.stream()
                    .filter(read -> over > 0 && read.invoked() > over)
                    .forEach(read -> problems.accept(session + ": " + read.list() + " was read after its end"));
            return;
        }
        Prefix last = reads.get(reads.size() - 1).list();
        BitSet lost = (BitSet) kept.clone();
        BitSet there = new BitSet();
        for (int i = 0; i < last.size(); i++) {
            int token = last.tokens()[i];
            if (there.get(token)) {
                problems.accept(session + " has " + token + " twice: " + last);
            }
            there.set(token);
            lost.clear(token);
        }
        if (splits && lost.cardinality() != discarded) {
            problems.accept(session + " lost " + lost + ", which was acknowledged, and the servers count " + discarded
                    + ": " + last);
        } else if (lost.cardinality() > discarded + allowed) {
            problems.accept(session + " lost " + lost + ", which was acknowledged; said was " + allowed + " by lag and "
                    + discarded + " discarded: " + last);
        }
        if (discarded + allowed == 0) {
            checkReads(last, problems);
        }
    }

    /** Each read is a prefix of those that were asked for after it. */
    private void checkReads(Prefix last, Consumer<String> problems) {
        for (Read read : reads) {
            // Each is a prefix of the last one, so that of two the shorter is a prefix of the longer.
            if (!last.startsWith(read.list())) {
                problems.accept(session + ": " + read.list() + " was read, and at the end " + last);
            }
        }
        List<Read> asked =
                reads.stream().sorted(Comparator.comparingLong(Read::invoked)).toList();
        int told = 0;
        int longest = 0;
        for (Read read : asked) { // `reads` is in the order of the answers
            while (told < reads.size() && reads.get(told).completed() < read.invoked()) {
                longest = Math.max(longest, reads.get(told++).list().size());
            }
            if (read.list().size() < longest) {
                problems.accept(session + ": " + read.list() + " was read after " + longest + " tokens");
            }
        }
    }
}
