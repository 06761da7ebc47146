package io.keelson.ee.microprofile.shop;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;
import org.eclipse.microprofile.auth.LoginConfig;

/** Resources for who brings a token. */
@ApplicationPath("/api")
@LoginConfig(authMethod = "MP-JWT", realmName = "shop")
public class SecureApi extends Application {}
