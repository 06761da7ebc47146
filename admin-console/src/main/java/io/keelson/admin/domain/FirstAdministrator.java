package io.keelson.admin.domain;

import io.keelson.base.config.PasswordFile;
import io.keelson.security.RealmEditor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** The administrator that a command line names for scripts which cannot follow a link. Holds nothing. */
public final class FirstAdministrator {
    private FirstAdministrator() {}

    /**
     * Makes the user an administrator of the domain, unless there is a user of that name: a script may run again.
     *
     * @param passwordFile a file whose first line is the password
     * @return whether the user was made
     * @throws DomainException when the name or the password cannot be used, or the file cannot be read
     * @throws IOException when the disk does not take the user
     */
    public static boolean make(DomainDirectory domain, String user, Path passwordFile)
            throws DomainException, IOException {
        RealmEditor realm = domain.realm();
        if (realm.users().stream().anyMatch(known -> known.name().equals(user))) {
            return false;
        }
        char[] password = firstLine(passwordFile);
        try {
            realm.put(user, password, List.of(domain.administrators()));
            return true;
        } catch (IllegalArgumentException e) {
            throw new DomainException("the administrator '" + user + "' cannot be made: " + e.getMessage(), e);
        } finally {
            Arrays.fill(password, '\0');
        }
    }

    private static char[] firstLine(Path file) throws DomainException {
        try {
            return PasswordFile.read(file).toCharArray();
        } catch (IOException e) {
            throw new DomainException("the password file " + file + " cannot be read: " + e, e);
        }
    }
}
