package io.keelson.cluster.internal.seal;

import java.io.IOException;

/** A peer is no server of this cluster, or does not prove it. The message says why, in words about the peer. */
public final class StrangerException extends IOException {
    private static final long serialVersionUID = 1;

    private final String claims;

    StrangerException(String claims, String why) {
        super(why);
        this.claims = claims;
    }

    /** Returns the server that the peer says it is, unproved and of harmless characters; empty where it says nothing. */
    public String claims() {
        return claims;
    }
}
