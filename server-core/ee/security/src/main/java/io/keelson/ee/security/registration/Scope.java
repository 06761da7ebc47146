package io.keelson.ee.security.registration;

import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The requests for which a provider is registered.
 *
 * @param layer of messages; null: all
 * @param application the application context; null: all
 */
record Scope(@Nullable String layer, @Nullable String application) {
    /** Returns the identifier of a registration for this scope; no other scope has the same. */
    String id() {
        return (layer == null ? "*" : layer.length() + ":" + layer) + "/"
                + (application == null ? "*" : ":" + application);
    }

    /** Returns the scopes whose registrations count for this one, the nearest first. */
    Set<Scope> nearestFirst() {
        Set<Scope> scopes = new LinkedHashSet<>();
        scopes.add(this);
        scopes.add(new Scope(null, application));
        scopes.add(new Scope(layer, null));
        scopes.add(new Scope(null, null));
        return scopes;
    }

    /** Returns true if a pattern, whose nulls mean all, has this scope among its own. */
    boolean isIn(Scope pattern) {
        return (pattern.layer == null || pattern.layer.equals(layer))
                && (pattern.application == null || pattern.application.equals(application));
    }
}
