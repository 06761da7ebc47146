package io.keelson.admin.rest;

import io.keelson.kernel.management.Role;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Describes the interface as OpenAPI 3.1 has it (OpenAPI Specification 3.1.0, 4.8): each operation with its role, its parameters and
 * its bodies, from the routes and what they say of themselves. Confined to one thread.
 */
public final class OpenApi {
    /** The paths say so too; a change that breaks clients gets other ones. */
    private static final String VERSION = "1.0.0";

    private final Router router;
    private final Schemas schemas = new Schemas();

    /** The description of all operations of that router. */
    public OpenApi(Router router) {
        this.router = router;
    }

    /** The document. */
    public JsonObject document() {
        JsonObjectBuilder paths = Answer.JSON.createObjectBuilder();
        Map<String, List<Route>> byPath = new TreeMap<>();
        for (Route route : router.routes()) {
            byPath.computeIfAbsent(path(route), key -> new ArrayList<>()).add(route);
        }
        byPath.forEach((path, routes) -> paths.add(path, item(routes)));
        schemas.put("problem", problem());
        return Answer.JSON
                .createObjectBuilder()
                .add("openapi", "3.1.0")
                .add("info", info())
                .add("servers", Answer.JSON.createArrayBuilder().add(object("url", router.prefix())))
                .add("paths", paths)
                .add(
                        "components",
                        Answer.JSON
                                .createObjectBuilder()
                                .add("schemas", schemas.known())
                                .add("securitySchemes", securitySchemes()))
                .build();
    }

    private static JsonObjectBuilder object(String name, String value) {
        return Answer.JSON.createObjectBuilder().add(name, value);
    }

    private static JsonObjectBuilder info() {
        return object("title", "Keelson management")
                .add("version", VERSION)
                .add(
                        "description",
                        "The management interface of a Keelson server. x-keelson-role is the least role that an operation needs;"
                                + " the admin server has all operations, other servers those that are not of the domain.")
                .add("license", object("name", "Apache-2.0").add("identifier", "Apache-2.0"));
    }

    private static JsonObjectBuilder securitySchemes() {
        return Answer.JSON
                .createObjectBuilder()
                .add(
                        "token",
                        object("type", "http")
                                .add("scheme", "bearer")
                                .add("description", "the domain's management token"))
                .add(
                        "password",
                        object("type", "http")
                                .add("scheme", "basic")
                                .add("description", "a user of the realm; over TLS, or from the server's machine"))
                .add(
                        "session",
                        object("type", "apiKey")
                                .add("in", "cookie")
                                .add("name", "KEELSON_CONSOLE_port")
                                .add(
                                        "description",
                                        "the cookie of POST login, whose name ends with the port, and over TLS begins with"
                                                + " __Secure-; a change needs the header X-Keelson-Csrf too"));
    }

    /** {@code /deployments/{name}}; what stands for one or more segments is called rest, a second variable name2. */
    private static String path(Route route) {
        StringBuilder path = new StringBuilder();
        int variables = 0;
        for (String part : route.path()) {
            path.append('/').append(part.startsWith("*") ? "{" + variable(part, ++variables) + "}" : part);
        }
        return path.toString();
    }

    private static String variable(String part, int number) {
        return part.equals("**") ? "rest" : number == 1 ? "name" : "name" + number;
    }

    private JsonObjectBuilder item(List<Route> routes) {
        JsonObjectBuilder item = Answer.JSON.createObjectBuilder();
        for (Route route : routes) {
            item.add(route.method().toLowerCase(Locale.ROOT), operation(route));
        }
        return item;
    }

    private JsonObjectBuilder operation(Route route) {
        Operation said = route.operation();
        JsonObjectBuilder operation = object("operationId", id(route))
                .add("summary", said.summary())
                .add("tags", Answer.JSON.createArrayBuilder().add(route.path().get(0)))
                .add("parameters", parameters(route));
        if (!said.takes().isEmpty()) {
            operation.add("requestBody", Answer.JSON.createObjectBuilder().add("content", content(said.takes())));
        }
        Role least = route.least();
        JsonArrayBuilder security = Answer.JSON.createArrayBuilder();
        if (least != null) {
            operation.add("x-keelson-role", least.text());
            for (String scheme : List.of("token", "password", "session")) {
                security.add(Answer.JSON.createObjectBuilder().add(scheme, Answer.JSON.createArrayBuilder()));
            }
        }
        return operation.add("security", security).add("responses", responses(said));
    }

    private static String id(Route route) {
        return route.method().toLowerCase(Locale.ROOT)
                + path(route).replace("}", "").replaceAll("[^A-Za-z0-9]+", "-");
    }

    private JsonArrayBuilder parameters(Route route) {
        JsonArrayBuilder parameters = Answer.JSON.createArrayBuilder();
        int variables = 0;
        for (String part : route.path()) {
            if (part.startsWith("*")) {
                parameters.add(object("name", variable(part, ++variables))
                        .add("in", "path")
                        .add("required", true)
                        .add("schema", schemas.of(Schema.TEXT)));
            }
        }
        route.operation()
                .query()
                .forEach((name, schema) ->
                        parameters.add(object("name", name).add("in", "query").add("schema", schemas.of(schema))));
        return parameters;
    }

    private JsonObjectBuilder responses(Operation said) {
        JsonObjectBuilder responses = Answer.JSON.createObjectBuilder();
        said.answers().forEach((status, bodies) -> {
            JsonObjectBuilder response = object("description", status == 202 ? "begun" : "done");
            responses.add(
                    String.valueOf(status), bodies.isEmpty() ? response : response.add("content", content(bodies)));
        });
        return responses.add(
                "default",
                object("description", "refused")
                        .add(
                                "content",
                                Answer.JSON
                                        .createObjectBuilder()
                                        .add(
                                                "application/problem+json",
                                                Answer.JSON
                                                        .createObjectBuilder()
                                                        .add("schema", object("$ref", Schemas.PLACE + "problem")))));
    }

    private JsonObjectBuilder content(Map<String, Schema> bodies) {
        JsonObjectBuilder content = Answer.JSON.createObjectBuilder();
        bodies.forEach((type, schema) ->
                content.add(type, Answer.JSON.createObjectBuilder().add("schema", schemas.of(schema))));
        return content;
    }

    /** RFC 9457. */
    private JsonObject problem() {
        return schemas.of(Schema.object("type", Schema.TEXT)
                        .with("title", Schema.TEXT)
                        .with("status", Schema.INTEGER)
                        .with("detail", Schema.TEXT)
                        .maybe("causes", Schema.list(Schema.TEXT)))
                .build();
    }
}
