package io.keelson.admin.change;

import org.jspecify.annotations.Nullable;

/** Message between the admin server and a server about an activation. Each may be lost, doubled or late. */
public sealed interface Message {
    /** From the admin server: check the proposal and keep it, but run on as before. */
    record Prepare(Proposal proposal) implements Message {}

    /** From the admin server: this is decided; run it. Also to servers that never prepared it. */
    record Commit(Proposal decided, Telling telling) implements Message {}

    /**
     * Mark of a message of the admin server, which its answer repeats: one that comes late is not taken for a newer one.
     *
     * @param run tells one run of the admin server from the others
     * @param number counts within that run
     * @param asked the run of the server that asked for it; null where none did
     */
    record Telling(String run, long number, @Nullable String asked) {}

    /** From the admin server: that attempt will never be decided; forget it. */
    record Abort(String id) implements Message {}

    /** To the admin server: the attempt was checked and is kept. */
    record Prepared(String id) implements Message {}

    /** To the admin server: this server cannot run the attempt. */
    record Refused(String id, String why) implements Message {}

    /**
     * To the admin server: what became of a decision here.
     *
     * @param id the attempt
     * @param telling of the message that is answered
     * @param result what became of it
     */
    record Done(String id, Telling telling, Result result) implements Message {}

    /**
     * To the admin server: what is decided? Asked at the start, and as long as an attempt is kept about which nothing was heard.
     *
     * @param installed the id of what this server has
     * @param prepared the id of the attempt that it keeps; null for none
     * @param run tells one run of this server from the others
     */
    record Ask(String installed, @Nullable String prepared, String run) implements Message {}
}
