package io.keelson.admin.cli;

import io.keelson.admin.client.PercentEncoding;
import io.keelson.admin.domain.DomainException;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Shows what a room of a server models of its state, whatever the room is. */
@Command(
        name = "runtime",
        description =
                "Shows a collection of the state of a server as a table; without a name, which collections there are.")
final class RuntimeCommand extends ServerCommand {
    @Parameters(index = "0", arity = "0..1", paramLabel = "NAME", description = "The collection, as sessions.")
    String name = "";

    @Override
    public Integer call() throws CommandException, DomainException, IOException {
        String path = "server/runtime" + (name.isEmpty() ? "" : "/" + PercentEncoding.of(name));
        ManagementClient.Reply reply = client().send("GET", path);
        if (json) {
            print(reply.text());
        } else if (name.isEmpty()) {
            reply.json().getJsonArray("runtime").getValuesAs(JsonString.class).forEach(each -> print(each.getString()));
        } else {
            table(reply.json().getJsonArray(name).getValuesAs(JsonObject.class));
        }
        return ExitCode.OK;
    }

    private void table(List<JsonObject> records) throws CommandException, DomainException, IOException {
        if (records.isEmpty()) {
            print("Nothing in " + name + " now.");
            printOthers();
            return;
        }
        RecordTable.print(records, this::print);
    }
}
