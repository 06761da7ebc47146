package io.keelson.ee.security.vault;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.security.enterprise.identitystore.InMemoryIdentityStoreDefinition;
import jakarta.security.enterprise.identitystore.InMemoryIdentityStoreDefinition.Credentials;

/** Knows ann by a password with colons. */
@InMemoryIdentityStoreDefinition(@Credentials(callerName = "ann", password = "a:b:c", groups = "keeper"))
@ApplicationScoped
public class OddPasswords {}
