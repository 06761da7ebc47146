package io.keelson.examples.bookshop;

import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.json.bind.Jsonb;
import jakarta.json.bind.JsonbBuilder;
import jakarta.json.bind.JsonbException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Reads and writes JSON. */
@ApplicationScoped
public class Answers {
    private final Jsonb json = JsonbBuilder.create();

    @PreDestroy
    void close() {
        try {
            json.close();
        } catch (Exception e) {
            throw new IllegalStateException("JSON Binding cannot be closed", e);
        }
    }

    /**
     * Returns what a client has sent.
     *
     * @throws JsonbException when it is no JSON, or not of that kind
     */
    public <T> T read(HttpServletRequest request, Class<T> type) throws IOException {
        return json.fromJson(request.getReader(), type);
    }

    /** Answers with a value. */
    public void write(HttpServletResponse response, int status, Object value) throws IOException {
        response.setStatus(status);
        response.setContentType("application/json;charset=UTF-8");
        response.setHeader("Cache-Control", "no-store");
        response.getWriter().write(json.toJson(value));
    }
}
