package io.keelson.examples.bookshop;

/** A transfer was made to fail halfway. */
public class TransferFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Says so. */
    public TransferFailedException() {
        super("the transfer was to fail, and was rolled back");
    }
}
