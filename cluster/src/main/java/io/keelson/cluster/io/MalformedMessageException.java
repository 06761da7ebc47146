package io.keelson.cluster.io;

/** Bytes are not what they should be: of another version, damaged, or somebody's attempt. */
public final class MalformedMessageException extends Exception {
    private static final long serialVersionUID = 1;

    public MalformedMessageException(String message) {
        super(message);
    }
}
