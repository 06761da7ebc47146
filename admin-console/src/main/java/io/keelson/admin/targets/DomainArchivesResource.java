package io.keelson.admin.targets;

import io.keelson.admin.rest.Answer;
import io.keelson.admin.rest.Call;
import io.keelson.admin.rest.Problem;
import io.keelson.admin.rest.Route;
import io.keelson.admin.rest.Schema;
import io.keelson.http.FileBody;
import io.keelson.http.HttpExchange;
import io.keelson.http.ResponseWriter;
import io.keelson.kernel.management.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Archives for the servers of the domain, on the admin server: {@code domain/archives}. Thread-safe. */
final class DomainArchivesResource {
    private static final Pattern RANGE = Pattern.compile("bytes=(\\d{1,18})-");

    private final ArchiveStore archives;

    DomainArchivesResource(ArchiveStore archives) {
        this.archives = archives;
    }

    List<Route> routes() {
        return List.of(Route.of("GET", "domain/archives/*", Role.ADMIN, this::archive)
                .says("sends an archive to a server of the domain")
                .query("file", Schema.TEXT)
                .answers(200, "application/octet-stream", Schema.ANY)
                .answers(206, "application/octet-stream", Schema.ANY));
    }

    private Answer archive(Call call) throws Problem, IOException {
        String named = call.query(Set.of("file")).getOrDefault("file", "");
        Path file = archives.find(call.variable(), named)
                .orElseThrow(() -> Problem.notFound(
                        "The admin server does not have the archive " + named + " with that SHA-256 any more"));
        HttpExchange exchange = call.exchange();
        long size = Files.size(file);
        long from = from(exchange, size);
        ResponseWriter response = exchange.response();
        response.status(from == 0 ? 200 : 206);
        Answer.always(response.headers());
        response.headers().set("Content-Type", "application/octet-stream");
        response.headers().set("Content-Length", Long.toString(size - from));
        if (from > 0) {
            response.headers().set("Content-Range", "bytes " + from + "-" + (size - 1) + "/" + size);
        }
        if (exchange.request().method().equals("HEAD")) {
            response.complete();
            return Answer.TAKEN;
        }
        try (FileBody body = response.openFile(file)) {
            response.writeFile(body, from, size - from, true);
        }
        return Answer.TAKEN;
    }

    private static long from(HttpExchange exchange, long size) throws Problem {
        String range = exchange.request().headers().get("Range");
        Matcher asked = RANGE.matcher(range == null ? "" : range);
        if (!asked.matches()) {
            return 0; // as if it were not there (RFC 9110, 14.2)
        }
        long from = Long.parseLong(asked.group(1));
        if (from >= size) {
            throw Problem.notDone(416, "Range not satisfiable", "The archive has " + size + " bytes", List.of());
        }
        return from;
    }
}
