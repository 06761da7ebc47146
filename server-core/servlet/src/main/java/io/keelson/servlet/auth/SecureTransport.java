package io.keelson.servlet.auth;

import java.util.OptionalInt;

/**
 * Properties of the server's channels that the security of an application has to know. Thread-safe.
 *
 * <p>Specification: Servlet 6.1, 13.8 Specifying Security Constraints.
 */
public interface SecureTransport {
    /** Returns where requests are sent that need TLS and came without; empty where there is no such place now. */
    OptionalInt confidentialPort();

    /** Returns whether some channel asks clients for certificates. */
    boolean asksForCertificates();
}
