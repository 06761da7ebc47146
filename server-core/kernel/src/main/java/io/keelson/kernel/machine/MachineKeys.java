package io.keelson.kernel.machine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/** Shows the certificate that the machine has now, whoever asks. Thread-safe. */
final class MachineKeys extends X509ExtendedKeyManager {
    private final MachineTls tls;

    MachineKeys(MachineTls tls) {
        this.tls = tls;
    }

    private String alias() {
        try {
            return tls.alias();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private @Nullable String alias(String... keyTypes) {
        String alias = alias();
        PrivateKey key = tls.key(alias);
        return key != null && Arrays.stream(keyTypes).anyMatch(type -> type.startsWith(key.getAlgorithm()))
                ? alias
                : null;
    }

    @Override
    public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
        String alias = alias(keyType);
        return alias == null ? null : new String[] {alias};
    }

    @Override
    public @Nullable String chooseClientAlias(
            String[] keyTypes, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return alias(keyTypes);
    }

    @Override
    public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
        return getClientAliases(keyType, issuers);
    }

    @Override
    public @Nullable String chooseServerAlias(String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return alias(keyType);
    }

    @Override
    public @Nullable String chooseEngineClientAlias(
            String[] keyTypes, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
        return alias(keyTypes);
    }

    @Override
    public @Nullable String chooseEngineServerAlias(
            String keyType, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
        return alias(keyType);
    }

    @Override
    public X509Certificate @Nullable [] getCertificateChain(String alias) {
        MachineIdentity found = tls.identity(alias);
        return found == null ? null : found.chain().toArray(X509Certificate[]::new);
    }

    @Override
    public @Nullable PrivateKey getPrivateKey(String alias) {
        return tls.key(alias);
    }
}
