package io.keelson.kernel.machine;

import io.keelson.kernel.config.AtomicFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/**
 * Files and directories of a machine of a domain that hold its identity. The names are the same on every machine, so that one configuration
 * names them for all.
 *
 * @param domain the domain's directory on this machine
 */
public record MachineFiles(Path domain) {
    private Path security() {
        return domain.resolve("security");
    }

    /** The machine's private key, PEM, for its owner only. It never leaves the machine. */
    public Path key() {
        return security().resolve("machine.key");
    }

    /** The machine's certificate and behind it that of the domain's authority, PEM. */
    public Path certificate() {
        return security().resolve("machine.pem");
    }

    /** The certificate of the domain's authority, PEM. */
    public Path authority() {
        return security().resolve("ca.pem");
    }

    /** The numbers of certificates that count no more, in hexadecimal digits, one a line; missing for none. */
    public Path revoked() {
        return security().resolve("revoked");
    }

    /** Returns whether this machine has a certificate. */
    public boolean present() {
        return Files.exists(certificate()) && Files.exists(key());
    }

    /** All of them. */
    List<Path> all() {
        return List.of(key(), certificate(), authority(), revoked());
    }

    /**
     * Replaces key and certificate. The key comes first: who reads between the two finds a pair that does not fit, and keeps what it has.
     *
     * @param key PEM
     * @param chain PEM, the machine's own certificate first
     */
    public void write(String key, String chain) throws IOException {
        secret(key(), key);
        AtomicFile.write(certificate(), chain.getBytes(StandardCharsets.US_ASCII));
    }

    /** Replaces the list of certificates that count no more. Returns whether it was another. */
    public boolean revoke(Collection<String> numbers) throws IOException {
        String text = String.join("\n", new TreeSet<>(numbers)) + "\n";
        if (Files.exists(revoked())
                && Files.readString(revoked(), StandardCharsets.US_ASCII).equals(text)) {
            return false;
        }
        AtomicFile.write(revoked(), text.getBytes(StandardCharsets.US_ASCII));
        return true;
    }

    /** Writes a file that nobody but its owner sees, not even for a moment. */
    public static void secret(Path file, String text) throws IOException {
        AtomicFile.write(file, text.getBytes(StandardCharsets.US_ASCII)); // made for its owner only
        if (Files.getFileStore(file).supportsFileAttributeView("posix")) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        }
    }
}
