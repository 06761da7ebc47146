package io.keelson.ee.security.authorization;

import io.keelson.servlet.spi.security.WebConstraints;
import java.util.HashSet;
import java.util.Set;

/**
 * The HTTP methods of which permissions are made. The classes of the API keep every method that they have heard of, for good and in a
 * list, so that clients must not choose them: those count that are registered, and those that the constraints name. Immutable.
 *
 * <p>Specification: RFC 9110, 16.1.1 Method Registry.
 */
final class RequestMethods {
    private static final Set<String> REGISTERED = Set.of(
            "ACL",
            "BASELINE-CONTROL",
            "BIND",
            "CHECKIN",
            "CHECKOUT",
            "CONNECT",
            "COPY",
            "DELETE",
            "GET",
            "HEAD",
            "LABEL",
            "LINK",
            "LOCK",
            "MERGE",
            "MKACTIVITY",
            "MKCALENDAR",
            "MKCOL",
            "MKREDIRECTREF",
            "MKWORKSPACE",
            "MOVE",
            "OPTIONS",
            "ORDERPATCH",
            "PATCH",
            "POST",
            "PROPFIND",
            "PROPPATCH",
            "PUT",
            "QUERY",
            "REBIND",
            "REPORT",
            "SEARCH",
            "TRACE",
            "UNBIND",
            "UNCHECKOUT",
            "UNLINK",
            "UNLOCK",
            "UPDATE",
            "UPDATEREDIRECTREF",
            "VERSION-CONTROL");

    static final RequestMethods STANDARD = new RequestMethods(Set.of());

    private final Set<String> named;

    private RequestMethods(Set<String> named) {
        this.named = named;
    }

    /** Returns those of a module. */
    static RequestMethods of(WebConstraints constraints) {
        Set<String> named = new HashSet<>();
        constraints.constraints().stream()
                .flatMap(constraint -> constraint.resources().stream())
                .forEach(collection -> {
                    named.addAll(collection.methods());
                    named.addAll(collection.omittedMethods());
                });
        return new RequestMethods(Set.copyOf(named));
    }

    /** Returns true if there are permissions for the method. Any other is refused. */
    boolean contains(String method) {
        return REGISTERED.contains(method) || named.contains(method);
    }
}
