package io.keelson.admin.cli;

import io.keelson.admin.domain.DomainException;
import jakarta.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Deploys an application again. */
@Command(
        name = "redeploy",
        description =
                "Deploys an application again at its context root, from its archive as it is now, or from FILE; with the"
                        + " deployment plan that it has, or another one.")
final class RedeployCommand extends ServerCommand {
    @Parameters(index = "0", paramLabel = "NAME", description = "The application's name.")
    String name = "";

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "FILE",
            description = "Its new archive or directory; without it the one that the server has.")
    @Nullable
    Path file;

    @Mixin
    VersionOption version = new VersionOption();

    @Mixin
    PlanOption plan = new PlanOption();

    @Mixin
    RollingRedeployment rolling = new RollingRedeployment();

    /** The way back to a version that retires. */
    private Integer makeActive(ManagementClient client, String path) throws CommandException, IOException {
        if (rolling.rolling || file != null || plan.plan != null || plan.none) {
            throw new CommandException(
                    ExitCode.USAGE,
                    "redeploy --version makes a version that retires active again as it is: give neither FILE nor --plan nor"
                            + " --rolling. A new archive comes with 'keelson deploy FILE --version'.");
        }
        if (server == null && client.find("domain/" + path).isPresent()) {
            DomainApplications.print(this, new DomainApplications(client, this).makeActive(name, version));
            return ExitCode.OK;
        }
        Applications.print(this, Applications.slowly(this, client, "POST", path + "/redeploy" + version.query(), null));
        return ExitCode.OK;
    }

    @Override
    public Integer call() throws CommandException, DomainException, IOException {
        String path = "deployments/" + Applications.checked(name);
        ManagementClient client = client();
        if (version.version != null) {
            return makeActive(client, path);
        }
        rolling.check(file, plan.plan != null || plan.none);
        Optional<ManagementClient.Reply> ofDomain = server == null ? client.find("domain/" + path) : Optional.empty();
        if (rolling.rolling) {
            if (ofDomain.isEmpty()) {
                throw new CommandException(
                        ExitCode.FAILED, "The domain has no application " + name + ", which --rolling would redeploy.");
            }
            JsonObject now = ofDomain.get().json();
            if (!rolling.resume && !rolling.back) {
                new DomainApplications(client, this).redeploy(name, now, file, plan.text(), true);
            }
            return rolling.run(this, client, name, now);
        }
        if (ofDomain.isPresent()) {
            DomainApplications.print(
                    this,
                    new DomainApplications(client, this)
                            .redeploy(name, ofDomain.get().json(), file, plan.text(), false));
            return ExitCode.OK;
        }
        String text = plan.text();
        if (file == null && text != null) {
            Applications.print(this, Applications.slowly(this, client, "PUT", path, Applications.json(null, text)));
            return ExitCode.OK;
        }
        if (file == null) {
            Applications.print(this, Applications.slowly(this, client, "POST", path + "/redeploy", null));
            return ExitCode.OK;
        }
        Path archive = Applications.existing(file);
        JsonObject now = client.send("GET", path).json();
        String contextRoot = now.isNull("context-root") ? null : now.getString("context-root");
        Applications.print(this, Applications.put(this, client, path, archive, contextRoot, text));
        return ExitCode.OK;
    }
}
