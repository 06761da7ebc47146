package io.keelson.admin.cli;

import io.keelson.admin.client.PercentEncoding;
import io.keelson.admin.domain.DomainException;
import jakarta.json.JsonObject;
import java.io.IOException;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows the newest records of a server's log. */
@Command(
        name = "log",
        description = "Shows the newest records of a server's log, wherever the server runs.",
        footer = {"", "keelson log --server server-1 --severity WARN", "keelson log --request 711"})
final class LogCommand extends ServerCommand {
    @Option(names = "--request", paramLabel = "NUMBER", description = "The management request that failed.")
    @Nullable
    Long request;

    @Option(names = "--find", paramLabel = "TEXT", description = "What the records have in them, in any case.")
    @Nullable
    String find;

    /** Importance of a record, the least first. */
    enum Least {
        TRACE,
        DEBUG,
        INFO,
        WARN,
        ERROR,
        FATAL
    }

    @Option(names = "--severity", description = "The least severity: ${COMPLETION-CANDIDATES}.")
    Least severity = Least.TRACE;

    @Option(names = "--limit", paramLabel = "NUMBER", description = "How many records at most; 200 without it.")
    int limit = 200;

    @Override
    public Integer call() throws CommandException, DomainException, IOException {
        if (limit < 1 || request != null && find != null) {
            throw new CommandException(
                    ExitCode.USAGE,
                    limit < 1 ? "--limit is at least 1." : "--request and --find do not go together; say one of them.");
        }
        String wanted = request != null ? "Management request " + request + " (" : find == null ? "" : find;
        ManagementClient.Reply reply = client().send(
                        "GET",
                        "server/log?severity=" + severity + "&limit=" + limit + "&find=" + PercentEncoding.of(wanted));
        if (json) {
            print(reply.text());
            return ExitCode.OK;
        }
        JsonObject answer = reply.json();
        if (answer.getJsonArray("records").isEmpty()) {
            print("No such record in the newest of " + answer.getString("server")
                    + "; older ones are in the files of DOMAIN/servers/" + answer.getString("server")
                    + "/logs on its machine.");
        }
        for (JsonObject record : answer.getJsonArray("records").getValuesAs(JsonObject.class)) {
            print(line(record));
        }
        return ExitCode.OK;
    }

    /** Returns a record as lines for a terminal, which nothing in it can steer. */
    static String line(JsonObject record) {
        StringBuilder line = new StringBuilder()
                .append(record.getString("timestamp"))
                .append(String.format(Locale.ROOT, " %-5s ", record.getString("severity")));
        String id = record.getString("id", "");
        String message = record.getString("message");
        line.append(id.isEmpty() || message.startsWith(id) ? message : id + ": " + message);
        JsonObject exception = record.getJsonObject("exception");
        if (exception != null) {
            line.append('\n').append(exception.getString("stack-trace").stripTrailing());
        }
        return line.toString()
                .lines()
                .map(each -> each.replace("\t", "    ").replaceAll("\\p{Cntrl}", "."))
                .collect(Collectors.joining("\n"));
    }
}
