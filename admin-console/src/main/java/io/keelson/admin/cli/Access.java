package io.keelson.admin.cli;

import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.domain.DomainException;
import io.keelson.admin.domain.ServerStatus;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/**
 * A domain, and as whom its servers are asked: with the domain's token, which may do everything, or as a user, who may do what the user's
 * roles allow.
 *
 * @param domain the domain
 * @param basic the credentials of the user as HTTP has them; null for the token
 * @param command who asks, and shows on its terminal that it waits; null: that is not shown
 */
record Access(
        DomainDirectory domain,
        @Nullable String basic,
        @Nullable CommandSpec command) {
    /** Access as a user. */
    static Access as(DomainDirectory domain, String user, String password, @Nullable CommandSpec command) {
        byte[] pair = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
        return new Access(domain, "Basic " + Base64.getEncoder().encodeToString(pair), command);
    }

    /** The same without a sign of waiting. */
    Access silent() {
        return new Access(domain, basic, null);
    }

    /** Returns what the field Authorization has. */
    String authorization() throws DomainException {
        return basic == null ? domain.token().authorization() : basic;
    }

    /** A client of the admin server. */
    ManagementClient adminServer() throws CommandException, DomainException {
        return ManagementClient.of(this, domain.status(domain.adminServer()));
    }

    /** A client of one server. */
    ManagementClient server(ServerStatus server) throws CommandException, DomainException {
        return ManagementClient.of(this, server);
    }

    /** Does not show the credentials. */
    @Override
    public String toString() {
        return domain + (basic == null ? "" : ", as a user");
    }
}
