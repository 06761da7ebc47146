package io.keelson.admin.change;

import io.keelson.admin.rest.Answer;
import io.keelson.admin.rest.Call;
import io.keelson.admin.rest.Problem;
import io.keelson.admin.rest.Route;
import io.keelson.admin.rest.Schema;
import io.keelson.kernel.config.ConfigurationException;
import io.keelson.kernel.config.ConfigurationReader;
import io.keelson.kernel.config.DomainConfiguration;
import io.keelson.kernel.config.DomainFile;
import io.keelson.kernel.config.Model;
import io.keelson.kernel.config.ModelDescription;
import io.keelson.kernel.config.SettingPath;
import io.keelson.kernel.config.WrittenValue;
import io.keelson.kernel.management.Role;
import jakarta.json.JsonObject;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Resource with what can be configured and what is: {@code model} and {@code config}. Thread-safe. */
final class ConfigResource {
    /** A key, as {@link ModelDescription} says it: what it takes is told by its type. */
    private static final Schema KEY = Schema.object()
            .with("name", Schema.TEXT)
            .with(
                    "type",
                    Schema.choice(
                            "text",
                            "boolean",
                            "integer",
                            "number",
                            "enum",
                            "duration",
                            "size",
                            "path",
                            "list",
                            "map",
                            "group"))
            .maybe("values", Schema.list(Schema.TEXT))
            .maybe("min", Schema.TEXT)
            .maybe("max", Schema.TEXT)
            .maybe("pattern", Schema.TEXT)
            .maybe("reference", Schema.TEXT)
            .maybe("item", Schema.entries(Schema.ANY))
            .maybe("value", Schema.entries(Schema.ANY))
            .maybe("keys", Schema.list(Schema.entries(Schema.ANY)))
            .maybe("help", Schema.TEXT)
            .maybe("required", Schema.TRUTH)
            .maybe("change", Schema.choice("LIVE", "RESTART"))
            .maybe("secret", Schema.TRUTH)
            .maybe("default", Schema.TEXT);

    private final Activator activator;
    private final EditService edits;
    private final ServerActivation local;
    private final String self;
    private final Model model;
    private final JsonObject description;

    ConfigResource(Activator activator, EditService edits, ServerActivation local, String self, Model model) {
        this.activator = activator;
        this.edits = edits;
        this.local = local;
        this.self = self;
        this.model = model;
        this.description = PlainJson.object(ModelDescription.of(model));
    }

    List<Route> routes() {
        return List.of(
                Route.of("GET", "model", Role.MONITOR, this::model)
                        .says("shows what can be configured")
                        .answers(
                                200,
                                Schema.object(
                                        "sections",
                                        Schema.list(Schema.object()
                                                .with("path", Schema.TEXT)
                                                .with("help", Schema.TEXT)
                                                .with("keys", Schema.list(KEY))))),
                Route.of("GET", "config", Role.MONITOR, this::get)
                        .says("shows what is configured at a path")
                        .query("path", Schema.TEXT)
                        .query("server", Schema.TEXT)
                        .query("pending", Schema.TRUTH)
                        .answers(
                                200,
                                Schema.object()
                                        .with("revision", Schema.INTEGER)
                                        .with("path", Schema.TEXT)
                                        .maybe("written", Schema.ANY)
                                        .maybe("effective", Schema.ANY)
                                        .maybe("origins", Schema.entries(Schema.TEXT))
                                        .maybe("problems", Schema.list(Schema.TEXT))));
    }

    private Answer model(Call call) throws Problem {
        call.query(Set.of());
        return Answer.json(200, description);
    }

    private Answer get(Call call) throws Problem, IOException {
        Map<String, String> query = call.query(Set.of("path", "server", "pending"));
        SettingPath path = Refusals.path(query.getOrDefault("path", ""));
        String server = query.getOrDefault("server", self);
        boolean pending = call.flag(query, "pending");
        // Before the text is read: a tag that is too old is refused, one that is too new would let a change through.
        String tag = edits.textTag(pending);
        DomainFile file = edits.file(pending);
        if (!server.equals(self) && !file.servers().contains(server)) {
            throw Problem.notFound("There is no server " + server);
        }
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("revision", activator.decided().number());
        answer.put("path", path.toString());
        try {
            Object written = WrittenValue.at(model, file, path);
            if (written != null) {
                answer.put("written", written);
            }
            // Of this server the overrides of its process are known, of others only the file.
            DomainConfiguration effective = server.equals(self)
                    ? local.configuration().with(file)
                    : new ConfigurationReader(model).read(file, server);
            Object value = effective.effective(path);
            if (value != null) {
                answer.put("effective", value);
            }
            answer.put("origins", effective.origins(path));
        } catch (IllegalArgumentException e) {
            throw Problem.notFound(String.valueOf(e.getMessage()));
        } catch (ConfigurationException e) {
            // What is pending may be wrong as yet; what is written is shown all the same.
            answer.put("problems", e.problems().stream().map(Object::toString).toList());
        }
        return Answer.json(200, PlainJson.object(answer)).with(Map.of("ETag", tag));
    }
}
