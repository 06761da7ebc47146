package io.keelson.kernel.spi.session;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * State of one session as one server knows it. The values of its attributes are not in it, but for the one that names it: they may be
 * secrets. Times are those of the server's wall clock, as ISO 8601. Immutable.
 *
 * @param where where the session is
 * @param content what it has
 * @param moves how it came to be where it is, as this server has seen it, the latest last; no more than the last ones
 */
public record SessionSight(Where where, Content content, List<Move> moves) {
    public SessionSight {
        moves = List.copyOf(moves);
    }

    /** Part that a server has in a session. */
    public enum Holding {
        /** Serves the session, and another server may have the copy. */
        PRIMARY,
        /** Has the copy. */
        SECONDARY,
        /** Has the session in memory; there are no copies on other servers. */
        MEMORY,
        /** Has the session in its store, not in memory. */
        STORED,
        /** There may be such a session: the store cannot be used now. */
        UNREACHABLE,
        /** Has had the session, and has not got it any more. */
        GONE,
        /** Knows that the session has ended. */
        ENDED
    }

    /**
     * Location of a session.
     *
     * @param holding what this server has of it
     * @param primary the server that serves it, as far as this one knows; empty where there are no primaries, or it is not known
     * @param secondary the server that has the copy; empty: none, or not known here
     * @param epoch counts the primaries that it has had; empty: it does not have epochs
     * @param version counts its changes; empty: it is not counted
     * @param atRisk whether a crash of this server now would lose something of it that has been acknowledged, as far as it knows
     */
    public record Where(
            Holding holding,
            Optional<String> primary,
            Optional<String> secondary,
            OptionalLong epoch,
            OptionalLong version,
            boolean atRisk) {
        /** Of a store without primaries. */
        public static Where of(Holding holding, OptionalLong version, boolean atRisk) {
            return new Where(holding, Optional.empty(), Optional.empty(), OptionalLong.empty(), version, atRisk);
        }
    }

    /**
     * Content of a session.
     *
     * @param name the value of the attribute that names it to people ({@code monitoring-attribute-name}); empty: its application names
     *     none, or it has no such value
     * @param created when it was made; empty: not known
     * @param lastAccessed when its last request came, as far as this server knows
     * @param expires when it is due to expire if no request comes; empty: never, or not known
     * @param inUse whether a request uses it on this server at this moment
     * @param loggedIn whether a user has logged in
     * @param bytes what it takes as bytes; empty: nobody has made bytes of it
     * @param attributes its attributes by name
     */
    public record Content(
            Optional<String> name,
            Optional<String> created,
            Optional<String> lastAccessed,
            Optional<String> expires,
            boolean inUse,
            boolean loggedIn,
            OptionalLong bytes,
            List<Attribute> attributes) {
        /** Of a session of which nothing is here. */
        public static final Content NONE = new Content(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                false,
                false,
                OptionalLong.empty(),
                List.of());

        public Content {
            attributes = List.copyOf(attributes);
        }
    }

    /**
     * An attribute.
     *
     * @param type the name of its class
     * @param bytes what it takes as bytes; empty: nobody has made bytes of it
     */
    public record Attribute(String name, String type, OptionalLong bytes) {}

    /**
     * A session, or its copy, went from one server to another.
     *
     * @param what {@code session} or {@code copy}
     * @param from where it was; empty: nowhere, or not known
     * @param to where it is since then; empty: nowhere, or not known
     * @param epoch that of the session from then on; empty: it does not have epochs
     */
    public record Move(
            String when, String what, Optional<String> from, Optional<String> to, OptionalLong epoch, String why) {}
}
