package io.keelson.admin.cli;

import io.keelson.admin.domain.DomainException;
import jakarta.json.Json;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Removes an application. */
@Command(name = "undeploy", description = "Stops an application and removes it.")
final class UndeployCommand extends ServerCommand {
    @Parameters(index = "0", paramLabel = "NAME", description = "The application's name.")
    String name = "";

    @Override
    public Integer call() throws CommandException, DomainException {
        client().sendSlow("DELETE", "deployments/" + Applications.checked(name), null);
        print(
                json
                        ? Json.createObjectBuilder()
                                .add("undeployed", name)
                                .build()
                                .toString()
                        : "Application " + name + " is removed.");
        return ExitCode.OK;
    }
}
