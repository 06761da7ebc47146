package io.keelson.ee.security.vault;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.security.enterprise.credential.UsernamePasswordCredential;
import jakarta.security.enterprise.identitystore.CredentialValidationResult;
import jakarta.security.enterprise.identitystore.IdentityStore;
import java.util.Set;

/** Knows ann, who is a keeper, and bob, who is not. */
@ApplicationScoped
public class OwnStore implements IdentityStore {
    /** Found by name by the interface's default method. */
    public CredentialValidationResult validate(UsernamePasswordCredential login) {
        if (login.compareTo("ann", "pw")) {
            return new CredentialValidationResult("ann", Set.of("keeper"));
        }
        return login.compareTo("bob", "pw")
                ? new CredentialValidationResult("bob", Set.of("guest"))
                : CredentialValidationResult.INVALID_RESULT;
    }
}
