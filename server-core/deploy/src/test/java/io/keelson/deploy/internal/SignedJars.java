package io.keelson.deploy.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Collections;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import jdk.security.jarsigner.JarSigner;

/** Signed jars. */
final class SignedJars {
    private SignedJars() {}

    /** A signed jar whose class {@code signed.B} was changed after that. */
    static byte[] tampered(Path directory) throws Exception {
        Path plain = new WarFile()
                .compiled("", "signed.B", "package signed; public class B { String x = \"good\"; }")
                .write(directory.resolve("plain.jar"));
        Path signed = directory.resolve("signed.jar");
        try (var in = new ZipFile(plain.toFile());
                var out = Files.newOutputStream(signed)) {
            new JarSigner.Builder(key(directory)).build().sign(in, out);
        }
        ByteArrayOutputStream tampered = new ByteArrayOutputStream();
        try (var in = new ZipFile(signed.toFile());
                var out = new ZipOutputStream(tampered)) {
            for (ZipEntry entry : Collections.list(in.entries())) {
                String content = new String(in.getInputStream(entry).readAllBytes(), StandardCharsets.ISO_8859_1);
                out.putNextEntry(new ZipEntry(entry.getName()));
                out.write((entry.getName().endsWith(".class") ? content.replace("good", "evil") : content)
                        .getBytes(StandardCharsets.ISO_8859_1));
            }
        }
        return tampered.toByteArray();
    }

    private static KeyStore.PrivateKeyEntry key(Path directory) throws Exception {
        Path store = directory.resolve("keys.p12");
        char[] password = "changeit".toCharArray();
        if (Files.notExists(store)) {
            String keytool =
                    Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
            Process made = new ProcessBuilder(
                            keytool,
                            "-genkeypair",
                            "-alias",
                            "k",
                            "-keyalg",
                            "EC",
                            "-dname",
                            "CN=test",
                            "-keystore",
                            store.toString(),
                            "-storepass",
                            "changeit")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            assertThat(made.waitFor()).isZero();
        }
        KeyStore keys = KeyStore.getInstance(store.toFile(), password);
        return (KeyStore.PrivateKeyEntry) keys.getEntry("k", new KeyStore.PasswordProtection(password));
    }
}
