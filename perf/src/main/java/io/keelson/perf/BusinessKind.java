package io.keelson.perf;

/**
 * The business transactions of {@link UsersStudy}: those of a shop. Each composes a page of so many rows, which is its work, and changes
 * so many of the session's folders.
 */
enum BusinessKind {
    LOGIN(0, 300, BusinessKind.ALL, 400),
    HOME(10, 400, 0, 200),
    SEARCH(14, 900, 1, 300),
    SHOW_RESULTS(12, 700, 0, 300),
    SHOW_ITEM(14, 400, 0, 200),
    ADD_TO_CART(9, 300, 1, 200),
    CHANGE_CART(5, 300, 1, 200),
    SHOW_CART(8, 400, 0, 200),
    ENTER_ADDRESS(4, 200, 1, 200),
    CHOOSE_DELIVERY(4, 200, 1, 200),
    ENTER_PAYMENT(4, 200, 1, 200),
    PLACE_ORDER(4, 1200, 2, 400),
    ORDER_STATUS(6, 500, 0, 300),
    PROFILE(4, 300, 1, 200),
    LOGOUT(2, 100, BusinessKind.ENDS, 200);

    /** Makes the session with all its folders. */
    static final int ALL = -1;

    /** Ends the session. */
    static final int ENDS = -2;

    private final int weight;
    private final int rows;
    private final int changes;
    private final int targetMillis;

    BusinessKind(int weight, int rows, int changes, int targetMillis) {
        this.weight = weight;
        this.rows = rows;
        this.changes = changes;
        this.targetMillis = targetMillis;
    }

    /** Returns how often it comes, by the sum of all weights. LOGIN comes where there is no session, and only then. */
    int weight() {
        return weight;
    }

    /** Returns how many rows its page has. */
    int rows() {
        return rows;
    }

    /** Returns how many folders it changes, or {@link #ALL}, or {@link #ENDS}. */
    int changes() {
        return changes;
    }

    /** Within how many milliseconds it is to be answered. */
    int targetMillis() {
        return targetMillis;
    }
}
