package io.keelson.session.file;

import io.keelson.deploy.spi.DeploymentException;
import io.keelson.servlet.spi.SessionStore;
import io.keelson.servlet.spi.SessionStoreProvider;
import io.keelson.servlet.spi.StoreType;
import io.keelson.session.store.VaultSessionStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;

/** Makes the stores of the type {@code file}. Immutable and thread-safe. */
public final class FileStores implements SessionStoreProvider {
    private static final String USUAL = "session_db";

    private final Path server;

    /** Below that directory of the server's, where an application names none that is absolute. */
    public FileStores(Path server) {
        this.server = server;
    }

    @Override
    public Set<StoreType> types() {
        return Set.of(StoreType.FILE);
    }

    @Override
    public SessionStore make(Wanted wanted) throws DeploymentException {
        String application = wanted.application();
        Path directory = directory(wanted).resolve(safe(application));
        try {
            Files.createDirectories(directory.getParent());
        } catch (IOException e) {
            throw new DeploymentException(
                    "the directory " + directory.getParent() + " of the sessions cannot be made: " + e
                            + "; give the server's user the right to write there, or set persistent-store-dir",
                    e);
        }
        return new VaultSessionStore(
                StoreType.FILE,
                new FileVault(directory, why -> VaultSessionStore.reportTorn(application, StoreType.FILE, why)),
                wanted.mostInMemory());
    }

    private Path directory(Wanted wanted) throws DeploymentException {
        String named = wanted.directory() == null ? USUAL : wanted.directory();
        try {
            return server.resolve(named).normalize();
        } catch (InvalidPathException e) {
            throw new DeploymentException("persistent-store-dir '" + named + "' is no directory: " + e.getMessage(), e);
        }
    }

    /** A name as one part of a path, different for different names also where case does not count. */
    static String safe(String name) {
        StringBuilder safe = new StringBuilder();
        for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
            boolean plain = b >= 'a' && b <= 'z' || b >= '0' && b <= '9' || b == '-' || b == '_';
            if (plain || b == '.' && safe.length() > 0) {
                safe.append((char) b);
            } else {
                safe.append('%').append(String.format(Locale.ROOT, "%02x", b & 0xFF));
            }
        }
        return safe.toString();
    }
}
