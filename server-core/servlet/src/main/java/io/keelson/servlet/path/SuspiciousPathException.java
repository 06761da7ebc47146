package io.keelson.servlet.path;

/**
 * A path that a request may not have (Servlet 6.1, 3.5.2, step 10). The message says why, without quoting the path.
 *
 * <p>Specification: Servlet 6.1, 3.5.2 URI Path Canonicalization.
 */
public final class SuspiciousPathException extends Exception {
    private static final long serialVersionUID = 1L;

    SuspiciousPathException(String message) {
        super(message, null, false, false);
    }
}
