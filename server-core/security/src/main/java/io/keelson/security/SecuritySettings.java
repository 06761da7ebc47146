package io.keelson.security;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Settings of the realm of users.
 *
 * @param realmName the realm's name
 * @param realmFile the file with its users
 * @param iterations how often a new password is hashed
 * @param digestAlgorithms for which hashes of DIGEST new passwords are kept
 * @param lockout what happens after failed logins
 * @param providers who is asked after the file, in this order
 */
@Section(value = "security", help = "How users are known.")
public record SecuritySettings(
        @Setting(
                help = "The realm's name, as a browser shows it.",
                defaultValue = "keelson",
                pattern = "[\\x20-\\x7e&&[^\"\\\\]]{1,100}")
        String realmName,

        @Setting(
                help = "The file with users, groups and verifiers, relative to the domain.",
                defaultValue = "security/realm")
        Path realmFile,

        @Setting(
                help = "How often the hash of a new password is iterated; more makes guessing and each login slower.",
                defaultValue = "15000",
                min = "4096",
                max = "10000000")
        int iterations,

        @Setting(
                help =
                        "The hashes for which users may log in by DIGEST: sha-256, md5 or both. None by default, as what is kept"
                                + " for it is as good as the password to whoever reads the realm's file. A password that was"
                                + " set before is not affected: set it again.")
        List<DigestAlgorithm> digestAlgorithms,

        @Setting(help = "What happens after failed logins.") LockoutSettings lockout,

        @Setting(
                help =
                        "The realm-providers that are asked for a user, in this order, after the realm's file; the first that"
                                + " knows the user decides.",
                reference = "realm-providers")
        List<String> providers) {
    public SecuritySettings {
        if (providers.stream().distinct().count() != providers.size()) {
            throw new IllegalArgumentException("a provider is named twice in security.providers");
        }
        if (providers.contains(GuardedProvider.FILE)) {
            throw new IllegalArgumentException(
                    "the realm's file is always asked first; call a provider something else than '"
                            + GuardedProvider.FILE + "'");
        }
    }

    /**
     * Conditions under which a user is locked.
     *
     * @param enabled whether at all
     * @param threshold after how many failed logins
     * @param resetDuration within what time they count
     * @param duration for how long
     */
    public record LockoutSettings(
            @Setting(help = "Whether a user is locked after failed logins.", defaultValue = "true")
            boolean enabled,

            @Setting(
                    help = "The number of failed logins that locks a user.",
                    defaultValue = "5",
                    min = "1",
                    max = "1000")
            int threshold,

            @Setting(
                    help = "The time within which failed logins are counted.",
                    defaultValue = "5m",
                    min = "1s",
                    max = "1d")
            Duration resetDuration,

            @Setting(help = "How long a user stays locked.", defaultValue = "30m", min = "1s", max = "30d")
            Duration duration) {
        /** The defaults. */
        public static LockoutSettings standard() {
            return new LockoutSettings(true, 5, Duration.ofMinutes(5), Duration.ofMinutes(30));
        }
    }

    /** The defaults. */
    public static SecuritySettings standard() {
        return new SecuritySettings(
                "keelson", Path.of("security/realm"), 15_000, List.of(), LockoutSettings.standard(), List.of());
    }
}
