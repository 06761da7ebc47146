package io.keelson.ee.rest.shop;

/** There is no such item. */
public class MissingException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Says which. */
    public MissingException(String name) {
        super(name);
    }
}
