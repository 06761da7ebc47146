package io.keelson.admin.access;

import io.keelson.admin.rest.Answer;
import io.keelson.admin.rest.Call;
import io.keelson.admin.rest.Caller;
import io.keelson.admin.rest.Problem;
import io.keelson.admin.rest.Route;
import io.keelson.admin.rest.Schema;
import io.keelson.http.HttpExchange;
import io.keelson.kernel.management.Role;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonString;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Logging in to the console and out of it: {@code /management/v1/login}. Thread-safe. */
public final class LoginResource {
    private static final Schema WHO = Schema.object()
            .with("user", Schema.TEXT)
            .with("roles", Schema.list(Schema.TEXT))
            .maybe("csrf", Schema.TEXT);

    /** The cookie is for the management interface alone: applications of the same host never see it. */
    private static final String PATH = "/management";

    private final Passwords passwords;
    private final Sessions sessions;
    private final AuditLog audit;
    private final OutsideLogin outside;

    /** The resource. */
    public LoginResource(Passwords passwords, Sessions sessions, AuditLog audit, OutsideLogin outside) {
        this.passwords = passwords;
        this.sessions = sessions;
        this.audit = audit;
        this.outside = outside;
    }

    /** Its operations. */
    public List<Route> routes() {
        return List.of(
                Route.open("POST", "login", this::logIn)
                        .says("begins a session")
                        .takes(Schema.object().with("user", Schema.TEXT).with("password", Schema.TEXT))
                        .answers(200, WHO),
                Route.of("GET", "login", Role.MONITOR, this::who)
                        .says("says who is logged in")
                        .answers(200, WHO),
                Route.of("DELETE", "login", Role.MONITOR, this::logOut)
                        .says("ends the session; names the page that ends it elsewhere too, where there is one")
                        .answers(200, Schema.object().with("logout", Schema.TEXT))
                        .answers(204));
    }

    private Answer logIn(Call call) throws Problem, IOException {
        call.query(Set.of());
        JsonObject json = call.json();
        if (!json.keySet().equals(Set.of("user", "password"))
                || !(json.get("user") instanceof JsonString user)
                || !(json.get("password") instanceof JsonString password)) {
            throw Problem.badRequest("Send {\"user\": \"...\", \"password\": \"...\"}");
        }
        HttpExchange exchange = call.exchange();
        Caller caller =
                passwords.logIn(exchange, user.getString(), password.getString().toCharArray(), Caller.Via.SESSION);
        sessions.end(exchange);
        exchange.user(caller.name());
        audit.end(AuditLog.Request.of(exchange, caller), 200, null);
        Sessions.Begun begun = sessions.begin(caller.name(), exchange.secure());
        return Answer.json(200, json(caller, Optional.of(begun.session())))
                .with(Map.of("Set-Cookie", cookie(exchange, begun.id(), "")));
    }

    private Answer who(Call call) throws Problem {
        call.query(Set.of());
        boolean bySession = call.caller().via() == Caller.Via.SESSION;
        return Answer.json(200, json(call.caller(), bySession ? sessions.find(call.exchange()) : Optional.empty()));
    }

    private Answer logOut(Call call) throws Problem {
        call.query(Set.of());
        Optional<URI> there = sessions.find(call.exchange()).flatMap(session -> outside.end(session, call.exchange()));
        sessions.end(call.exchange());
        Answer done = there.isEmpty()
                ? Answer.empty(204)
                : Answer.json(
                        200,
                        Answer.JSON
                                .createObjectBuilder()
                                .add("logout", there.get().toString())
                                .build());
        return done.with(Map.of("Set-Cookie", cookie(call.exchange(), "", "; Max-Age=0")));
    }

    private static JsonObject json(Caller caller, Optional<Sessions.Session> session) {
        JsonArrayBuilder roles = Answer.JSON.createArrayBuilder();
        caller.roles().stream().sorted().map(Role::text).forEach(roles::add);
        JsonObjectBuilder json =
                Answer.JSON.createObjectBuilder().add("user", caller.name()).add("roles", roles);
        session.ifPresent(known -> json.add("csrf", known.csrf()));
        return json.build();
    }

    static String cookie(HttpExchange exchange, String id, String more) {
        return Sessions.cookie(exchange) + "=" + id + "; Path=" + PATH + "; HttpOnly; SameSite=Strict"
                + (exchange.secure() ? "; Secure" : "") + more;
    }
}
