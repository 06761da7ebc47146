package io.keelson.boot;

import io.keelson.admin.change.Revisions;
import io.keelson.admin.change.ServerActivation;
import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.domain.DomainException;
import io.keelson.admin.domain.FirstAdministrator;
import io.keelson.kernel.config.ConfigurationException;
import io.keelson.kernel.config.DomainFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The configuration that a server starts with: {@code domain.yaml}, which the admin server first brings up to what was decided before a
 * crash; for a server whose directory has none, the copy that it has kept.
 *
 * @param path where {@code domain.yaml} is, or should be
 * @param file the configuration
 * @param kept true if it is the copy
 */
record InitialConfiguration(Path path, DomainFile file, boolean kept) {
    /**
     * Reads it. The domain is made where its directory is missing or empty.
     *
     * @throws DomainException when the directory holds something else than a domain; says what to do
     */
    static InitialConfiguration read(Arguments arguments) throws ConfigurationException, DomainException, IOException {
        DomainDirectory domain = DomainDirectory.at(arguments.domain());
        Optional<String> name = arguments.server();
        if (!domain.exists() && name.isPresent()) {
            Optional<String> copy = ServerActivation.kept(domain.server(name.get()));
            if (copy.isPresent()) {
                return new InitialConfiguration(
                        domain.configuration(), DomainFile.parse(domain.configuration(), copy.get()), true);
            }
        }
        Path path = made(arguments).configuration();
        DomainFile file = DomainFile.read(path);
        if (name.orElseGet(file::adminServer).equals(file.adminServer())
                && new Revisions(domain).complete().isPresent()) {
            return new InitialConfiguration(path, DomainFile.read(path), false);
        }
        return new InitialConfiguration(path, file, false);
    }

    private static DomainDirectory made(Arguments arguments) throws DomainException, IOException {
        DomainDirectory domain = DomainDirectory.at(arguments.domain());
        DomainDirectory there = domain.exists() ? domain : DomainDirectory.create(arguments.domain());
        Optional<Arguments.Admin> admin = arguments.admin();
        if (admin.isPresent()) {
            FirstAdministrator.make(there, admin.get().user(), admin.get().passwordFile());
        }
        return there;
    }

    /**
     * Returns true if the server is the admin server and its {@code domain.yaml} is missing. On other machines managed servers have none.
     */
    boolean lost(String server) {
        return kept && server.equals(file.adminServer());
    }

    /** Says in the log and on standard error that the file is missing where it should be there. */
    void warn(String server) {
        if (lost(server)) {
            BootLog.LOG.configurationLost(path);
            System.err.println("keelson: " + path + " is missing; the admin server runs with the copy that it has kept."
                    + " Put the file back from a backup, or activate a change, which writes it.");
        }
    }
}
