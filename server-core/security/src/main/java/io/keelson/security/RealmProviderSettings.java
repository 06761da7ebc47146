package io.keelson.security;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A place where users of the realm are kept, besides its file.
 *
 * @param type what it is
 * @param whenAway what is done with logins while it cannot be asked
 * @param cacheTime for how long what it said is remembered
 * @param groupPrefix what is put before the names of its groups; null: nothing
 * @param jdbc for the type jdbc
 * @param ldap for the type ldap
 */
@Section(
        value = "realm-providers.*",
        help =
                "A place where users are kept, besides the realm's file. security.providers says which are asked, and in what order.")
public record RealmProviderSettings(
        @Setting(help = "What it is: jdbc, tables of a data source; ldap, a directory.", required = true)
        Type type,

        @Setting(
                help =
                        "What is done while it cannot be asked: refuse all logins that no provider before it decides, or skip it"
                                + " and ask the next, where a user of the same name may then log in.",
                defaultValue = "refuse")
        WhenAway whenAway,

        @Setting(
                help = "For how long users that it knew and passwords that were right are remembered; 0s: not at all.",
                defaultValue = "1m",
                min = "0s",
                max = "1h")
        Duration cacheTime,

        @Setting(
                help =
                        "What is put before the names of its groups, so that somebody who names groups there gives no rights"
                                + " here.",
                pattern = "[^,:]{1,50}")
        @Nullable
        String groupPrefix,

        @Setting(help = "What a provider of the type jdbc asks.")
        JdbcProviderSettings jdbc,

        @Setting(help = "What a provider of the type ldap asks.")
        LdapProviderSettings ldap) {
    /** The kinds of providers. */
    public enum Type {
        /** Tables of a data source. */
        JDBC,
        /** A directory. */
        LDAP
    }

    /** Treatment of logins that a provider which is away would have to decide. */
    public enum WhenAway {
        /** Users are refused. */
        REFUSE,
        /** The next provider decides. */
        SKIP
    }

    public RealmProviderSettings {
        if (type == Type.JDBC && jdbc.dataSource() == null) {
            throw new IllegalArgumentException("a provider of the type jdbc needs jdbc.data-source");
        }
        if (type == Type.LDAP && (ldap.urls().isEmpty() || ldap.userBase() == null)) {
            throw new IllegalArgumentException("a provider of the type ldap needs ldap.urls and ldap.user-base");
        }
    }
}
