package io.keelson.servlet.request;

/**
 * A request that cannot be read as the application asked: malformed, or larger than a limit. Where the application does
 * not catch it the response has {@link #status}.
 *
 * <p>Specification: Servlet 6.1, 3.1.1 When Parameters Are Available.
 */
public final class RequestFault extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    private final int status;

    public RequestFault(int status, String message) {
        this(status, message, null);
    }

    public RequestFault(int status, String message, @org.jspecify.annotations.Nullable Throwable cause) {
        super(message, cause);
        this.status = status;
    }

    /** 400 for what is malformed, 413 for what is too large. */
    public int status() {
        return status;
    }
}
