package io.keelson.remoting.internal.auth;

/** The names of the mechanisms, as they are offered. */
final class Mechanism {
    static final String SCRAM = "SCRAM-SHA-256";
    static final String SCRAM_PLUS = "SCRAM-SHA-256-PLUS";
    static final String ANONYMOUS = "ANONYMOUS";

    private Mechanism() {}
}
