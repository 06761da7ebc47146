package io.keelson.ee.connectors.work;

import io.keelson.kernel.context.Caller;
import io.keelson.security.Realm;
import jakarta.resource.spi.work.SecurityContext;
import jakarta.security.auth.message.callback.CallerPrincipalCallback;
import jakarta.security.auth.message.callback.GroupPrincipalCallback;
import jakarta.security.auth.message.callback.PasswordValidationCallback;
import java.security.Principal;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import javax.security.auth.Subject;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.CallbackHandler;
import javax.security.auth.callback.UnsupportedCallbackException;
import org.jspecify.annotations.Nullable;

/**
 * Asks the security context of a piece of work whose it is. Where users are mapped, the work of one who is not is nobody's. Used by one
 * thread, once.
 *
 * <p>Specification: Connectors 2.1, 16.4 Security Inflow; Authentication 3.1, 3.5 CallbackHandler Requirements.
 */
final class CallerInflow implements CallbackHandler {
    private final Realm realm;
    private final CallerMappings mappings;
    private final Consumer<String> unmapped;
    private final Set<String> groups = new LinkedHashSet<>();
    private boolean said;
    private @Nullable String name;
    private @Nullable Caller proven;

    /** @param unmapped takes a user who is mapped to none of the server's */
    CallerInflow(Realm realm, CallerMappings mappings, Consumer<String> unmapped) {
        this.realm = realm;
        this.mappings = mappings;
        this.unmapped = unmapped;
    }

    /**
     * Returns the caller; null for nobody.
     *
     * @throws IllegalArgumentException where the user is mapped to one whom the realm does not know, or where the context names
     *     several; the message says which
     */
    @Nullable
    Caller of(SecurityContext context) {
        Subject execution = new Subject();
        context.setupSecurityContext(this, execution, new Subject());
        Caller known = proven;
        if (!said && known != null) {
            return with(known);
        }
        String user = said ? name : onlyPrincipal(execution);
        if (user == null) {
            return null;
        }
        String mapped = mappings.caller(user);
        if (mapped == null) {
            unmapped.accept(user);
            return null;
        }
        if (mapped.isEmpty()) {
            return null;
        }
        Optional<Caller> found = realm.find(mapped);
        if (found.isEmpty() && mappings.required()) {
            throw new IllegalArgumentException("the server's realm has no user '" + mapped + "'");
        }
        return with(found.orElseGet(() -> new Caller(new Asserted(mapped), Set.of())));
    }

    /** A user whom the adapter knows and the realm does not; in the groups that the adapter says. */
    private record Asserted(String name) implements Principal {
        @Override
        public String getName() {
            return name;
        }
    }

    private static @Nullable String onlyPrincipal(Subject subject) {
        Set<Principal> principals = subject.getPrincipals();
        if (principals.size() > 1) {
            throw new IllegalArgumentException(
                    "the subject has several principals, and none was said to be the caller");
        }
        return principals.isEmpty() ? null : principals.iterator().next().getName();
    }

    private Caller with(Caller caller) {
        if (groups.isEmpty()) {
            return caller;
        }
        Set<String> all = new LinkedHashSet<>(caller.groups());
        all.addAll(groups);
        return new Caller(caller.principal(), all);
    }

    @Override
    public void handle(Callback[] callbacks) throws UnsupportedCallbackException {
        for (Callback each : callbacks) {
            if (each instanceof CallerPrincipalCallback caller) {
                Principal principal = caller.getPrincipal();
                said = true;
                name = principal == null ? caller.getName() : principal.getName();
            } else if (each instanceof GroupPrincipalCallback more) {
                groups(more.getGroups());
            } else if (each instanceof PasswordValidationCallback password) {
                password(password);
            } else {
                throw new UnsupportedCallbackException(
                        each, each.getClass().getName() + " is not handled by this server");
            }
        }
    }

    private void groups(String @Nullable [] names) {
        for (String each : names == null ? new String[0] : names) {
            String mapped = each == null ? null : mappings.group(each);
            if (mapped != null) {
                groups.add(mapped);
            }
        }
    }

    private void password(PasswordValidationCallback callback) {
        char[] password = callback.getPassword();
        Optional<Caller> found = callback.getUsername() == null || password == null
                ? Optional.empty()
                : realm.authenticate(callback.getUsername(), password);
        callback.setResult(found.isPresent());
        found.ifPresent(caller -> proven = caller);
    }
}
