package io.keelson.admin.cli;

import io.keelson.admin.cli.ManagementClient.Reply;
import io.keelson.admin.client.HttpConversation.Body;
import io.keelson.admin.client.JsonBody;
import io.keelson.admin.domain.DomainException;
import jakarta.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Asks the management interface for what has no command of its own, in scripts say. */
@Command(
        name = "rest",
        description =
                "Sends a request to the management interface of a server and prints the answer: every operation that its"
                        + " reference has, also those of rooms that bring no command.",
        footer = {
            "",
            "keelson rest GET security/audit?limit=5",
            "keelson rest POST server/channels/DefaultSecure/reload-tls --server server-1",
            "keelson rest PUT edit/value --data '{\"path\": \"servers.server-1.listen-port\", \"value\": 7003}'"
        })
final class RestCommand extends ServerCommand {
    @Parameters(index = "0", paramLabel = "METHOD", description = "GET, POST, PUT or DELETE.")
    String method = "";

    @Parameters(
            index = "1",
            paramLabel = "PATH",
            description = "What stands behind /management/v1/, with the query: server/log?limit=5.")
    String path = "";

    @ArgGroup
    Content content = new Content();

    @Option(names = "--output", paramLabel = "FILE", description = "Where the answer goes; it must not be there yet.")
    @Nullable
    Path output;

    /** Content that the request carries. */
    static final class Content {
        @Option(names = "--data", paramLabel = "JSON", description = "JSON that is sent.")
        @Nullable
        String data;

        @Option(names = "--file", paramLabel = "FILE", description = "A file that is sent as it is, an archive say.")
        @Nullable
        Path file;
    }

    @Override
    public Integer call() throws CommandException, DomainException, IOException {
        String verb = method.toUpperCase(Locale.ROOT);
        if (!verb.matches("GET|POST|PUT|DELETE")) {
            throw new CommandException(ExitCode.USAGE, "METHOD is GET, POST, PUT or DELETE, and not '" + method + "'.");
        }
        String target = path.replaceFirst("^(/?management/v1)?/", "");
        if (!target.matches("[!-~]+")) {
            throw new CommandException(
                    ExitCode.USAGE, "PATH has visible ASCII characters only: write others as %C3%A4, a blank as %20.");
        }
        if (target.matches("events(\\?.*)?")) {
            throw new CommandException(ExitCode.USAGE, "Events come without an end: use curl -N, or 'keelson top'.");
        }
        if (output != null && Files.exists(output)) {
            throw new CommandException(ExitCode.FAILED, output + " is there already; name another file.");
        }
        ManagementClient client = client();
        Body body = body();
        show(ProgressLine.sending(spec, body, "Waiting for the answer", () -> client.sendSlow(verb, target, body)));
        return ExitCode.OK;
    }

    private @Nullable Body body() throws CommandException, IOException {
        if (content.file != null) {
            return new SentFile(null, Applications.existing(content.file));
        }
        return content.data == null ? null : new JsonBody(content.data.getBytes(StandardCharsets.UTF_8));
    }

    private void show(Reply reply) throws CommandException, IOException {
        if (output != null) {
            try {
                Files.write(output, reply.body(), StandardOpenOption.CREATE_NEW);
            } catch (FileAlreadyExistsException e) {
                throw new CommandException(ExitCode.FAILED, output + " is there already; name another file.");
            }
            print(
                    json
                            ? Json.createObjectBuilder()
                                    .add("status", reply.status())
                                    .add("file", output.toString())
                                    .add("bytes", reply.body().length)
                                    .build()
                                    .toString()
                            : output + " has the answer: " + reply.body().length + " bytes.");
        } else if (reply.type().startsWith("application/json")) {
            print(reply.text());
        } else if (json) {
            print(Json.createObjectBuilder()
                    .add("status", reply.status())
                    .add("text", reply.text())
                    .build()
                    .toString());
        } else if (reply.body().length == 0) {
            print("Done: " + reply.status() + ".");
        } else if (reply.type().startsWith("text/")) {
            print(reply.text().stripTrailing());
        } else {
            throw new CommandException(ExitCode.FAILED, "The answer is no text; say where it goes with --output FILE.");
        }
    }
}
