package io.keelson.admin.client;

import jakarta.json.JsonObject;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** JSON as the body of a request. Immutable. */
public final class JsonBody implements HttpConversation.Body {
    private final byte[] bytes;

    public JsonBody(JsonObject json) {
        this(json.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** JSON that has been written already, in UTF-8; whether it is any says who reads it. The array is not copied. */
    public JsonBody(byte[] json) {
        bytes = json;
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
