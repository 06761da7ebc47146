package io.keelson.remoting.internal.call;

import java.io.StreamCorruptedException;

/** The operations on names by their number on the wire. */
enum NamingOperation {
    LOOKUP(1, false),
    BIND(2, true),
    REBIND(3, true),
    UNBIND(4, false),
    RENAME(5, true),
    LIST(6, false),
    CREATE_SUBCONTEXT(7, false),
    DESTROY_SUBCONTEXT(8, false);

    private final int number;
    private final boolean argument;

    NamingOperation(int number, boolean argument) {
        this.number = number;
        this.argument = argument;
    }

    int number() {
        return number;
    }

    /** Returns whether a value follows the name. */
    boolean hasArgument() {
        return argument;
    }

    static NamingOperation of(int number) throws StreamCorruptedException {
        for (NamingOperation operation : values()) {
            if (operation.number == number) {
                return operation;
            }
        }
        throw new StreamCorruptedException("there is no operation " + number + " on names");
    }
}
