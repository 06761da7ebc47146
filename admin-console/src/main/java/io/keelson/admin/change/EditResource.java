package io.keelson.admin.change;

import io.keelson.admin.rest.Answer;
import io.keelson.admin.rest.Call;
import io.keelson.admin.rest.Problem;
import io.keelson.admin.rest.Route;
import io.keelson.admin.rest.Schema;
import io.keelson.kernel.config.ConfigurationChange;
import io.keelson.kernel.config.SettingPath;
import io.keelson.kernel.management.Role;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The edit session: {@code edit}. Thread-safe. */
final class EditResource {
    /** A setting that has changed. */
    static final Schema CHANGE = Schema.object()
            .with("path", Schema.TEXT)
            .maybe("before", Schema.ANY)
            .maybe("after", Schema.ANY)
            .with("change", Schema.choice("LIVE", "RESTART"));

    /** Schema of what became of an activation. */
    static final Schema ACTIVATED = Schema.object()
            .with("revision", Schema.INTEGER)
            .with(
                    "servers",
                    Schema.list(Schema.object()
                            .with("server", Schema.TEXT)
                            .with("result", Schema.choice("applied", "restart-needed", "unreachable", "refused"))
                            .maybe("why", Schema.TEXT)
                            .maybe("paths", Schema.list(Schema.TEXT))));

    private static final Schema SESSION = Schema.object()
            .with("tag", Schema.TEXT)
            .with("locked", Schema.TRUTH)
            .maybe("owner", Schema.TEXT)
            .maybe("since", Schema.TIME)
            .with("base-revision", Schema.INTEGER)
            .with("changes", Schema.list(CHANGE))
            .with(
                    "problems",
                    Schema.list(Schema.object()
                            .with("path", Schema.TEXT)
                            .with("message", Schema.TEXT)
                            .with("line", Schema.INTEGER)
                            .with("column", Schema.INTEGER)))
            .with(
                    "restart",
                    Schema.list(Schema.object().with("server", Schema.TEXT).with("paths", Schema.list(Schema.TEXT))));

    private static final JsonString NO_COMMENT = Answer.JSON.createValue("");

    private final EditService edits;

    EditResource(EditService edits) {
        this.edits = edits;
    }

    static Route.Resource refusing(ThrowingResource resource) {
        return call -> {
            try {
                return resource.answer(call);
            } catch (ChangeException e) {
                throw Refusals.of(e);
            }
        };
    }

    /** A resource that also says what is refused as a change is. */
    interface ThrowingResource {
        Answer answer(Call call) throws Problem, ChangeException, IOException;
    }

    List<Route> routes() {
        return List.of(
                Route.of("GET", "edit", Role.MONITOR, this::get)
                        .says("shows the edit session")
                        .answers(200, SESSION),
                Route.of("POST", "edit", Role.ADMIN, refusing(this::begin))
                        .says("takes the lock")
                        .query("force", Schema.TRUTH)
                        .answers(200, SESSION),
                Route.of("DELETE", "edit", Role.ADMIN, refusing(this::discard))
                        .says("forgets the changes and gives the lock back")
                        .answers(200, SESSION),
                Route.of("PUT", "edit/value", Role.ADMIN, refusing(this::set))
                        .says("sets a value")
                        .takes(Schema.object().with("path", Schema.TEXT).with("value", Schema.ANY))
                        .answers(200, SESSION),
                Route.of("DELETE", "edit/value", Role.ADMIN, refusing(this::remove))
                        .says("takes a setting or an entry out")
                        .query("path", Schema.TEXT)
                        .answers(200, SESSION),
                Route.of("POST", "edit/encrypt", Role.ADMIN, refusing(this::encrypt))
                        .says("encrypts the secrets that stand in domain.yaml for everybody to read")
                        .answers(200, SESSION),
                Route.of("POST", "edit/validate", Role.ADMIN, this::get)
                        .says("shows the edit session with its problems")
                        .answers(200, SESSION),
                Route.of("POST", "edit/activate", Role.ADMIN, refusing(this::activate))
                        .says("activates the changes on all servers or on none")
                        .takes(Schema.object().maybe("comment", Schema.TEXT))
                        .answers(200, ACTIVATED));
    }

    private Answer get(Call call) throws Problem, IOException {
        call.query(Set.of());
        return state();
    }

    private Answer state() throws IOException {
        // Before the session is read: a tag that is too old is refused, one that is too new would let a change through.
        String tag = edits.sessionTag();
        EditService.Session session = edits.session();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("tag", tag);
        json.put("locked", session.owner() != null);
        if (session.owner() != null) {
            json.put("owner", session.owner());
            json.put("since", String.valueOf(session.since()));
        }
        json.put("base-revision", session.baseRevision());
        json.put("changes", changes(session.changes()));
        json.put(
                "problems",
                session.problems().stream()
                        .map(problem -> PlainJson.ordered(
                                "path", problem.path(),
                                "message", problem.message(),
                                "line", problem.line(),
                                "column", problem.column()))
                        .toList());
        List<Object> restart = new ArrayList<>();
        session.restart().forEach((server, paths) -> restart.add(PlainJson.ordered("server", server, "paths", paths)));
        json.put("restart", restart);
        return Answer.json(200, PlainJson.object(json)).with(Map.of("ETag", tag));
    }

    static List<Object> changes(List<ConfigurationChange> changes) {
        List<Object> json = new ArrayList<>();
        for (ConfigurationChange change : changes) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("path", change.path().toString());
            if (change.before() != null) {
                one.put("before", change.before());
            }
            if (change.after() != null) {
                one.put("after", change.after());
            }
            one.put("change", change.live() ? "LIVE" : "RESTART");
            json.add(one);
        }
        return json;
    }

    /** A change of the session, after which it is shown. */
    private interface Step {
        void make() throws ChangeException, IOException;
    }

    private Answer changing(Call call, Step step) throws Problem, ChangeException, IOException {
        return edits.make(call.expected(), () -> {
            step.make();
            return state();
        });
    }

    private Answer begin(Call call) throws Problem, ChangeException, IOException {
        boolean force = call.flag(call.query(Set.of("force")), "force");
        return changing(call, () -> edits.begin(call.caller().name(), force));
    }

    private Answer discard(Call call) throws Problem, ChangeException, IOException {
        call.query(Set.of());
        return changing(call, () -> edits.discard(call.caller().name()));
    }

    private Answer set(Call call) throws Problem, ChangeException, IOException {
        call.query(Set.of());
        JsonObject body = call.json();
        if (!(body.get("path") instanceof JsonString path)) {
            throw Problem.badRequest("Send {\"path\": \"servers.NAME.listen-port\", \"value\": 8080}");
        }
        Object value = PlainJson.plain(body.getOrDefault("value", JsonValue.NULL));
        if (value == null) {
            throw Problem.badRequest(
                    "There is no value; to remove a setting, DELETE edit/value?path=" + path.getString());
        }
        SettingPath target = Refusals.path(path.getString());
        return changing(call, () -> edits.set(call.caller().name(), target, value));
    }

    private Answer encrypt(Call call) throws Problem, ChangeException, IOException {
        call.query(Set.of());
        return changing(call, () -> edits.encryptSecrets(call.caller().name()));
    }

    private Answer remove(Call call) throws Problem, ChangeException, IOException {
        String path = call.query(Set.of("path")).getOrDefault("path", "");
        SettingPath target = Refusals.path(path);
        if (target.keys().isEmpty()) {
            throw Problem.badRequest("Say which setting, as ?path=servers.NAME.listen-port");
        }
        return changing(call, () -> edits.remove(call.caller().name(), target));
    }

    private Answer activate(Call call) throws Problem, ChangeException, IOException {
        call.query(Set.of());
        JsonObject body = call.contentType().isPresent() ? call.json() : JsonValue.EMPTY_JSON_OBJECT;
        if (!(body.getOrDefault("comment", NO_COMMENT) instanceof JsonString comment)) {
            throw Problem.badRequest("The comment is a string");
        }
        return activated(
                edits.make(call.expected(), () -> edits.activate(call.caller().name(), comment.getString())));
    }

    /** Returns what became of an activation. */
    static Answer activated(Activation done) {
        List<Object> servers = new ArrayList<>();
        for (String server : done.servers()) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("server", server);
            Result result = done.results().get(server);
            if (result == null) {
                one.put("result", "unreachable");
                one.put("why", "it did not answer, and gets the revision when it does");
            } else if (result instanceof Result.Applied) {
                one.put("result", "applied");
            } else if (result instanceof Result.RestartNeeded restart) {
                one.put("result", "restart-needed");
                one.put("paths", restart.paths());
            } else if (result instanceof Result.NotApplied failed) {
                one.put("result", "refused");
                one.put("why", failed.why() + "; restart it");
            } else if (result instanceof Result.NotKept failed) {
                one.put("result", "refused");
                one.put("why", failed.why() + "; it is tried again");
            }
            servers.add(one);
        }
        return Answer.json(200, PlainJson.object(PlainJson.ordered("revision", done.revision(), "servers", servers)));
    }
}
