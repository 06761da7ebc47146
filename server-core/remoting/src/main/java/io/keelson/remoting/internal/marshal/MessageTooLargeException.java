package io.keelson.remoting.internal.marshal;

import java.io.IOException;

/** Signals that what is to be sent does not fit into a message. */
public final class MessageTooLargeException extends IOException {
    private static final long serialVersionUID = 1;

    MessageTooLargeException(long most) {
        super("the message is larger than max-message-size (" + most
                + " bytes, the smaller one of both sides); raise max-message-size on both, or send less");
    }
}
