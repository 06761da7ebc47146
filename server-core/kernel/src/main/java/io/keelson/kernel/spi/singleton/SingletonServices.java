package io.keelson.kernel.spi.singleton;

import java.util.List;
import java.util.Optional;

/** The singleton services of the cluster, for management. See docs/design/singletons.md. Thread-safe; no method blocks. */
public interface SingletonServices {
    /** The services that this server knows, by name. */
    List<State> services();

    /**
     * Returns the history of a service, the latest last: its last 50 turns.
     *
     * @throws IllegalArgumentException when there is no such service
     */
    List<HistoryEntry> history(String name);

    /**
     * Asks for a service to move. It is deactivated where it is, and then activated on the other server; where that fails, it
     * goes on to the next.
     *
     * @param by who asks, for the history
     * @throws IllegalArgumentException when there is no such service, or that server cannot have it now; the message says
     *     which can
     */
    void migrate(String name, String server, String by);

    /**
     * A service as this server knows it; it may be old.
     *
     * @param name the name
     * @param state {@code ACTIVE}, {@code STARTING}, {@code WAITING} for a server that can have it, or for the next
     *     attempt, or {@code DEACTIVATED}: all attempts are used up
     * @param owner the server that has it; empty: none
     * @param epoch the highest epoch of its lease that is known; 0: none
     * @param since when the state was reached, by the owner's wall clock, as ISO 8601; empty: never
     * @param preferred the server that is to have it; empty: none
     * @param candidates the servers that may have it, in the order in which they are tried; where none are configured, those
     *     that could have it now
     * @param application the application that brings it; empty: it is the domain's
     */
    record State(
            String name,
            String state,
            Optional<String> owner,
            long epoch,
            Optional<String> since,
            Optional<String> preferred,
            List<String> candidates,
            Optional<String> application) {
        public State {
            candidates = List.copyOf(candidates);
        }
    }

    /**
     * One server's turn.
     *
     * @param when when it got as far as {@code result} says, as ISO 8601
     * @param from the server that had it before; empty: none
     * @param to the server
     * @param epoch the epoch of the lease
     * @param result {@code STARTING}, {@code ACTIVE}, {@code FAILED} or {@code ENDED}
     * @param why why it came, failed or ended
     */
    record HistoryEntry(String when, Optional<String> from, String to, long epoch, String result, String why) {}
}
