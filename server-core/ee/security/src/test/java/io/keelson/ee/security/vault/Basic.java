package io.keelson.ee.security.vault;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.security.enterprise.authentication.mechanism.http.BasicAuthenticationMechanismDefinition;

/** Asks for users by BASIC. */
@BasicAuthenticationMechanismDefinition(realmName = "vault")
@ApplicationScoped
public class Basic {}
