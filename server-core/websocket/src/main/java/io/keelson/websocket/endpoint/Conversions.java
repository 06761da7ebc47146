package io.keelson.websocket.endpoint;

import io.keelson.websocket.session.Channel;
import jakarta.websocket.DecodeException;
import jakarta.websocket.PongMessage;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.lang.invoke.MethodType;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Converts messages to what a handler takes, by its type (MessageHandler, OnMessage).
 *
 * <p>Specification: WebSocket 2.2, 4.7 @OnMessage.
 */
final class Conversions {
    private Conversions() {}

    /** Makes of a message what a handler takes. */
    @FunctionalInterface
    interface Conversion {
        Object of(Coders coders, Object content) throws Exception;
    }

    /** The channels on which a message can become that type as a whole; empty where none can. */
    static Map<Channel, Conversion> whole(Class<?> type, CoderTypes coders) {
        Map<Channel, Conversion> plain = plain(type);
        return plain.isEmpty() ? decoded(type, coders) : plain;
    }

    private static Map<Channel, Conversion> plain(Class<?> type) {
        if (type == String.class) {
            return Map.of(Channel.TEXT, (coders, text) -> text);
        }
        if (type == Reader.class) {
            return Map.of(Channel.TEXT, (coders, text) -> new StringReader((String) text));
        }
        if (type == byte[].class) {
            return Map.of(Channel.BINARY, (coders, bytes) -> bytes);
        }
        if (type == ByteBuffer.class) {
            return Map.of(Channel.BINARY, (coders, bytes) -> ByteBuffer.wrap((byte[]) bytes));
        }
        if (type == InputStream.class) {
            return Map.of(Channel.BINARY, (coders, bytes) -> new ByteArrayInputStream((byte[]) bytes));
        }
        if (type == PongMessage.class) {
            return Map.of(Channel.PONG, (coders, bytes) -> new Pong(ByteBuffer.wrap((byte[]) bytes)));
        }
        return Map.of();
    }

    private static Map<Channel, Conversion> decoded(Class<?> type, CoderTypes coders) {
        List<CoderTypes.Dec> text = coders.decoders().stream()
                .filter(dec -> dec.text() && fits(type, dec.gives()))
                .toList();
        List<CoderTypes.Dec> binary = coders.decoders().stream()
                .filter(dec -> !dec.text() && fits(type, dec.gives()))
                .toList();
        Map<Channel, Conversion> found = new EnumMap<>(Channel.class);
        if (!text.isEmpty()) {
            found.put(Channel.TEXT, (all, message) -> all.text(text, (String) message));
        }
        if (!binary.isEmpty()) {
            found.put(Channel.BINARY, (all, message) -> all.binary(binary, (byte[]) message));
        }
        if (found.isEmpty() && Primitives.is(type)) {
            found.put(Channel.TEXT, (all, message) -> primitive(type, (String) message));
        }
        return found;
    }

    /** A primitive parameter takes what its class's decoder gives. */
    private static boolean fits(Class<?> type, Class<?> gives) {
        return type.isAssignableFrom(gives)
                || type.isPrimitive() && MethodType.methodType(type).wrap().returnType() == gives;
    }

    private static Object primitive(Class<?> type, String message) throws DecodeException {
        try {
            return Primitives.read(type, message);
        } catch (IllegalArgumentException e) {
            throw new DecodeException(message, "the message is no " + type.getName(), e);
        }
    }

    /** The channel on which a handler takes messages of that type in parts; empty where it cannot. */
    static Map<Channel, Conversion> parts(Class<?> type) {
        return type == String.class || type == byte[].class || type == ByteBuffer.class ? plain(type) : Map.of();
    }

    /** A pong that came. */
    private record Pong(ByteBuffer data) implements PongMessage {
        @Override
        public ByteBuffer getApplicationData() {
            return data;
        }
    }
}
