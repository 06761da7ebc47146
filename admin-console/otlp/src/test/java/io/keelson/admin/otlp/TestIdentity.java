package io.keelson.admin.otlp;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** A key for 127.0.0.1 that its owner has signed, made by the JDK's own tool. */
final class TestIdentity {
    private static final String STORE = "changeit";

    private TestIdentity() {}

    /**
     * Makes it.
     *
     * @param certificate where the certificate is written to, in PEM
     */
    static SSLContext make(Path directory, Path certificate) throws Exception {
        Path store = directory.resolve("collector.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin/keytool").toString(),
                        "-genkeypair",
                        "-keyalg",
                        "EC",
                        "-alias",
                        "collector",
                        "-dname",
                        "CN=collector",
                        "-ext",
                        "san=ip:127.0.0.1",
                        "-validity",
                        "30",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        STORE)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (!keytool.waitFor(60, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
            throw new IOException("keytool has made no key");
        }
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, STORE.toCharArray());
        }
        Files.writeString(
                certificate,
                "-----BEGIN CERTIFICATE-----\n"
                        + Base64.getMimeEncoder()
                                .encodeToString(keys.getCertificate("collector").getEncoded())
                        + "\n-----END CERTIFICATE-----\n");
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, STORE.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context;
    }
}
