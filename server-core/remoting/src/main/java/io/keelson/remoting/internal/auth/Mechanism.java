package io.keelson.remoting.internal.auth;

/** The names of the mechanisms, as they are offered. */
final class Mechanism {
    static final String SCRAM = "SCRAM-SHA-256";
    static final String SCRAM_PLUS = "SCRAM-SHA-256-PLUS";
    /** RFC 4616: the password itself, within TLS only. */
    static final String PLAIN = "PLAIN";

    static final String ANONYMOUS = "ANONYMOUS";

    /** The beginning of the name by which servers of a domain log in; the rest tells domains apart. */
    static final String DOMAIN = "KEELSON-DOMAIN-";

    private Mechanism() {}
}
