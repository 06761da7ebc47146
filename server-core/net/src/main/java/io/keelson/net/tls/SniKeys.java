package io.keelson.net.tls;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the certificate by the name that a client asks for (RFC 6066, 3): one for just that name, else one for
 * {@code *.} and what follows its first dot, else the default. Of several for a name the one counts whose kind of key the
 * client can check. Immutable.
 */
final class SniKeys extends X509ExtendedKeyManager {
    private final List<Identity> all;
    private final Map<String, List<Integer>> byName = new HashMap<>();
    private final List<Integer> standard = new ArrayList<>();

    /** @param all at least one, the default first */
    SniKeys(List<Identity> all) {
        this.all = List.copyOf(all);
        Identity first = all.get(0);
        for (int i = 0; i < all.size(); i++) {
            Identity one = all.get(i);
            for (String name : one.names()) {
                byName.computeIfAbsent(name, n -> new ArrayList<>()).add(i);
            }
            // One of RSA and one of EC for the same name are the default together.
            if (i == 0 || one.names().stream().anyMatch(first.names()::contains)) {
                standard.add(i);
            }
        }
    }

    /** The certificate for a name and a kind of key; null for none. */
    @Nullable
    Identity choose(@Nullable String name, String keyType) {
        String alias = alias(name, keyType);
        return alias == null ? null : all.get(Integer.parseInt(alias));
    }

    private @Nullable String alias(@Nullable String name, String keyType) {
        for (int candidate : candidates(name)) {
            if (all.get(candidate).isOfType(keyType)) {
                return Integer.toString(candidate);
            }
        }
        return null;
    }

    private List<Integer> candidates(@Nullable String name) {
        if (name == null) {
            return standard;
        }
        String asked = name.toLowerCase(Locale.ROOT);
        List<Integer> found = byName.get(asked);
        int dot = asked.indexOf('.');
        if (found == null && dot > 0) {
            found = byName.get("*" + asked.substring(dot));
        }
        return found == null ? standard : found;
    }

    @Override
    public @Nullable String chooseEngineServerAlias(
            String keyType, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
        return alias(engine == null ? null : asked(engine.getHandshakeSession()), keyType);
    }

    @Override
    public @Nullable String chooseServerAlias(String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return alias(socket instanceof SSLSocket secured ? asked(secured.getHandshakeSession()) : null, keyType);
    }

    private static @Nullable String asked(@Nullable SSLSession handshake) {
        if (handshake instanceof ExtendedSSLSession session) {
            for (SNIServerName name : session.getRequestedServerNames()) {
                if (name instanceof SNIHostName host) {
                    return host.getAsciiName();
                }
            }
        }
        return null;
    }

    @Override
    public X509Certificate @Nullable [] getCertificateChain(String alias) {
        return all.get(Integer.parseInt(alias)).chain().toArray(X509Certificate[]::new);
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
        return all.get(Integer.parseInt(alias)).key();
    }

    // The rest is for clients, which these keys are not used for.

    @Override
    public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
        return null;
    }

    @Override
    public @Nullable String chooseClientAlias(
            String[] keyTypes, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return null;
    }

    @Override
    public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
        return null;
    }
}
