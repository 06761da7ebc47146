package io.keelson.ee.security.bean;

import io.keelson.kernel.context.Caller;
import io.keelson.kernel.loader.ApplicationClassLoader;
import io.keelson.security.Realm;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.spi.CDI;
import jakarta.security.enterprise.CallerPrincipal;
import jakarta.security.enterprise.credential.Credential;
import jakarta.security.enterprise.credential.UsernamePasswordCredential;
import jakarta.security.enterprise.identitystore.CredentialValidationResult;
import jakarta.security.enterprise.identitystore.IdentityStore;
import java.util.Optional;

/**
 * The realm of the domain, for applications that define no identity store of their own. Thread-safe.
 *
 * <p>Specification: Security 4.0, 3 Identity Store.
 */
public class RealmStore implements IdentityStore {
    /** Made by {@link RealmExtension}. */
    public RealmStore() {}

    @Override
    public CredentialValidationResult validate(Credential credential) {
        Optional<Realm> realm =
                ApplicationClassLoader.attachment(Thread.currentThread().getContextClassLoader(), Realm.class);
        if (!(credential instanceof UsernamePasswordCredential login) || realm.isEmpty() || !isAlone()) {
            return CredentialValidationResult.NOT_VALIDATED_RESULT;
        }
        Optional<Caller> caller =
                realm.get().authenticate(login.getCaller(), login.getPassword().getValue());
        return caller.map(found -> new CredentialValidationResult(
                        new CallerPrincipal(found.principal().getName()), found.groups()))
                .orElse(CredentialValidationResult.INVALID_RESULT);
    }

    /** Users of the domain are nobody in an application that has users of its own. */
    private static boolean isAlone() {
        return CDI.current()
                        .select(IdentityStore.class, Any.Literal.INSTANCE)
                        .handlesStream()
                        .count()
                == 1;
    }
}
