package io.keelson.admin.machine;

import io.keelson.admin.domain.DomainDirectory;
import io.keelson.kernel.config.AtomicFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The files of a domain that each machine has a copy of, by their names below the domain's directory: the configuration, and the users with
 * their verifiers. Immutable.
 *
 * @param texts what is in them; those that are missing are not there
 */
public record SharedFiles(Map<String, String> texts) {
    private static final List<String> NAMES = List.of("security/realm", "domain.yaml");

    /** @throws IllegalArgumentException when it is another file */
    public SharedFiles {
        if (!NAMES.containsAll(texts.keySet())) {
            throw new IllegalArgumentException("only these files are shared by machines: " + NAMES);
        }
        texts = Collections.unmodifiableMap(new TreeMap<>(texts));
    }

    /** Those of a domain, as they are now. */
    public static SharedFiles read(DomainDirectory domain) throws IOException {
        Map<String, String> texts = new TreeMap<>();
        for (String name : NAMES) {
            try {
                texts.put(name, Files.readString(domain.path().resolve(name), StandardCharsets.UTF_8));
            } catch (NoSuchFileException e) {
                continue; // there need not be one
            }
        }
        return new SharedFiles(texts);
    }

    /** Writes those that are others. The configuration is the last: in a new directory it is what makes a domain of it. */
    public void write(DomainDirectory domain) throws IOException {
        SharedFiles before = read(domain);
        for (String name : NAMES) {
            String text = texts.get(name);
            if (text != null && !text.equals(before.texts.get(name))) {
                Path file = domain.path().resolve(name);
                AtomicFile.write(file, text.getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    /** The same for the same files with the same content. */
    public String digest() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            texts.forEach((name, text) -> {
                byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
                digest.update((name + " " + bytes.length + "\n").getBytes(StandardCharsets.UTF_8));
                digest.update(bytes);
            });
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
