package io.keelson.security;

import io.keelson.base.config.Setting;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Users in a database.
 *
 * @param dataSource the data source of the domain
 * @param userQuery what finds a user
 * @param groupsQuery what finds the groups of a user
 * @param queryTimeout how long one query takes at most
 */
public record JdbcProviderSettings(
        @Setting(help = "The data source of the domain that has the tables.", reference = "data-sources") @Nullable
        String dataSource,

        @Setting(
                help =
                        "A query with one ? for the name, whose first two columns are the user's name as it is kept and the"
                                + " verifier, in the form of the realm's file.",
                defaultValue = DEFAULT_USER_QUERY)
        String userQuery,

        @Setting(
                help = "A query with one ? for the name as it is kept, whose first column is the name of a group.",
                defaultValue = DEFAULT_GROUPS_QUERY)
        String groupsQuery,

        @Setting(help = "How long one query takes at most.", defaultValue = "5s", min = "1s", max = "1m")
        Duration queryTimeout) {
    /** The query of the server's own table of users. */
    public static final String DEFAULT_USER_QUERY = "select name, verifier from keelson_users where name = ?";

    /** The query of the server's own table of groups. */
    public static final String DEFAULT_GROUPS_QUERY = "select group_name from keelson_user_groups where user_name = ?";

    public JdbcProviderSettings {
        check("user-query", userQuery);
        check("groups-query", groupsQuery);
    }

    private static void check(String key, String query) {
        if (query.chars().filter(c -> c == '?').count() != 1) {
            throw new IllegalArgumentException(key + " has one ? in it, where the name goes");
        }
    }

    /** Returns whether the tables are those that the server makes and whose users it changes. */
    public boolean ownTables() {
        return userQuery.equals(DEFAULT_USER_QUERY) && groupsQuery.equals(DEFAULT_GROUPS_QUERY);
    }
}
