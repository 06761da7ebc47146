package io.keelson.ee.security.vault;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.security.enterprise.identitystore.InMemoryIdentityStoreDefinition;
import jakarta.security.enterprise.identitystore.InMemoryIdentityStoreDefinition.Credentials;

/** Defines a store of a kind that there is already; it knows bob. */
@InMemoryIdentityStoreDefinition(
        value = @Credentials(callerName = "bob", password = "pw", groups = "guest"),
        priority = 30)
@ApplicationScoped
public class OneMoreStore {}
