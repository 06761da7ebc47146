package io.keelson.security;

import io.keelson.base.config.Setting;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Users in a directory.
 *
 * @param urls the servers of the directory, the first that answers is asked
 * @param startTls whether connections begin in the clear and are turned to TLS
 * @param trustFile who may have signed the servers' certificates
 * @param bindDn as whom the server looks for users; null: as nobody
 * @param password for that
 * @param passwordFile a file whose first line is that password
 * @param userBase below which users are
 * @param userAttribute which attribute has the name that users log in by
 * @param userFilter what else holds for users
 * @param groupSource how the groups of a user are found
 * @param groupBase below which groups are
 * @param groupFilter what holds for groups
 * @param memberAttribute which attribute of a group names its members
 * @param groupNameAttribute which attribute of a group is its name
 * @param groupDepth how deep groups in groups are looked for
 * @param connectTimeout how long a connection may take
 * @param responseTimeout how long an answer may take
 * @param connections how many there are at most
 */
public record LdapProviderSettings(
        @Setting(
                help =
                        "Servers of the directory, as ldaps://dc1.example.com; the first that answers is asked. ldap:// needs start-tls,"
                                + " but on loopback.",
                pattern = "ldaps?://[^/?#\\s]+/?")
        List<String> urls,

        @Setting(
                help = "Whether connections to ldap:// are turned to TLS before anything is said (StartTLS).",
                defaultValue = "false")
        boolean startTls,

        @Setting(
                help =
                        "Certificates in PEM of who may have signed those of the directory, relative to the domain; without them"
                                + " those that Java trusts.")
        @Nullable
        Path trustFile,

        @Setting(help = "The distinguished name as whom the server looks for users; without it as nobody.") @Nullable
        String bindDn,

        @Setting(
                help =
                        "Password for bind-dn; better password-file, or a variable of the environment that overrides this.",
                secret = true)
        @Nullable
        String password,

        @Setting(help = "File whose first line is the password for bind-dn, relative to the domain.") @Nullable
        Path passwordFile,

        @Setting(help = "The distinguished name below which users are, as ou=people,dc=example,dc=com.") @Nullable
        String userBase,

        @Setting(
                help = "The attribute with the name that users log in by: uid, in Active Directory sAMAccountName.",
                defaultValue = "uid",
                pattern = "[A-Za-z][A-Za-z0-9-]*")
        String userAttribute,

        @Setting(help = "What else holds for users, as a filter of LDAP.", defaultValue = "(objectClass=person)")
        String userFilter,

        @Setting(
                help =
                        "How the groups of a user are found: member-of, the user's own attribute memberOf; search, groups that"
                                + " name the user; or none.",
                defaultValue = "member-of")
        GroupSource groupSource,

        @Setting(help = "The distinguished name below which groups are, for group-source search.") @Nullable
        String groupBase,

        @Setting(
                help = "What holds for groups, as a filter of LDAP, for group-source search.",
                defaultValue = "(|(objectClass=groupOfNames)(objectClass=groupOfUniqueNames)(objectClass=group))")
        String groupFilter,

        @Setting(
                help = "The attribute of a group that names its members, for group-source search.",
                defaultValue = "member",
                pattern = "[A-Za-z][A-Za-z0-9-]*")
        String memberAttribute,

        @Setting(
                help = "The attribute with a group's name. With group-source member-of it has to be what the group's"
                        + " distinguished name begins with.",
                defaultValue = "cn",
                pattern = "[A-Za-z][A-Za-z0-9-]*")
        String groupNameAttribute,

        @Setting(
                help = "How deep groups that are members of groups are looked for; 0: the user's own groups only.",
                defaultValue = "5",
                min = "0",
                max = "20")
        int groupDepth,

        @Setting(help = "How long a connection may take.", defaultValue = "2s", min = "100ms", max = "1m")
        Duration connectTimeout,

        @Setting(help = "How long an answer may take.", defaultValue = "5s", min = "100ms", max = "1m")
        Duration responseTimeout,

        @Setting(help = "Connections at most.", defaultValue = "8", min = "1", max = "100")
        int connections) {
    /** Source of the groups of a user. */
    public enum GroupSource {
        /** By the user's attribute {@code memberOf}. */
        MEMBER_OF,
        /** By a search for groups that name the user. */
        SEARCH,
        /** Not at all. */
        NONE
    }

    public LdapProviderSettings {
        urls = List.copyOf(urls);
        if (password != null && passwordFile != null) {
            throw new IllegalArgumentException("password and password-file are two answers; give one of them");
        }
        if (bindDn == null && (password != null || passwordFile != null)) {
            throw new IllegalArgumentException("a password needs bind-dn, whose it is");
        }
        if (bindDn != null && password == null && passwordFile == null) {
            throw new IllegalArgumentException("bind-dn needs a password or a password-file");
        }
        if (groupSource == GroupSource.SEARCH && groupBase == null) {
            throw new IllegalArgumentException("group-source search needs group-base");
        }
        for (String url : urls) {
            check(url, startTls);
        }
    }

    private static void check(String url, boolean startTls) {
        URI uri;
        try {
            uri = new URI(url);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("not a URL of a directory: '" + url + "'", e);
        }
        if (uri.getHost() == null || uri.getUserInfo() != null) {
            throw new IllegalArgumentException("not a URL of a directory: '" + url + "'; write ldaps://host:port");
        }
        boolean clear = uri.getScheme().equals("ldap");
        if (startTls && !clear) {
            throw new IllegalArgumentException("start-tls is for ldap://; '" + url + "' has TLS from the beginning");
        }
        if (clear && !startTls && !loopback(uri.getHost())) {
            throw new IllegalArgumentException("'" + url
                    + "' would send passwords over the network in the clear; use ldaps://, or ldap:// with start-tls");
        }
    }

    /** Names are not resolved: who answers for them may change. */
    private static boolean loopback(String host) {
        String lower = host.toLowerCase(Locale.ROOT);
        return lower.equals("localhost")
                || lower.equals("[::1]")
                || lower.matches("127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}");
    }

    /** Shows no password. */
    @Override
    public String toString() {
        return "LDAP at " + urls + " below " + userBase;
    }
}
