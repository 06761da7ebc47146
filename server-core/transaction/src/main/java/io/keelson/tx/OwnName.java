package io.keelson.tx;

import org.jspecify.annotations.Nullable;

/**
 * Name of this server as others know it in transactions: within its domain by itself, and to servers of other domains with the name of its
 * domain behind it, so that servers with like names never meet. Immutable.
 *
 * @param server name in the domain
 * @param domain name of the domain
 */
record OwnName(String server, String domain) {
    private static final char OF = '@';

    /** Returns the name of a server of another domain; of one of this domain where that is null. */
    static String of(String server, @Nullable String domain) {
        return domain == null ? server : server + OF + domain;
    }

    /** Returns the domain that a name says; null where it says none. */
    static @Nullable String domainOf(String name) {
        int at = name.indexOf(OF);
        return at < 0 ? null : name.substring(at + 1);
    }

    /** Returns this server's name for whoever has such a name. */
    String towards(String other) {
        return towards(other, server);
    }

    /** Returns the name of a server of this domain for whoever has such a name. */
    String towards(String other, String ofThisDomain) {
        return domainOf(other) == null ? ofThisDomain : of(ofThisDomain, domain);
    }

    /** Returns the name within this domain of a server that is named so; one of another domain keeps its whole name. */
    String within(String name) {
        return domain.equals(domainOf(name)) ? name.substring(0, name.indexOf(OF)) : name;
    }
}
