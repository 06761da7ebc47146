package io.keelson.admin.access;

import io.keelson.admin.rest.Answer;
import io.keelson.admin.rest.Call;
import io.keelson.admin.rest.Problem;
import io.keelson.admin.rest.Route;
import io.keelson.admin.rest.Schema;
import io.keelson.kernel.management.Role;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/** The latest lines of the audit log, the latest first: {@code /management/v1/security/audit}. Thread-safe. */
public final class AuditResource {
    private static final Schema LINE = Schema.entries(Schema.ANY);

    private static final int TAIL = 512 * 1024;
    private static final int MOST = 1000;

    private final Path file;

    /** The resource of that file. */
    public AuditResource(Path file) {
        this.file = file;
    }

    /** Its operations. */
    public List<Route> routes() {
        return List.of(Route.of("GET", "security/audit", Role.ADMIN, this::list)
                .says("shows the latest lines of this server's audit log")
                .query("limit", Schema.whole(1, MOST))
                .answers(200, Schema.object("audit", Schema.list(LINE))));
    }

    private Answer list(Call call) throws Problem, IOException {
        String asked = call.query(Set.of("limit")).getOrDefault("limit", "100");
        if (!asked.matches("[1-9]\\d{0,3}") || Integer.parseInt(asked) > MOST) {
            throw Problem.badRequest("The parameter 'limit' is a number from 1 to " + MOST);
        }
        JsonArrayBuilder entries = Answer.JSON.createArrayBuilder();
        for (String line : latest(Integer.parseInt(asked))) {
            try (var reader = Answer.JSON.createReader(new StringReader(line))) {
                entries.add(reader.readObject());
            } catch (JsonException e) {
                // Somebody else's line, or the half of one whose beginning lies before what was read.
                AccessLog.LOG.debugf("%s has a line that is no JSON", file);
            }
        }
        return Answer.json(
                200, Answer.JSON.createObjectBuilder().add("audit", entries).build());
    }

    private List<String> latest(int most) throws IOException {
        if (!Files.exists(file)) {
            return List.of();
        }
        byte[] tail;
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            long from = Math.max(0, in.length() - TAIL);
            tail = new byte[(int) (in.length() - from)];
            in.seek(from);
            in.readFully(tail);
        }
        ArrayDeque<String> lines = new ArrayDeque<>();
        new String(tail, StandardCharsets.UTF_8).lines().forEach(line -> {
            lines.add(line);
            if (lines.size() > most) {
                lines.remove();
            }
        });
        List<String> latest = new ArrayList<>(lines);
        Collections.reverse(latest);
        return latest;
    }
}
