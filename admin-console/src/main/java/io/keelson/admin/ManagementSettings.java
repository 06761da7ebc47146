package io.keelson.admin;

import io.keelson.admin.access.AuditSettings;
import io.keelson.admin.access.OidcSettings;
import io.keelson.admin.access.RoleGroups;
import io.keelson.admin.access.SessionSettings;
import io.keelson.base.config.DataSize;
import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import java.util.List;

/**
 * The management interface.
 *
 * @param hosts further names of the server that clients may use
 * @param tls whether it speaks TLS without being given a certificate
 * @param uploadMaximumSize the largest archive that may be sent
 * @param roleGroups which groups of the realm have which role
 * @param session how long logins to the console last
 * @param audit how much of the audit log is kept
 * @param oidc logins to the console by a provider of OpenID Connect
 */
@Section(value = "management", help = "The management interface.")
public record ManagementSettings(
        @Setting(
                help =
                        "Names, besides loopback ones and the address listened on, by which clients may call the server.",
                pattern = "[A-Za-z0-9.-]{1,253}")
        List<String> hosts,

        @Setting(
                help =
                        "Whether the channels of administration speak TLS beside what they speak in the clear, with a certificate"
                                + " that the domain makes for itself; counts where they have no tls of their own.",
                defaultValue = "true")
        boolean tls,

        @Setting(
                help = "The largest archive in bytes that may be deployed by upload.",
                defaultValue = "2GiB",
                min = "1KiB")
        DataSize uploadMaximumSize,

        @Setting(help = "Which groups of the realm have which role.")
        RoleGroups roleGroups,

        @Setting(help = "How long logins to the console last.")
        SessionSettings session,

        @Setting(help = "How much of the audit log is kept. It cannot be switched off.")
        AuditSettings audit,

        @Setting(help = "Logins to the console by a provider of OpenID Connect.")
        OidcSettings oidc) {
    public ManagementSettings {
        hosts = List.copyOf(hosts);
    }
}
