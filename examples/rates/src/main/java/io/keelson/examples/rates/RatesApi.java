package io.keelson.examples.rates;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;
import org.eclipse.microprofile.auth.LoginConfig;

/** The resources. A caller who changes something brings a token. */
@ApplicationPath("/api")
@LoginConfig(authMethod = "MP-JWT")
public class RatesApi extends Application {}
