package io.keelson.http.internal;

/** A request that is not served: the status that says so, and why. Without a stack, since clients cause it at will. */
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

    static Refusal bad(String why) {
        return new Refusal(400, why);
    }
}
