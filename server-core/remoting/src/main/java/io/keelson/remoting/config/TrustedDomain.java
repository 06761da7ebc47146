package io.keelson.remoting.config;

import io.keelson.base.config.Configuration;
import io.keelson.base.config.PasswordFile;
import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import io.keelson.base.subsystem.ServerIdentity;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Another domain whose servers are believed who calls, and in which transaction; this one's are believed there where it says so, too.
 *
 * @param secret what both domains are told, 16 to 255 printable characters of ASCII
 * @param secretFile a file whose first line is the secret, relative to the domain
 */
@Section(
        value = "trusted-domains.*",
        help =
                "Another domain, by its name, whose servers say in whose name and in which transaction they call. It has to"
                        + " name this domain with the same secret.")
public record TrustedDomain(
        @Setting(
                help = "What both domains are told: 16 to 255 characters that nobody guesses. Better secret-file, or a"
                        + " variable of the environment that overrides this.",
                secret = true)
        @Nullable
        String secret,

        @Setting(
                help =
                        "File whose first line is the secret, relative to the domain. It is read when the server starts.")
        @Nullable
        Path secretFile) {
    private static final int SHORTEST = 16;
    private static final int LONGEST = 255;

    public TrustedDomain {
        if ((secret == null) == (secretFile == null)) {
            throw new IllegalArgumentException("one of secret and secret-file has to be given, and not both");
        }
        if (secret != null) {
            check(secret, "the secret");
        }
    }

    private static void check(String secret, String what) {
        if (secret.length() < SHORTEST || secret.length() > LONGEST) {
            throw new IllegalArgumentException(
                    what + " has " + secret.length() + " characters; it takes " + SHORTEST + " to " + LONGEST);
        }
        if (!secret.chars().allMatch(each -> each >= ' ' && each < 0x7f)) {
            throw new IllegalArgumentException(what + " has other characters than the printable ones of ASCII");
        }
    }

    /**
     * Returns the secrets by the names of the domains.
     *
     * @throws IllegalStateException where one cannot be read, or the server's own domain is named
     */
    public static Map<String, String> secrets(Configuration configuration, ServerIdentity identity) {
        Map<String, String> secrets = new TreeMap<>();
        configuration.all(TrustedDomain.class).forEach((name, each) -> {
            if (name.equals(identity.domainName())) {
                throw new IllegalStateException("trusted-domains." + name + " is this domain itself; domains that trust"
                        + " each other need two names: set name in one of them");
            }
            secrets.put(name, each.read(name, identity.domain()));
        });
        return secrets;
    }

    private String read(String name, Path domain) {
        if (secret != null) {
            return secret;
        }
        Path file = domain.resolve(String.valueOf(secretFile));
        try {
            String read = PasswordFile.read(file);
            check(read, "the first line of " + file);
            return read;
        } catch (IOException | IllegalArgumentException e) {
            throw new IllegalStateException(
                    "trusted-domains." + name + ".secret-file: " + file + " cannot be used: " + e.getMessage(), e);
        }
    }

    /** Shows nothing of the secret. */
    @Override
    public String toString() {
        return "TrustedDomain[secretFile=" + secretFile + "]";
    }
}
