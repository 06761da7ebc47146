package io.keelson.admin.cli;

import io.keelson.admin.cli.ManagementClient.Reply;
import jakarta.json.JsonObject;
import java.io.IOException;

/** What the commands about applications have in common. */
final class Applications {
    private Applications() {}

    /** The name, if it can be one. */
    static String checked(String name) throws CommandException {
        if (!name.matches("[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}")) {
            throw new CommandException(
                    ExitCode.USAGE,
                    "'" + name
                            + "' cannot be an application's name; use letters, digits, dot, hyphen and underscore, or"
                            + " choose one with --name.");
        }
        return name;
    }

    /** Shows the application that a server answered with. */
    static void print(ServerCommand command, Reply reply) throws IOException {
        if (command.json) {
            command.print(reply.text());
            return;
        }
        JsonObject application = reply.json();
        String root = application.isNull("context-root") ? "" : ", at " + application.getString("context-root");
        command.print(
                "Application " + application.getString("name") + " is " + application.getString("state") + root + ".");
    }
}
