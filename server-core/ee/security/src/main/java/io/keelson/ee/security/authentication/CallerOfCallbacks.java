package io.keelson.ee.security.authentication;

import io.keelson.kernel.context.Caller;
import io.keelson.security.Realm;
import jakarta.security.auth.message.callback.CallerPrincipalCallback;
import jakarta.security.auth.message.callback.GroupPrincipalCallback;
import jakarta.security.auth.message.callback.PasswordValidationCallback;
import java.io.IOException;
import java.security.Principal;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import javax.security.auth.Subject;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.CallbackHandler;
import javax.security.auth.callback.UnsupportedCallbackException;
import org.jspecify.annotations.Nullable;

/**
 * Collects what a module says of the caller. The subject that the module works with gets the principals. Thread-safe: state is in the
 * subject.
 *
 * <p>Specification: Authentication 3.1, 3.5 CallbackHandler Requirements.
 */
final class CallerOfCallbacks implements CallbackHandler {
    private final Realm realm;

    CallerOfCallbacks(Realm realm) {
        this.realm = realm;
    }

    /** A caller by name. */
    private record Named(String name) implements Principal {
        @Override
        public String getName() {
            return name;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /** The answer of a module, kept as a private credential of the subject. */
    private record Said(@Nullable Principal principal) {}

    /** The groups of a module, kept as a private credential of the subject. */
    private record Groups(Set<String> names) {}

    @Override
    public void handle(Callback[] callbacks) throws IOException, UnsupportedCallbackException {
        for (Callback each : callbacks) {
            if (each instanceof CallerPrincipalCallback caller) {
                caller(caller);
            } else if (each instanceof GroupPrincipalCallback groups) {
                groups(groups);
            } else if (each instanceof PasswordValidationCallback password) {
                password(password);
            } else if (!StoreCallbacks.answered(each)) {
                throw new UnsupportedCallbackException(
                        each, each.getClass().getName() + " is not handled by this server");
            }
        }
    }

    private static void caller(CallerPrincipalCallback callback) {
        Principal given = callback.getPrincipal();
        String name = callback.getName();
        Principal principal = given != null ? given : name == null ? null : new Named(name);
        Subject subject = callback.getSubject();
        replace(subject, Said.class, new Said(principal));
        if (principal != null) {
            subject.getPrincipals().add(principal);
        }
    }

    private static void groups(GroupPrincipalCallback callback) {
        Set<String> all = new LinkedHashSet<>();
        callback.getSubject().getPrivateCredentials(Groups.class).forEach(groups -> all.addAll(groups.names()));
        String[] more = callback.getGroups();
        if (more != null) {
            all.addAll(Arrays.asList(more));
        }
        replace(callback.getSubject(), Groups.class, new Groups(all));
    }

    private void password(PasswordValidationCallback callback) {
        char[] password = callback.getPassword();
        Optional<Caller> found = callback.getUsername() == null || password == null
                ? Optional.empty()
                : realm.authenticate(callback.getUsername(), password);
        callback.setResult(found.isPresent());
        found.ifPresent(caller -> {
            replace(callback.getSubject(), Said.class, new Said(caller.principal()));
            replace(callback.getSubject(), Groups.class, new Groups(caller.groups()));
        });
    }

    private static <T> void replace(Subject subject, Class<T> type, T value) {
        subject.getPrivateCredentials().removeAll(subject.getPrivateCredentials(type));
        subject.getPrivateCredentials().add(value);
    }

    /** Returns the caller that was said of a subject; null where none was, or nobody. */
    static @Nullable Caller of(Subject subject) {
        for (Said said : subject.getPrivateCredentials(Said.class)) {
            Principal principal = said.principal();
            if (principal != null) {
                Set<String> names = new LinkedHashSet<>();
                subject.getPrivateCredentials(Groups.class).forEach(groups -> names.addAll(groups.names()));
                return new Caller(principal, names);
            }
        }
        return null;
    }
}
