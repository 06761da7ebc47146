package io.keelson.kernel.spi.session;

import java.util.List;

/**
 * The HTTP sessions of this server, for management. Looking at a session neither makes one nor keeps it alive. Thread-safe; {@link #look}
 * may wait for a store.
 */
public interface SessionReports {
    /**
     * The sessions of that id, by application: several may have one of the same id.
     *
     * @param id the session's; what stands behind a {@code !} is ignored
     */
    List<Sight> look(String id);

    /**
     * Returns what the sessions of an application cost on this server: for each of its web modules; empty where it has no such application.
     */
    List<SessionBudget> budgets(String application);

    /**
     * Returns true while this server does not know whether others have taken over sessions of its own, as after a pause of its process.
     * Does not block.
     */
    boolean doubtful();

    /** The applications whose clients keep the sessions: those can be looked at only while a request uses them. */
    List<String> kept();

    /**
     * State of a session of an application as this server knows it.
     *
     * @param application the deployment
     * @param storeType {@code memory}, {@code replicated}, ...
     */
    record Sight(
            String application,
            String storeType,
            SessionSight.Where where,
            SessionSight.Content content,
            List<SessionSight.Move> moves) {
        public Sight {
            moves = List.copyOf(moves);
        }

        /** Returns what an application's store says. */
        public static Sight of(String application, String storeType, SessionSight sight) {
            return new Sight(application, storeType, sight.where(), sight.content(), sight.moves());
        }
    }
}
