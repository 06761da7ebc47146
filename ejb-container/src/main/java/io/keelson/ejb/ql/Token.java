package io.keelson.ejb.ql;

/**
 * A token of a query.
 *
 * @param kind its kind
 * @param text as it stands; without quotes for a string
 * @param column where it begins, from 1
 */
record Token(Kind kind, String text, int column) {
    enum Kind {
        WORD,
        STRING,
        NUMBER,
        PARAMETER,
        SYMBOL,
        END
    }

    boolean is(String word) {
        return kind == Kind.WORD && text.equalsIgnoreCase(word) || kind == Kind.SYMBOL && text.equals(word);
    }

    @Override
    public String toString() {
        return kind == Kind.END ? "the end of the query" : "'" + text + "'";
    }
}
