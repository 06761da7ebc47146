package io.keelson.admin.change;

import java.time.Instant;

/**
 * A configuration of the domain that was in force. Immutable.
 *
 * @param number its number, from 1
 * @param id what tells it from attempts at the same number that were aborted
 * @param author who activated it
 * @param when when
 * @param comment why; may be empty
 * @param text the text of {@code domain.yaml}
 */
public record Revision(int number, String id, String author, Instant when, String comment, String text) {
    /** Returns what of it travels to the servers. */
    Proposal proposal() {
        return new Proposal(number, id, text);
    }
}
