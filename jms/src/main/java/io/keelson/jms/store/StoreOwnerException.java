package io.keelson.jms.store;

import java.io.IOException;

/** The store belongs to another owner by now. */
final class StoreOwnerException extends IOException {
    private static final long serialVersionUID = 1L;

    StoreOwnerException(String message) {
        super(message);
    }
}
