package io.keelson.admin.change;

import io.keelson.admin.rest.Answer;
import io.keelson.admin.rest.Call;
import io.keelson.admin.rest.Problem;
import io.keelson.admin.rest.Route;
import io.keelson.admin.rest.Schema;
import io.keelson.kernel.management.Role;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Resource with what was activated, and for going back: {@code revisions}. Thread-safe. */
final class RevisionsResource {
    private static final Schema.Members HEAD = Schema.object()
            .with("revision", Schema.INTEGER)
            .with("author", Schema.TEXT)
            .with("when", Schema.TEXT)
            .with("comment", Schema.TEXT);

    private static final int MOST = 200;
    private static final String USUAL = "50";

    private final RevisionHistory history;
    private final EditService edits;

    RevisionsResource(RevisionHistory history, EditService edits) {
        this.history = history;
        this.edits = edits;
    }

    List<Route> routes() {
        return List.of(
                Route.of("GET", "revisions", Role.MONITOR, this::list)
                        .says("lists the revisions, the newest first")
                        .query("limit", Schema.whole(1, MOST))
                        .query("after", Schema.whole(1))
                        .answers(200, Schema.object("revisions", Schema.list(HEAD))),
                Route.of("GET", "revisions/*", Role.MONITOR, EditResource.refusing(this::get))
                        .says("shows a revision")
                        .answers(
                                200,
                                HEAD.with("changes", Schema.list(EditResource.CHANGE))
                                        .with("text", Schema.TEXT)),
                Route.of("GET", "revisions/*/diff", Role.MONITOR, EditResource.refusing(this::diff))
                        .says("shows what a revision changed, by lines")
                        .answers(200, "text/plain", Schema.TEXT),
                Route.of("POST", "revisions/*/rollback", Role.ADMIN, EditResource.refusing(this::rollback))
                        .says("activates the text of an earlier revision again")
                        .answers(200, EditResource.ACTIVATED));
    }

    private static int number(String text) throws Problem {
        if (!text.matches("[1-9]\\d{0,8}")) {
            throw Problem.badRequest("'" + text + "' is not a number from 1 to 999999999");
        }
        return Integer.parseInt(text);
    }

    private Answer list(Call call) throws Problem, IOException {
        Map<String, String> query = call.query(Set.of("limit", "after"));
        int most = number(query.getOrDefault("limit", USUAL));
        if (most > MOST) {
            throw Problem.badRequest("The parameter 'limit' is a number from 1 to " + MOST);
        }
        int before = query.containsKey("after") ? number(query.get("after")) : Integer.MAX_VALUE;
        Call.Page<Revision> page =
                call.page(history.revisions(before, most + 1), most, revision -> String.valueOf(revision.number()));
        List<Map<String, Object>> shown =
                page.shown().stream().map(RevisionsResource::head).toList();
        return Answer.json(200, PlainJson.object(Map.of("revisions", shown))).with(page.fields());
    }

    private static Map<String, Object> head(Revision revision) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("revision", revision.number());
        json.put("author", revision.author());
        json.put("when", revision.when().toString());
        json.put("comment", revision.comment());
        return json;
    }

    private Answer get(Call call) throws Problem, ChangeException, IOException {
        call.query(Set.of());
        Revision revision = history.revision(number(call.variable()));
        Map<String, Object> json = head(revision);
        json.put("changes", EditResource.changes(history.changes(revision)));
        json.put("text", history.shown(revision.text()));
        return Answer.json(200, PlainJson.object(json));
    }

    private Answer diff(Call call) throws Problem, ChangeException, IOException {
        call.query(Set.of());
        return Answer.text(history.diff(history.revision(number(call.variable()))));
    }

    private Answer rollback(Call call) throws Problem, ChangeException, IOException {
        call.query(Set.of());
        int number = number(call.variable());
        return EditResource.activated(
                edits.make(call.expected(), () -> edits.rollback(call.caller().name(), number)));
    }
}
