package io.keelson.cluster.membership;

import io.keelson.base.config.Setting;
import io.keelson.kernel.machine.MachineTls;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Objects;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * Mutual TLS between the servers of a cluster: each shows a certificate and asks the other for one.
 *
 * @param keystore the server's own certificate and key, PKCS #12; null for those of its machine, which trusts the domain's machines
 * @param keystorePassword its password; null without a keystore
 * @param truststore the certificates of those who may sign a server's, PKCS #12; null for the keystore
 * @param truststorePassword its password; null for that of the keystore
 */
public record ClusterTls(
        @Setting(
                help =
                        "PKCS #12 file with this server's certificate and key, relative to the domain; without it the certificate of this"
                                + " machine, as 'keelson machine' makes it.")
        @Nullable
        Path keystore,

        @Setting(help = "Password of the keystore; needed with one.", secret = true) @Nullable
        String keystorePassword,

        @Setting(
                help = "PKCS #12 file with the certificates that sign the servers', relative to the domain; without it"
                        + " the keystore.")
        @Nullable
        Path truststore,

        @Setting(help = "Password of the truststore; without it that of the keystore.", secret = true) @Nullable
        String truststorePassword) {
    public ClusterTls {
        if (keystore == null && (keystorePassword != null || truststore != null || truststorePassword != null)) {
            throw new IllegalArgumentException(
                    "a truststore or a password is given, and no keystore; the machine's own certificate needs none of them");
        }
        if (keystore != null && keystorePassword == null) {
            throw new IllegalArgumentException("keystore-password is missing");
        }
    }

    /**
     * Returns the context with which servers of the cluster speak TLS: this server's certificate, and those that it
     * trusts.
     *
     * @param cluster its name, for messages
     * @param domain the directory that the files are relative to
     * @throws IOException where a file cannot be used; says which settings these are
     */
    public SSLContext context(String cluster, Path domain) throws IOException {
        return links(cluster, domain).context();
    }

    /**
     * The same with what closes sockets of machines that were put out.
     *
     * @param cluster its name, for messages
     * @param domain the directory that the files are relative to
     * @throws IOException where a file cannot be used; says which settings these are
     */
    public MemberLinks links(String cluster, Path domain) throws IOException {
        if (keystore == null || keystorePassword == null) {
            return ofMachine(cluster, domain);
        }
        char[] password = keystorePassword.toCharArray();
        try {
            KeyStore own = store(domain.resolve(keystore), password);
            KeyStore trusted = truststore == null
                    ? own
                    : store(
                            domain.resolve(truststore),
                            Objects.requireNonNullElse(truststorePassword, keystorePassword)
                                    .toCharArray());
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(own, password);
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
            return new MemberLinks(context, () -> {}); // no authority here takes a certificate back
        } catch (GeneralSecurityException | IOException e) {
            throw new IOException("the tls of the cluster " + cluster + " cannot be used: " + e, e);
        }
    }

    private static MemberLinks ofMachine(String cluster, Path domain) throws IOException {
        try {
            MachineTls machines = MachineTls.of(domain);
            return new MemberLinks(machines.context(), machines::closeRevoked);
        } catch (IOException e) {
            throw new IOException("the tls of the cluster " + cluster + " cannot be used: " + e.getMessage(), e);
        }
    }

    private static KeyStore store(Path file, char[] password) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, password);
        }
        return store;
    }
}
