package io.keelson.cache.infinispan;

import java.util.Map;
import javax.security.auth.callback.CallbackHandler;
import javax.security.sasl.SaslException;
import javax.security.sasl.SaslServer;
import javax.security.sasl.SaslServerFactory;

/** Tells Infinispan, which checks it, that there is a server's side of the mechanism; {@link RealmAuthenticator} makes it. Immutable. */
public final class ScramFactory implements SaslServerFactory {
    /** For {@link java.util.ServiceLoader}. */
    public ScramFactory() {}

    @Override
    public SaslServer createSaslServer(
            String mechanism, String protocol, String serverName, Map<String, ?> properties, CallbackHandler handler)
            throws SaslException {
        throw new SaslException("logins by " + mechanism + " are checked against the realm of the server only");
    }

    @Override
    public String[] getMechanismNames(Map<String, ?> properties) {
        return new String[] {ScramServer.MECHANISM};
    }
}
