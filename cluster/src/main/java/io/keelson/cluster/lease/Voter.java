package io.keelson.cluster.lease;

import java.util.Collection;
import java.util.List;

/**
 * Ids of the servers that vote. A voter's id is its server's name, a tilde, and which of the server's logs it is. A
 * server whose log was lost votes under another id, since nobody knows any more what the lost one had promised.
 */
public final class Voter {
    /** More voters make every decision slower and no more is survived than two at once. */
    public static final int MOST = 5;

    private static final char SEPARATOR = '~';

    private Voter() {}

    /** The id of a server's first log. */
    public static String first(String server) {
        return server + SEPARATOR + '0';
    }

    /** The id of a later log of a server. */
    public static String later(String server, long log) {
        return server + SEPARATOR + Long.toHexString(log);
    }

    /** The server of a voter. */
    public static String server(String voter) {
        int at = voter.lastIndexOf(SEPARATOR);
        return at < 0 ? voter : voter.substring(0, at);
    }

    /** The servers that vote first: the first of the domain's, at most five, and an odd number. */
    public static List<String> initial(Collection<String> servers) {
        int most = Math.min(MOST, servers.size());
        return servers.stream().limit(most % 2 == 0 ? most - 1 : most).toList();
    }
}
