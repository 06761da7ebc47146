package io.keelson.http.internal;

/**
 * A request that is not served: the status that says so, and why; or what is no request, and is not answered. Without a stack, since
 * clients cause it at will.
 *
 * <p>Specification: RFC 9112, 2.2 Message Parsing; RFC 9110, 15.5 Client Error 4xx.
 */
final class Refusal extends Exception {
    private static final long serialVersionUID = 1;

    private final int status;
    private final String why;

    Refusal(int status, String why) {
        super(why, null, false, false);
        this.status = status;
        this.why = why;
    }

    /** One sentence for the client. */
    String why() {
        return why;
    }

    int status() {
        return status;
    }

    /** Returns whether the client is told. */
    boolean answered() {
        return status != 0;
    }

    /** Closes the connection without an answer: what came appears to be no HTTP at all. */
    static Refusal unanswered(String why) {
        return new Refusal(0, why);
    }

    static Refusal bad(String why) {
        return new Refusal(400, why);
    }
}
