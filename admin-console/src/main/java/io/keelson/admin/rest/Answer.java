package io.keelson.admin.rest;

import io.keelson.http.HttpHeaders;
import io.keelson.http.ResponseWriter;
import jakarta.json.JsonObject;
import jakarta.json.JsonWriter;
import jakarta.json.spi.JsonProvider;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A whole response. Immutable.
 *
 * @param status the status
 * @param headers the fields
 * @param body the body, empty where there is none
 */
public record Answer(int status, Map<String, String> headers, byte[] body) {
    /** Finding the provider is slow, so it is done once. */
    public static final JsonProvider JSON = JsonProvider.provider();

    /** Stands for the answer of a resource that goes on to write the response itself, and ends the exchange. */
    public static final Answer TAKEN = new Answer(0, Map.of(), new byte[0]);

    /**
     * Fields that tell a browser how to treat any answer: keep it for nobody, take it only for what it is, run nothing in it, show it
     * in nobody's frame.
     */
    private static final Map<String, String> ALWAYS = Map.of(
            "Cache-Control", "no-store",
            "X-Content-Type-Options", "nosniff",
            "Content-Security-Policy",
                    "default-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
            "Cross-Origin-Resource-Policy", "same-origin",
            "Referrer-Policy", "no-referrer");

    /** Sets the fields that each answer has; for those who write the response themselves. */
    public static void always(HttpHeaders fields) {
        ALWAYS.forEach(fields::set);
    }

    /** Returns whether the resource writes the response itself. */
    public boolean taken() {
        return status == 0;
    }

    /** A JSON object. */
    public static Answer json(int status, JsonObject json) {
        return of(status, "application/json", json);
    }

    public static Answer of(int status, String type, JsonObject json) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
        try (JsonWriter writer = JSON.createWriter(bytes)) {
            writer.write(json);
        }
        return new Answer(status, Map.of("Content-Type", type), bytes.toByteArray());
    }

    public static Answer text(String text) {
        return new Answer(
                200, Map.of("Content-Type", "text/plain; charset=utf-8"), text.getBytes(StandardCharsets.UTF_8));
    }

    public static Answer empty(int status) {
        return new Answer(status, Map.of(), new byte[0]);
    }

    public Answer with(Map<String, String> more) {
        Map<String, String> all = new LinkedHashMap<>(headers);
        all.putAll(more);
        return new Answer(status, all, body);
    }

    /** Sends the response and ends the exchange; never parks. */
    public void sendNow(ResponseWriter response) throws IOException {
        head(response);
        response.writeNow(ByteBuffer.wrap(body), true);
    }

    /** Sends the response and ends the exchange. */
    public void send(ResponseWriter response) throws IOException {
        head(response);
        response.write(ByteBuffer.wrap(body), true);
    }

    private void head(ResponseWriter response) {
        response.status(status);
        HttpHeaders fields = response.headers();
        headers.forEach(fields::set);
        always(fields);
    }
}
