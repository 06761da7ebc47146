package io.keelson.admin.rest;

import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObjectBuilder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A request that cannot be answered as asked, as RFC 9457 describes it. Never carries a stack trace to the client. */
public final class Problem extends Exception {
    private static final long serialVersionUID = 1L;

    /** No Basic, though it is taken: browsers would ask for passwords by themselves, and keep them. */
    public static final String CHALLENGE = "Bearer realm=\"keelson\"";

    private final int status;
    private final String title;
    private final transient Map<String, String> headers;
    private final transient List<String> causes;
    private transient @Nullable String about;

    private Problem(int status, String title, String detail, Map<String, String> headers, List<String> causes) {
        super(detail, null, false, false);
        this.status = status;
        this.title = title;
        this.headers = headers;
        this.causes = causes;
    }

    public static Problem badRequest(String detail) {
        return new Problem(400, "Bad request", detail, Map.of(), List.of());
    }

    /** For who has not said who they are. */
    public static Problem unauthorized() {
        return unauthorized(
                CHALLENGE,
                "Log in, or send 'Authorization: Bearer' and the token in the domain's security/management-token");
    }

    public static Problem unauthorized(String challenge, String detail) {
        return new Problem(401, "Not authenticated", detail, Map.of("WWW-Authenticate", challenge), List.of());
    }

    public static Problem forbidden(String detail) {
        return new Problem(403, "Refused", detail, Map.of(), List.of());
    }

    public static Problem notFound(String detail) {
        return new Problem(404, "Not found", detail, Map.of(), List.of());
    }

    public static Problem methodNotAllowed(String method, String allow) {
        return new Problem(
                405,
                "Method not allowed",
                "This resource does not know " + method + "; use " + allow,
                Map.of("Allow", allow),
                List.of());
    }

    public static Problem unsupportedMediaType(String detail) {
        return new Problem(415, "Unsupported media type", detail, Map.of(), List.of());
    }

    /** A request that is understood but cannot be carried out. */
    public static Problem notDone(int status, String title, String detail, List<String> causes) {
        return new Problem(status, title, detail, Map.of(), causes);
    }

    /** Says whom it is about, for the audit log only. */
    public Problem about(String user) {
        about = user;
        return this;
    }

    /** Whom it is about, where that is known and not the caller. */
    public Optional<String> about() {
        return Optional.ofNullable(about);
    }

    /** The same with more header fields. */
    public Problem with(Map<String, String> more) {
        Map<String, String> all = new LinkedHashMap<>(headers);
        all.putAll(more);
        return new Problem(status, title, String.valueOf(getMessage()), all, causes);
    }

    /** The status. */
    public int status() {
        return status;
    }

    /** Returns what the client gets. */
    public Answer answer() {
        JsonObjectBuilder json = Answer.JSON
                .createObjectBuilder()
                .add("type", "about:blank")
                .add("title", title)
                .add("status", status)
                .add("detail", String.valueOf(getMessage()));
        if (!causes.isEmpty()) {
            JsonArrayBuilder array = Answer.JSON.createArrayBuilder();
            causes.forEach(array::add);
            json.add("causes", array);
        }
        return Answer.of(status, "application/problem+json", json.build()).with(headers);
    }
}
