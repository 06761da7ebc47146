package io.keelson.servlet.registration;

import jakarta.servlet.ServletSecurityElement;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Security of an application's servlets as code and annotations declare it, beside the constraints of the descriptor. Immutable.
 *
 * <p>Specification: Servlet 6.1, 13.4.1 @ServletSecurity Annotation.
 *
 * @param constraints what holds for single servlets, by their names: what code has set while the application started, else their annotation
 * @param roles that code has declared while the application started
 * @param runAs the {@code run-as} roles in force, by servlet: of the descriptor and of code
 * @param patterns what each servlet is mapped to
 */
public record DeclaredSecurity(
        Map<String, ServletSecurityElement> constraints,
        Set<String> roles,
        Map<String, String> runAs,
        Map<String, List<String>> patterns) {
    /** Returns the patterns that a servlet is mapped to; none where there is no such servlet. */
    public List<String> patterns(String servlet) {
        return patterns.getOrDefault(servlet, List.of());
    }
}
