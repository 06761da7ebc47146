package io.keelson.ee.security.bean;

import io.keelson.kernel.context.Caller;
import io.keelson.kernel.context.InvocationContext;
import io.keelson.kernel.loader.ApplicationClassLoader;
import io.keelson.servlet.spi.security.WebAccess;
import jakarta.ejb.EJBContext;
import java.security.Principal;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.glassfish.soteria.authorization.spi.CallerDetailsResolver;
import org.glassfish.soteria.authorization.spi.ResourceAccessResolver;
import org.jspecify.annotations.Nullable;

/**
 * Answers {@code SecurityContext} from the invocation context of the calling thread: in a bean as its {@code EJBContext} does, elsewhere
 * by the roles of the web module. Thread-safe; keeps nothing.
 *
 * <p>Specification: Security 4.0, 4 Security Context.
 */
public final class ServerCaller implements CallerDetailsResolver, ResourceAccessResolver {
    /** Made by a {@link java.util.ServiceLoader}. */
    public ServerCaller() {}

    private static @Nullable Caller caller() {
        InvocationContext context = InvocationContext.current();
        return context == null ? null : context.caller();
    }

    private static Optional<WebAccess> access() {
        return ApplicationClassLoader.attachment(Thread.currentThread().getContextClassLoader(), WebAccess.class);
    }

    @Override
    public @Nullable Principal getCallerPrincipal() {
        Caller caller = caller();
        return caller == null ? null : caller.principal();
    }

    @Override
    public <T extends Principal> Set<T> getPrincipalsByType(Class<T> type) {
        Set<T> found = new LinkedHashSet<>();
        Principal principal = getCallerPrincipal();
        if (type.isInstance(principal)) {
            found.add(type.cast(principal));
        }
        return found;
    }

    @Override
    public boolean isCallerInRole(String role) {
        try {
            if (new InitialContext().lookup("java:comp/EJBContext") instanceof EJBContext bean) {
                return bean.isCallerInRole(role);
            }
        } catch (NamingException | IllegalStateException notInBean) {
            // a web component, or a bean of CDI that one has called
        }
        return access().map(access -> access.holds(caller(), role)).orElse(false);
    }

    @Override
    public Set<String> getAllDeclaredCallerRoles() {
        Caller caller = caller();
        return caller == null ? Set.of() : caller.groups();
    }

    @Override
    public boolean hasAccessToWebResource(String resource, String... methods) {
        Set<String> asked = methods.length == 0
                ? Set.of("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE")
                : Set.of(methods);
        return access().map(access -> asked.stream().allMatch(method -> access.permits(caller(), resource, method)))
                .orElse(true);
    }
}
