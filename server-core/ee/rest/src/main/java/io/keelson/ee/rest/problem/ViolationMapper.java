package io.keelson.ee.rest.problem;

import jakarta.json.Json;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObject;
import jakarta.validation.ConstraintViolation;
import jakarta.validation.ConstraintViolationException;
import jakarta.validation.ElementKind;
import jakarta.validation.Path;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;

/**
 * Answers requests that violate constraints: 400 with the violations as {@code application/problem+json}; 500 where a result does, as
 * that is the application's fault and says nothing to the client. A mapper of the application for the same exception goes before it.
 * Thread-safe.
 *
 * <p>Specification: RESTful Web Services 4.0, 7.6 Validation and Error Reporting; RFC 9457.
 */
@Provider
public final class ViolationMapper implements ExceptionMapper<ConstraintViolationException> {
    private static final String PROBLEM = "application/problem+json";

    /** Made by RESTEasy, one an application. */
    public ViolationMapper() {}

    @Override
    public Response toResponse(ConstraintViolationException exception) {
        List<? extends ConstraintViolation<?>> all = exception.getConstraintViolations() == null
                ? List.of()
                : exception.getConstraintViolations().stream()
                        .sorted(Comparator.comparing(ViolationMapper::place)
                                .thenComparing(violation -> String.valueOf(violation.getMessage())))
                        .toList();
        boolean ours = all.stream().anyMatch(ViolationMapper::isOfResult);
        Response.Status status = ours ? Response.Status.INTERNAL_SERVER_ERROR : Response.Status.BAD_REQUEST;
        JsonArrayBuilder violations = Json.createArrayBuilder();
        if (!ours) {
            all.forEach(violation -> violations.add(Json.createObjectBuilder()
                    .add("property", place(violation))
                    .add("message", String.valueOf(violation.getMessage()))));
        }
        JsonObject problem = Json.createObjectBuilder()
                .add("type", "about:blank")
                .add("title", status.getReasonPhrase())
                .add("status", status.getStatusCode())
                .add("violations", violations)
                .build();
        return Response.status(status).type(PROBLEM).entity(problem).build();
    }

    private static boolean isOfResult(ConstraintViolation<?> violation) {
        for (Path.Node node : violation.getPropertyPath()) {
            if (node.getKind() == ElementKind.RETURN_VALUE) {
                return true;
            }
        }
        return false;
    }

    /** The path without the method: clients do not know it. */
    private static String place(ConstraintViolation<?> violation) {
        Deque<String> names = new ArrayDeque<>();
        for (Path.Node node : violation.getPropertyPath()) {
            if (node.getKind() != ElementKind.METHOD && node.getKind() != ElementKind.CONSTRUCTOR) {
                names.add(String.valueOf(node));
            }
        }
        return String.join(".", names);
    }
}
