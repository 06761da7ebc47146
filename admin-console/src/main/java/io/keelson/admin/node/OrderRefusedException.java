package io.keelson.admin.node;

/** An order that cannot be carried out as the server is now. The message is one sentence. */
final class OrderRefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    OrderRefusedException(String message) {
        super(message);
    }
}
