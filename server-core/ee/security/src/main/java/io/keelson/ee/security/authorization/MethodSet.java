package io.keelson.ee.security.authorization;

import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A set of HTTP methods: those named, or all but those. Immutable.
 *
 * <p>Specification: Authorization 3.0, 3.1.3 Translating Servlet Deployment Descriptors ("Combining HTTP Methods").
 *
 * @param allBut true if the names are those that do not belong to it
 */
record MethodSet(boolean allBut, Set<String> names) {
    static final MethodSet NONE = new MethodSet(false, Set.of());

    /** Returns that of a collection of a constraint; both sets empty: all methods. */
    static MethodSet of(Set<String> methods, Set<String> omitted) {
        return methods.isEmpty() ? new MethodSet(true, omitted) : new MethodSet(false, methods);
    }

    boolean isEmpty() {
        return !allBut && names.isEmpty();
    }

    /** Returns the methods of either. */
    MethodSet and(MethodSet other) {
        Set<String> combined = new TreeSet<>(names);
        if (allBut && other.allBut) {
            combined.retainAll(other.names);
            return new MethodSet(true, combined);
        }
        if (!allBut && !other.allBut) {
            combined.addAll(other.names);
            return new MethodSet(false, combined);
        }
        Set<String> left = new TreeSet<>(allBut ? names : other.names);
        left.removeAll(allBut ? other.names : names);
        return new MethodSet(true, left);
    }

    /** Returns the other methods. */
    MethodSet others() {
        return new MethodSet(!allBut, names);
    }

    /** Returns it as actions of a permission; null for all methods. Not for no methods. */
    @Nullable
    String actions() {
        if (isEmpty()) {
            throw new IllegalStateException("no methods: there is no permission for them");
        }
        return names.isEmpty() ? null : (allBut ? "!" : "") + String.join(",", new TreeSet<>(names));
    }
}
