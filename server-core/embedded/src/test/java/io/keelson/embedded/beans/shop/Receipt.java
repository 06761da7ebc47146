package io.keelson.embedded.beans.shop;

/** A value that is not serializable, which only goes through calls where both sides have the same class. */
public final class Receipt {
    private final int amount;

    /** Makes it. */
    public Receipt(int amount) {
        this.amount = amount;
    }

    /** Returns the amount. */
    public int amount() {
        return amount;
    }
}
