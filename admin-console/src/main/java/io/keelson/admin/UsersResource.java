package io.keelson.admin;

import io.keelson.admin.rest.Answer;
import io.keelson.admin.rest.Call;
import io.keelson.admin.rest.Problem;
import io.keelson.admin.rest.Route;
import io.keelson.admin.rest.Schema;
import io.keelson.kernel.management.Role;
import io.keelson.security.Realm;
import io.keelson.security.RealmEditor;
import io.keelson.security.UserEditor;
import jakarta.json.JsonArray;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The users of the domain's realm: {@code /management/v1/security/users}. Those of its file, or with {@code provider} those of another
 * place whose users are kept by the server. Thread-safe.
 */
final class UsersResource {
    private static final String PROVIDER = "provider";
    private static final String FILE = "file";
    private static final Schema USER =
            Schema.object().with("name", Schema.TEXT).with("groups", Schema.list(Schema.TEXT));

    private final RealmEditor file;
    private final Optional<Realm> realm;

    UsersResource(RealmEditor file, Optional<Realm> realm) {
        this.file = file;
        this.realm = realm;
    }

    List<Route> routes() {
        return List.of(
                Route.of("GET", "security/users", Role.ADMIN, telling(this::list))
                        .says("lists users and their groups")
                        .query("limit", Schema.whole(1))
                        .query("after", Schema.TEXT)
                        .query(PROVIDER, Schema.TEXT)
                        .answers(200, Schema.object("users", Schema.list(USER))),
                Route.of("GET", "security/users/*", Role.ADMIN, telling(this::get))
                        .says("shows the groups of a user")
                        .query(PROVIDER, Schema.TEXT)
                        .answers(200, USER),
                Route.of("PUT", "security/users/*", Role.ADMIN, telling(this::put))
                        .says("adds or changes a user")
                        .query(PROVIDER, Schema.TEXT)
                        .takes(Schema.object().maybe("password", Schema.TEXT).maybe("groups", Schema.list(Schema.TEXT)))
                        .answers(201)
                        .answers(204),
                Route.of("DELETE", "security/users/*", Role.ADMIN, telling(this::delete))
                        .says("removes a user")
                        .query(PROVIDER, Schema.TEXT)
                        .answers(204));
    }

    private Answer list(Call call) throws Problem, IOException {
        Map<String, String> query = call.query(Set.of("limit", "after", PROVIDER));
        String limit = query.getOrDefault("limit", String.valueOf(Integer.MAX_VALUE));
        if (!limit.matches("[1-9]\\d{0,9}")) {
            throw Problem.badRequest("The parameter 'limit' is a number of at most ten digits, from 1");
        }
        String after = query.getOrDefault("after", "");
        JsonArrayBuilder users = Answer.JSON.createArrayBuilder();
        List<UserEditor.User> behind = editor(query).users().stream()
                .filter(user -> user.name().compareTo(after) > 0)
                .sorted(Comparator.comparing(UserEditor.User::name))
                .toList();
        int most = (int) Math.min(Long.parseLong(limit), Integer.MAX_VALUE);
        Call.Page<UserEditor.User> page = call.page(behind, most, UserEditor.User::name);
        page.shown().forEach(user -> users.add(json(user)));
        return Answer.json(
                        200,
                        Answer.JSON.createObjectBuilder().add("users", users).build())
                .with(page.fields());
    }

    private static JsonObjectBuilder json(UserEditor.User user) {
        JsonArrayBuilder groups = Answer.JSON.createArrayBuilder();
        user.groups().forEach(groups::add);
        return Answer.JSON.createObjectBuilder().add("name", user.name()).add("groups", groups);
    }

    private Answer get(Call call) throws Problem, IOException {
        return editor(call.query(Set.of(PROVIDER))).users().stream()
                .filter(user -> user.name().equals(call.variable()))
                .findFirst()
                .map(user -> Answer.json(200, json(user).build()))
                .orElseThrow(() -> Problem.notFound("There is no user '" + call.variable() + "'"));
    }

    /** Adds a user, or changes what the body has: {@code password}, {@code groups} or both. */
    private Answer put(Call call) throws Problem, IOException {
        UserEditor editor = editor(call.query(Set.of(PROVIDER)));
        String user = call.variable();
        JsonObject json = call.json();
        if (json.isEmpty() || !Set.of("password", "groups").containsAll(json.keySet())) {
            throw Problem.badRequest("Send {\"password\": \"...\", \"groups\": [\"...\"]}");
        }
        char[] password = password(json.get("password"));
        List<String> groups = groups(json.get("groups"));
        try {
            boolean there = editor.users().stream().anyMatch(u -> u.name().equals(user));
            if (!there && password == null) {
                throw Problem.notFound("There is no user '" + user + "'; a new one needs a password");
            }
            boolean isNew = change(editor, user, password, groups);
            renewed(user, password != null);
            AdminLog.LOG.userChanged(user, isNew ? "added" : "changed", call.client());
            return Answer.empty(isNew ? 201 : 204);
        } catch (IllegalArgumentException e) {
            throw Problem.badRequest("User '" + user + "' cannot be set: " + e.getMessage());
        } finally {
            if (password != null) {
                Arrays.fill(password, '\0');
            }
        }
    }

    /**
     * Has the realm see a change of a user. Who gets a password is not locked any more; another change must not help whoever guesses
     * one.
     */
    private void renewed(String user, boolean unlocked) {
        realm.ifPresent(users -> {
            users.refresh();
            if (unlocked) {
                users.unlock(user);
            }
        });
    }

    /** A database that is away is not this server's disk. */
    private static Route.Resource telling(Route.Resource resource) {
        return call -> {
            try {
                return resource.answer(call);
            } catch (UserEditor.AwayException e) {
                throw Problem.notDone(
                        503, "Provider away", "The realm provider cannot be asked: " + e.getMessage(), List.of());
            }
        };
    }

    private UserEditor editor(Map<String, String> query) throws Problem {
        String provider = query.getOrDefault(PROVIDER, FILE);
        if (provider.equals(FILE)) {
            return file;
        }
        return realm.flatMap(users -> users.editor(provider))
                .orElseThrow(() -> Problem.notFound("There is no realm provider '" + provider
                        + "' whose users can be changed here; see server/runtime/realm-providers"));
    }

    private static boolean change(
            UserEditor editor, String user, char @Nullable [] password, @Nullable List<String> groups)
            throws IOException {
        if (password == null) {
            editor.groups(user, groups == null ? List.of() : groups);
            return false;
        }
        if (groups == null && editor.password(user, password)) {
            return false;
        }
        return editor.put(user, password, groups == null ? List.of() : groups);
    }

    private Answer delete(Call call) throws Problem, IOException {
        UserEditor editor = editor(call.query(Set.of(PROVIDER)));
        try {
            if (!editor.remove(call.variable())) {
                throw Problem.notFound("There is no user '" + call.variable() + "'");
            }
        } catch (IllegalArgumentException e) {
            throw Problem.badRequest("Not the name of a user: " + e.getMessage());
        }
        renewed(call.variable(), true);
        AdminLog.LOG.userChanged(call.variable(), "removed", call.client());
        return Answer.empty(204);
    }

    private static char @Nullable [] password(@Nullable JsonValue value) throws Problem {
        if (value == null) {
            return null;
        }
        if (value instanceof JsonString text && !text.getString().isEmpty()) {
            return text.getString().toCharArray();
        }
        throw Problem.badRequest("The password is a string that is not empty");
    }

    private static @Nullable List<String> groups(@Nullable JsonValue value) throws Problem {
        if (value == null) {
            return null;
        }
        if (!(value instanceof JsonArray array)) {
            throw Problem.badRequest("The groups are an array of strings");
        }
        List<String> groups = new ArrayList<>();
        for (JsonValue group : array) {
            if (!(group instanceof JsonString text)) {
                throw Problem.badRequest("The groups are an array of strings");
            }
            groups.add(text.getString());
        }
        return groups;
    }
}
