package io.keelson.cluster.membership;

import io.keelson.base.config.Setting;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Mutual TLS between the servers of a cluster: each shows a certificate and asks the other for one.
 *
 * @param keystore the server's own certificate and key, PKCS #12
 * @param keystorePassword its password
 * @param truststore the certificates of those who may sign a server's, PKCS #12; null for the keystore
 * @param truststorePassword its password; null for that of the keystore
 */
public record ClusterTls(
        @Setting(
                help = "PKCS #12 file with this server's certificate and key, relative to the domain.",
                required = true)
        Path keystore,

        @Setting(help = "Password of the keystore.", required = true, secret = true)
        String keystorePassword,

        @Setting(
                help = "PKCS #12 file with the certificates that sign the servers', relative to the domain; without it"
                        + " the keystore.")
        @Nullable
        Path truststore,

        @Setting(help = "Password of the truststore; without it that of the keystore.", secret = true) @Nullable
        String truststorePassword) {}
