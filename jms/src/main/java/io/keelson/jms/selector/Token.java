package io.keelson.jms.selector;

import org.jspecify.annotations.Nullable;

/**
 * A token of a selector.
 *
 * @param kind of the token
 * @param text as it is written; of a keyword in upper case
 * @param value of a literal
 * @param column from 1
 */
record Token(Kind kind, String text, @Nullable Object value, int column) {
    enum Kind {
        NAME,
        KEYWORD,
        LITERAL,
        SYMBOL,
        END
    }

    boolean is(String expected) {
        return (kind == Kind.KEYWORD || kind == Kind.SYMBOL) && text.equals(expected);
    }

    /** Text in messages. */
    String shown() {
        return kind == Kind.END ? "the end" : "'" + text + "'";
    }
}
