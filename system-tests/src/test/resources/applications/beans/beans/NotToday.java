package beans;

/** An application exception. */
public class NotToday extends Exception {
    private static final long serialVersionUID = 1;

    public NotToday(String message) {
        super(message);
    }
}
