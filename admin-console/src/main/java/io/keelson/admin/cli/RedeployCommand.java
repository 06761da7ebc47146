package io.keelson.admin.cli;

import io.keelson.admin.domain.DomainException;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Deploys an application again. */
@Command(name = "redeploy", description = "Deploys an application again, from its archive as it is now.")
final class RedeployCommand extends ServerCommand {
    @Parameters(index = "0", paramLabel = "NAME", description = "The application's name.")
    String name = "";

    @Override
    public Integer call() throws CommandException, DomainException, IOException {
        Applications.print(
                this, client().sendSlow("POST", "deployments/" + Applications.checked(name) + "/redeploy", null));
        return ExitCode.OK;
    }
}
