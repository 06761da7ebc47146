package io.keelson.admin.watch;

/** A condition that cannot be read. The message has the place. */
final class ConditionException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int column;

    /**
     * Creates one for a condition that has something else than what is expected at a character.
     *
     * @param column the character of the condition, from 1
     */
    ConditionException(int column, String expected) {
        super("at character " + column + ": expected " + expected, null, false, false);
        this.column = column;
    }

    /** The character of the condition, from 1. */
    int column() {
        return column;
    }
}
