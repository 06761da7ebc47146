package io.keelson.admin.cli;

import io.keelson.admin.domain.DomainException;
import jakarta.json.Json;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Removes an application. */
@Command(
        name = "undeploy",
        description = "Stops an application and removes it, from all its servers where it is the domain's.")
final class UndeployCommand extends ServerCommand {
    @Parameters(index = "0", paramLabel = "NAME", description = "The application's name.")
    String name = "";

    @Mixin
    VersionOption version = new VersionOption();

    @Override
    public Integer call() throws CommandException, DomainException, IOException {
        ManagementClient client = client();
        String path = "deployments/" + Applications.checked(name);
        // Without --server it may be the domain's, which is on several servers.
        boolean ofDomain = server == null && client.find("domain/" + path).isPresent();
        ProgressLine.during(
                spec,
                "Removing " + name,
                () -> client.sendSlow("DELETE", (ofDomain ? "domain/" : "") + path + version.query(), null));
        print(
                json
                        ? Json.createObjectBuilder()
                                .add("undeployed", name)
                                .build()
                                .toString()
                        : "Application " + name + (version.version == null ? "" : " " + version.version)
                                + " is removed.");
        return ExitCode.OK;
    }
}
