package io.keelson.ee.security.authorization;

import io.keelson.kernel.context.Caller;
import java.security.Principal;
import java.util.HashSet;
import java.util.Set;
import javax.security.auth.Subject;
import org.jspecify.annotations.Nullable;

/**
 * Callers as policies see them: the caller's principal first, then one principal for each group. Stateless.
 *
 * <p>Specification: Authorization 3.0, 4.4.1.1 Container Subject Policy Context Handler.
 */
final class Subjects {
    private Subjects() {}

    /** A group of the caller. */
    record Group(String name) implements Principal {
        @Override
        public String getName() {
            return name;
        }
    }

    /** Returns a new subject of a caller; an empty one for nobody. */
    static Subject of(@Nullable Caller caller) {
        Subject subject = new Subject();
        if (caller != null) {
            subject.getPrincipals().add(caller.principal());
            caller.groups().forEach(group -> subject.getPrincipals().add(new Group(group)));
        }
        return subject;
    }

    /** Returns the caller that a subject stands for: the first principal that is no group. Null where there is none. */
    static @Nullable Caller caller(@Nullable Subject subject) {
        if (subject == null) {
            return null;
        }
        Principal found = null;
        Set<String> groups = new HashSet<>();
        for (Principal principal : subject.getPrincipals()) {
            if (principal instanceof Group group) {
                groups.add(group.name());
            } else if (found == null) {
                found = principal;
            }
        }
        return found == null ? null : new Caller(found, groups);
    }
}
