package iiop;

/** Of the application. */
public class SoldOut extends Exception {
    private final int left;

    public SoldOut(String message, int left) {
        super(message);
        this.left = left;
    }

    public int left() {
        return left;
    }
}
