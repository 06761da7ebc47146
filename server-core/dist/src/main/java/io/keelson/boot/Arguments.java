package io.keelson.boot;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Arguments of the server's process.
 *
 * @param domain the domain's directory, absolute
 * @param server the server to start; empty for the domain's admin server
 * @param admin an administrator to make first
 */
record Arguments(Path domain, Optional<String> server, Optional<Admin> admin) {
    static final String USAGE =
            "usage: keelson start [--domain DIR] [--server NAME]" + " [--admin-user NAME --admin-password-file FILE]";

    /**
     * An administrator to make where there is no such user.
     *
     * @param user the name
     * @param passwordFile the file whose first line is the password
     */
    record Admin(String user, Path passwordFile) {}

    /**
     * Reads the command line: {@code --domain DIR} or {@code --domain=DIR}, and the same for the others.
     *
     * @throws UsageException when it cannot be understood
     */
    static Arguments parse(String... words) throws UsageException {
        String domain = null;
        String server = null;
        String user = null;
        String passwordFile = null;
        for (int i = 0; i < words.length; i++) {
            String word = words[i];
            int equals = word.indexOf('=');
            String option = equals < 0 ? word : word.substring(0, equals);
            String value = equals >= 0 ? word.substring(equals + 1) : i + 1 < words.length ? words[++i] : null;
            switch (option) {
                case "--domain" -> domain = once(option, domain, value);
                case "--server" -> server = once(option, server, value);
                case "--admin-user" -> user = once(option, user, value);
                case "--admin-password-file" -> passwordFile = once(option, passwordFile, value);
                default -> throw new UsageException("unknown argument '" + word + "'");
            }
        }
        Path directory = Path.of(domain == null ? "domain" : domain);
        return new Arguments(
                directory.toAbsolutePath().normalize(), Optional.ofNullable(server), admin(user, passwordFile));
    }

    private static Optional<Admin> admin(@Nullable String user, @Nullable String passwordFile) throws UsageException {
        if (user == null && passwordFile == null) {
            return Optional.empty();
        }
        if (user == null || passwordFile == null) {
            throw new UsageException("--admin-user and --admin-password-file come together");
        }
        return Optional.of(new Admin(user, Path.of(passwordFile)));
    }

    private static String once(String option, @Nullable String before, @Nullable String value) throws UsageException {
        if (value == null || value.isEmpty() || value.startsWith("--")) {
            throw new UsageException(option + " needs a value");
        }
        if (before != null) {
            throw new UsageException(option + " is given twice");
        }
        return value;
    }

    /** The command line cannot be understood; the message says what of it. */
    static final class UsageException extends Exception {
        private static final long serialVersionUID = 1;

        UsageException(String message) {
            super(message);
        }
    }
}
