package io.keelson.net.tls;

import io.keelson.net.config.CertificateSettings;
import io.keelson.net.config.TlsSettings;
import io.keelson.net.tls.Pem.Block;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.UnrecoverableKeyException;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads certificates, keys and trust from the files that the configuration names. Confined to one reading. */
final class KeyFiles {
    private final Path directory;
    private final Set<Path> files = new LinkedHashSet<>();

    /** @param directory what paths are relative to */
    KeyFiles(Path directory) {
        this.directory = directory;
    }

    /** The files that have been looked at, also where reading failed. */
    Set<Path> files() {
        return files;
    }

    private Path file(Path named) {
        Path file = directory.resolve(named);
        files.add(file);
        return file;
    }

    /** The certificates of the server, the default one first. */
    List<Identity> identities(TlsSettings settings) throws IOException {
        List<Identity> all = new ArrayList<>();
        for (CertificateSettings one : settings.allCertificates()) {
            char[] password = password(one.password(), one.passwordFile());
            try {
                if (one.keyStore() != null) {
                    all.addAll(inStore(file(one.keyStore()), one.keyAlias(), password));
                } else if (one.certificate() != null) {
                    all.add(inPem(file(one.certificate()), one.key() == null ? null : file(one.key()), password));
                }
            } finally {
                wipe(password);
            }
        }
        return all;
    }

    private static Identity inPem(Path certificate, @Nullable Path key, char @Nullable [] password) throws IOException {
        List<X509Certificate> chain = certificates(certificate);
        Path place = key == null ? certificate : key;
        List<Block> keys = Pem.read(place).stream().filter(PrivateKeys::is).toList();
        if (keys.size() != 1) {
            throw new KeyMaterialException(
                    keys.isEmpty()
                            ? place + " has no private key" + (key == null ? "; name the file that has it as key" : "")
                            : place + " has " + keys.size() + " private keys; leave one");
        }
        if (openToOthers(place)) {
            TlsLog.LOG.readableByOthers(place);
        }
        return Identity.of(chain, PrivateKeys.read(keys.get(0), place, password), certificate.toString());
    }

    static List<X509Certificate> certificates(Path file) throws IOException {
        List<X509Certificate> found = new ArrayList<>();
        for (Block block : Pem.read(file)) {
            if (block.label().equals("CERTIFICATE") || block.label().equals("X509 CERTIFICATE")) {
                try {
                    found.add((X509Certificate) CertificateFactory.getInstance("X.509")
                            .generateCertificate(new ByteArrayInputStream(block.bytes())));
                } catch (CertificateException e) {
                    throw new KeyMaterialException(
                            "certificate " + (found.size() + 1) + " in " + file + " is damaged", e);
                }
            }
        }
        if (found.isEmpty()) {
            throw new KeyMaterialException(file + " has no certificate in PEM form (-----BEGIN CERTIFICATE-----)");
        }
        return found;
    }

    private static List<Identity> inStore(Path file, @Nullable String alias, char @Nullable [] password)
            throws IOException {
        KeyStore store = store(file, password);
        List<Identity> found = new ArrayList<>();
        try {
            if (alias != null && !store.isKeyEntry(alias)) {
                throw new KeyMaterialException(file + " has no private key under the alias '" + alias + "'; it has "
                        + Collections.list(store.aliases()));
            }
            for (String entry : alias == null ? Collections.list(store.aliases()) : List.of(alias)) {
                if (store.isKeyEntry(entry)) {
                    found.add(entry(store, entry, file, password));
                }
            }
        } catch (UnrecoverableKeyException e) {
            throw new KeyMaterialException(
                    "a private key in " + file + " has another password than the key store; give both the same", e);
        } catch (GeneralSecurityException e) {
            throw new KeyMaterialException(file + " cannot be used: " + e.getMessage(), e);
        }
        if (found.isEmpty()) {
            throw new KeyMaterialException(file + " has no entry with a private key and its certificate");
        }
        if (openToOthers(file)) {
            TlsLog.LOG.readableByOthers(file);
        }
        return found;
    }

    private static Identity entry(KeyStore store, String alias, Path file, char @Nullable [] password)
            throws IOException, GeneralSecurityException {
        String place = file + " (" + alias + ")";
        Certificate[] chain = store.getCertificateChain(alias);
        if (!(store.getKey(alias, password) instanceof PrivateKey key) || chain == null) {
            throw new KeyMaterialException(place + " is no private key with a certificate");
        }
        return Identity.of(Arrays.stream(chain).map(X509Certificate.class::cast).toList(), key, place);
    }

    private static KeyStore store(Path file, char @Nullable [] password) throws IOException {
        try {
            if (!Files.isReadable(file)) {
                // Says whether it is not there or not allowed.
                Files.newInputStream(file).close();
            }
            return KeyStore.getInstance(file.toFile(), password == null ? new char[0] : password);
        } catch (java.nio.file.FileSystemException e) {
            throw new KeyMaterialException(Unreadable.text(file, e), e);
        } catch (IOException e) {
            boolean secret = e.getCause() instanceof UnrecoverableKeyException;
            throw new KeyMaterialException(
                    secret
                            ? "the password of the key store " + file + " is wrong or missing"
                            : "the key store " + file + " cannot be read: " + e.getMessage(),
                    e);
        } catch (GeneralSecurityException e) {
            throw new KeyMaterialException(file + " is no key store that this JDK knows (PKCS12, JKS)", e);
        }
    }

    /** The certificates of those who vouch for clients; null where the configuration names none. */
    @Nullable
    KeyStore trust(TlsSettings settings) throws IOException {
        try {
            KeyStore anchors = KeyStore.getInstance("PKCS12");
            anchors.load(null, null);
            if (settings.trust() != null) {
                int i = 0;
                for (X509Certificate one : certificates(file(settings.trust()))) {
                    anchors.setCertificateEntry(Integer.toString(i++), one);
                }
                return anchors;
            }
            if (settings.trustStore() == null) {
                return null;
            }
            return copied(file(settings.trustStore()), settings, anchors);
        } catch (GeneralSecurityException e) {
            throw new KeyMaterialException("what is trusted cannot be used: " + e.getMessage(), e);
        }
    }

    /** Only what the store says is trusted, and not the certificates of its own keys. */
    private KeyStore copied(Path file, TlsSettings settings, KeyStore anchors)
            throws IOException, GeneralSecurityException {
        char[] password = password(settings.trustPassword(), settings.trustPasswordFile());
        try {
            KeyStore store = store(file, password);
            for (String alias : Collections.list(store.aliases())) {
                if (store.isCertificateEntry(alias)) {
                    anchors.setCertificateEntry(alias, store.getCertificate(alias));
                }
            }
            if (anchors.size() == 0) {
                throw new KeyMaterialException("the trust store " + file + " has no trusted certificate"
                        + " (a wrong or missing password hides them)");
            }
            return anchors;
        } finally {
            wipe(password);
        }
    }

    private char @Nullable [] password(@Nullable String given, @Nullable Path in) throws IOException {
        if (in == null) {
            return given == null ? null : given.toCharArray();
        }
        Path file = file(in);
        try {
            String text = Files.readString(file, StandardCharsets.UTF_8);
            if (openToOthers(file)) {
                TlsLog.LOG.readableByOthers(file);
            }
            return text.lines().findFirst().orElse("").toCharArray();
        } catch (java.nio.charset.CharacterCodingException e) {
            throw new KeyMaterialException(file + " is to have a password, and is not UTF-8", e);
        } catch (IOException e) {
            throw new KeyMaterialException(Unreadable.text(file, e), e);
        }
    }

    private static void wipe(char @Nullable [] password) {
        if (password != null) {
            Arrays.fill(password, '\0');
        }
    }

    private static boolean openToOthers(Path file) throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
        return view != null && view.readAttributes().permissions().contains(PosixFilePermission.OTHERS_READ);
    }
}
