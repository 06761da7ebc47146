package io.keelson.ee.security.bean;

import jakarta.security.enterprise.credential.Credential;
import jakarta.security.enterprise.credential.UsernamePasswordCredential;
import jakarta.security.enterprise.identitystore.CredentialValidationResult;
import jakarta.security.enterprise.identitystore.IdentityStore;
import jakarta.security.enterprise.identitystore.LdapIdentityStoreDefinition;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Locale;
import java.util.Set;
import javax.naming.ldap.Rdn;
import org.glassfish.soteria.identitystores.LdapIdentityStore;

/**
 * Asks a directory for the names that users type, whatever characters they have. Soteria 4.0.2 puts names as they are into filters and
 * names of entries, so that {@code *} is everybody, and sends an empty password, for which a directory may answer that nobody has logged
 * in, which is a success. Thread-safe.
 *
 * <p>Specification: RFC 4515, 3 String Search Filter Definition; RFC 4513, 5.1.2 Unauthenticated Authentication Mechanism.
 */
final class EscapedNames extends LdapIdentityStore {
    private static final Field DEFINITION = definition();

    private final LdapIdentityStore validator;
    private final LdapIdentityStore groups;
    private final boolean namesEntries;
    private final boolean searchesGroups;

    EscapedNames(LdapIdentityStore store) {
        try {
            LdapIdentityStoreDefinition definition = (LdapIdentityStoreDefinition) DEFINITION.get(store);
            namesEntries = !definition.callerBaseDn().isEmpty()
                    && definition.callerSearchBase().isEmpty();
            searchesGroups = !definition.groupSearchBase().isEmpty()
                    || definition.groupMemberOfAttribute().isEmpty();
            validator = new LdapIdentityStore(withoutGroups(definition));
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("the definition of a directory cannot be read: " + e, e);
        }
        groups = store;
    }

    private static Field definition() {
        try {
            Field field = LdapIdentityStore.class.getDeclaredField("ldapIdentityStoreDefinition");
            field.setAccessible(true);
            return field;
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException("Soteria has another store for directories: " + e, e);
        }
    }

    /** The groups of a caller are asked for here, as the name of the caller's entry has to be escaped as well. */
    private static LdapIdentityStoreDefinition withoutGroups(LdapIdentityStoreDefinition definition) {
        InvocationHandler handler = (proxy, method, arguments) -> {
            if (method.getName().equals("useFor")) {
                return new IdentityStore.ValidationType[] {IdentityStore.ValidationType.VALIDATE};
            }
            try {
                return method.invoke(definition, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        };
        return (LdapIdentityStoreDefinition) Proxy.newProxyInstance(
                LdapIdentityStoreDefinition.class.getClassLoader(),
                new Class<?>[] {LdapIdentityStoreDefinition.class},
                handler);
    }

    @Override
    public CredentialValidationResult validate(Credential credential) {
        return credential instanceof UsernamePasswordCredential login
                ? validate(login)
                : CredentialValidationResult.NOT_VALIDATED_RESULT;
    }

    @Override
    public CredentialValidationResult validate(UsernamePasswordCredential login) {
        if (login.getPassword().getValue().length == 0) {
            return CredentialValidationResult.INVALID_RESULT;
        }
        CredentialValidationResult found =
                validator.validate(new UsernamePasswordCredential(escaped(login.getCaller()), login.getPassword()));
        if (found.getStatus() != CredentialValidationResult.Status.VALID) {
            return found;
        }
        CredentialValidationResult caller =
                new CredentialValidationResult(null, login.getCaller(), found.getCallerDn(), null, null);
        return groups.validationTypes().contains(ValidationType.PROVIDE_GROUPS)
                ? new CredentialValidationResult(
                        null, login.getCaller(), found.getCallerDn(), null, getCallerGroups(caller))
                : caller;
    }

    @Override
    public Set<String> getCallerGroups(CredentialValidationResult caller) {
        String entry = caller.getCallerDn();
        boolean known = entry != null && !entry.isEmpty();
        return groups.getCallerGroups(new CredentialValidationResult(
                caller.getIdentityStoreId(),
                escaped(caller.getCallerPrincipal().getName()),
                known && searchesGroups ? filtered(entry) : entry,
                null,
                null));
    }

    private String escaped(String name) {
        return namesEntries ? Rdn.escapeValue(name) : filtered(name);
    }

    /** Returns a text as it stands in a filter. */
    static String filtered(String text) {
        StringBuilder filter = new StringBuilder();
        for (char c : text.toCharArray()) {
            if (c == '\\' || c == '*' || c == '(' || c == ')' || c == 0) {
                filter.append(String.format(Locale.ROOT, "\\%02x", (int) c));
            } else {
                filter.append(c);
            }
        }
        return filter.toString();
    }

    @Override
    public int priority() {
        return groups.priority();
    }

    @Override
    public Set<ValidationType> validationTypes() {
        return groups.validationTypes();
    }
}
