package io.keelson.jms.selector;

/** Says what is wrong with a selector, and in which column. */
public final class SelectorException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int column;

    SelectorException(String selector, int column, String problem) {
        super("column " + column + " of the selector \"" + selector + "\": " + problem);
        this.column = column;
    }

    /** Returns the column, from 1. */
    public int column() {
        return column;
    }
}
