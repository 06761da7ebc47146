package io.keelson.ee.connectors.outbound;

import io.keelson.kernel.context.Caller;
import io.keelson.kernel.context.InvocationContext;
import io.keelson.kernel.spi.resource.AdapterLogins;
import io.keelson.kernel.spi.resource.AdapterLogins.Login;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.ManagedConnectionFactory;
import jakarta.resource.spi.SecurityException;
import jakarta.resource.spi.security.PasswordCredential;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.security.auth.Subject;
import org.jspecify.annotations.Nullable;

/**
 * Signs the server on to the system behind one connection factory, as the domain's {@code adapter-logins} say. A user has one subject, so
 * that connections of the same user are shared. Thread-safe.
 *
 * <p>Specification: Connectors 2.1, 9.1.1 Container-Managed Sign-on and 9.1.9 Contract for Password Credentials.
 */
public final class SignOn {
    private final AdapterLogins logins;
    private final String factory;
    private final ManagedConnectionFactory managed;
    private final Map<Login, Subject> subjects = new ConcurrentHashMap<>();

    /**
     * Signs on by what the configuration maps.
     *
     * @param factory name as applications look it up
     */
    public SignOn(AdapterLogins logins, String factory, ManagedConnectionFactory managed) {
        this.logins = logins;
        this.factory = factory;
        this.managed = managed;
    }

    /** Returns the user for the calling thread's caller; null where the configuration maps nobody. */
    @Nullable
    Subject now() throws ResourceException {
        InvocationContext context = InvocationContext.current();
        return of(context == null ? null : context.caller());
    }

    /** Returns the user for work of the server's own, as recovery. */
    @Nullable
    Subject ofNobody() throws ResourceException {
        return of(null);
    }

    private @Nullable Subject of(@Nullable Caller caller) throws ResourceException {
        Login login;
        try {
            login = logins.of(factory, caller);
        } catch (IllegalStateException e) {
            throw new SecurityException(e.getMessage(), e);
        }
        if (login == null) {
            return null;
        }
        Subject known = subjects.get(login);
        if (known == null) {
            subjects.keySet().removeIf(each -> each.user().equals(login.user())); // its password was changed
            known = subject(login);
            subjects.put(login, known);
        }
        return known;
    }

    private Subject subject(Login login) {
        PasswordCredential credential =
                new PasswordCredential(login.user(), login.password().toCharArray());
        credential.setManagedConnectionFactory(managed);
        Subject subject = new Subject();
        subject.getPrincipals().add(new EisUser(login.user()));
        subject.getPrivateCredentials().add(credential);
        subject.setReadOnly();
        return subject;
    }

    /** A user of the system behind the adapter. */
    private record EisUser(String name) implements java.security.Principal {
        @Override
        public String getName() {
            return name;
        }
    }
}
