package io.keelson.ejb.ql;

/** A query that is no EJB QL, or does not fit the abstract schemas. The message has the column. */
public final class QlException extends Exception {
    private static final long serialVersionUID = 1L;

    QlException(int column, String message) {
        super("column " + column + ": " + message);
    }
}
