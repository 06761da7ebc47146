package io.keelson.jms.store;

import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;

/**
 * The record that says which servers have the whole log of one JMS server, as one owner of the log sees it. Thread-safe; no method blocks.
 *
 * <p>Rules for implementations:
 *
 * <ol>
 *   <li>A replacement MUST be done only if the record has that version still and the owner's lease has its epoch still.
 *   <li>A replacement whose stage has failed MAY be done, also later, as long as the record has that version.
 *   <li>An answer to {@link #read} MUST hold every replacement that was answered before.
 * </ol>
 */
public interface HolderRecord {
    /**
     * The servers that have every acknowledged write.
     *
     * @param version grows with each replacement
     */
    record Holders(long version, Set<String> servers) {
        public Holders {
            servers = Set.copyOf(new TreeSet<>(servers));
        }
    }

    /** The outcome of a replacement. */
    sealed interface Outcome {
        /** Is done. */
        record Done(Holders now) implements Outcome {}

        /** The record has another version. */
        record Changed() implements Outcome {}

        /** The log has another owner by now. */
        record Fenced() implements Outcome {}
    }

    /** Replaces the holders. The stage fails where it is not known if that was done. */
    CompletionStage<Outcome> replace(Holders before, Set<String> servers);

    /** Reads the record. */
    CompletionStage<Holders> read();
}
