package io.keelson.perf;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Rows of the study of transactions. */
enum TransactionRow {
    /** Begin to commit of an empty transaction, beside a call that does nothing. */
    EMPTY("begin and commit by UserTransaction, empty"),
    /** A method with the annotation, beside the same without. */
    BEAN("@Transactional, no resource"),
    /** The same with a connection of a driver without XA. */
    LOCAL("@Transactional, one resource without XA"),
    /** The same with a connection of an XA driver. */
    XA("@Transactional, one XA resource"),
    /** A row of each of two databases is changed. */
    TWO("XA with two PostgreSQLs");

    private final String title;

    TransactionRow(String title) {
        this.title = title;
    }

    /** Name as an option. */
    String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Name for people. */
    String title() {
        return title;
    }

    /** The one with this {@link #id}. */
    static TransactionRow of(String id) {
        for (TransactionRow row : values()) {
            if (row.id().equals(id)) {
                return row;
            }
        }
        throw new IllegalArgumentException("no row is called " + id + "; there are "
                + Arrays.stream(values()).map(TransactionRow::id).collect(Collectors.joining(", ")));
    }
}
