package io.keelson.ee.connectors.descriptor;

import org.jspecify.annotations.Nullable;

/** The transactions that an adapter's connections take part in (Connectors 2.1, 7.13). Constants are in ascending order. */
public enum Support {
    /** In none. */
    NONE,
    /** Those of the resource itself, one resource a transaction. */
    LOCAL,
    /** Those of several resources. */
    XA;

    /** Returns the level of a text as {@code XATransaction}; null for no such text. */
    public static @Nullable Support of(String text) {
        return switch (text) {
            case "NoTransaction" -> NONE;
            case "LocalTransaction" -> LOCAL;
            case "XATransaction" -> XA;
            default -> null;
        };
    }
}
