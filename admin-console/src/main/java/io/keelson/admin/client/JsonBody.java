package io.keelson.admin.client;

import jakarta.json.JsonObject;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** A JSON object as the body of a request. Immutable. */
public final class JsonBody implements HttpConversation.Body {
    private final byte[] bytes;

    public JsonBody(JsonObject json) {
        bytes = json.toString().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public long length() {
        return bytes.length;
    }

    @Override
    public String type() {
        return "application/json";
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        out.write(bytes);
    }
}
