package io.keelson.ee.rest.json;

import jakarta.json.Json;
import jakarta.json.JsonException;
import jakarta.json.JsonReader;
import jakarta.json.JsonValue;
import jakarta.json.JsonWriter;
import jakarta.ws.rs.BadRequestException;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.MessageBodyReader;
import jakarta.ws.rs.ext.MessageBodyWriter;
import jakarta.ws.rs.ext.Provider;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;

/**
 * Reads and writes the values of JSON Processing. They are read from a body that does not say its type, too. A body that is no JSON, or
 * JSON of another kind than the parameter, is answered with 400. Thread-safe.
 *
 * <p>Specification: RESTful Web Services 4.0, 4.2.4 Standard Entity Providers.
 */
@Provider
@Consumes("*/*")
@Produces({Media.JSON, Media.TEXT_JSON, Media.LIKE_JSON})
public final class ProcessingProvider implements MessageBodyReader<JsonValue>, MessageBodyWriter<JsonValue> {
    /** Made by RESTEasy, one an application. */
    public ProcessingProvider() {}

    @Override
    public boolean isReadable(Class<?> type, Type generic, Annotation[] annotations, MediaType media) {
        return JsonValue.class.isAssignableFrom(type) && (Media.isJson(media) || Media.isUnsaid(media));
    }

    @Override
    public boolean isWriteable(Class<?> type, Type generic, Annotation[] annotations, MediaType media) {
        return JsonValue.class.isAssignableFrom(type) && (Media.isJson(media) || Media.isAny(media));
    }

    @Override
    public JsonValue readFrom(
            Class<JsonValue> type,
            Type generic,
            Annotation[] annotations,
            MediaType media,
            MultivaluedMap<String, String> headers,
            InputStream body) {
        try (JsonReader reader = Json.createReader(new InputStreamReader(body, Media.charset(media)))) {
            JsonValue value = reader.readValue();
            if (!type.isInstance(value)) {
                throw new BadRequestException(
                        "the body is JSON of the kind " + value.getValueType() + " and not of " + type.getSimpleName());
            }
            return value;
        } catch (JsonException e) {
            throw new BadRequestException("the body is no JSON: " + e.getMessage(), e);
        }
    }

    @Override
    public void writeTo(
            JsonValue value,
            Class<?> type,
            Type generic,
            Annotation[] annotations,
            MediaType media,
            MultivaluedMap<String, Object> headers,
            OutputStream body)
            throws IOException {
        try (JsonWriter writer = Json.createWriter(new OutputStreamWriter(new KeptOpen(body), Media.charset(media)))) {
            writer.write(value);
        }
    }

    /** The container closes the body. It is not flushed, so that a short answer goes with its length. */
    private static final class KeptOpen extends FilterOutputStream {
        KeptOpen(OutputStream out) {
            super(out);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            out.write(bytes, offset, length);
        }

        @Override
        public void flush() {
            // Left to the container.
        }

        @Override
        public void close() {
            // Left to the container.
        }
    }
}
