package io.keelson.websocket.endpoint;

import io.keelson.component.spi.ComponentFactory;
import jakarta.websocket.DecodeException;
import jakarta.websocket.Decoder;
import jakarta.websocket.EncodeException;
import jakarta.websocket.Encoder;
import jakarta.websocket.EndpointConfig;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The decoders and encoders of one connection. Decoders are called by the session's thread; {@code encoding} lets one thread at a time
 * into the encoders.
 *
 * <p>Specification: WebSocket 2.2, 4.1.2 encoders; WebSocket 2.2, 4.1.3 decoders.
 */
final class Coders {
    private final CoderTypes types;
    private final ComponentFactory components;
    private final Map<Class<?>, Decoder> decoders = new LinkedHashMap<>();
    private final Map<Class<?>, Encoder> encoders = new LinkedHashMap<>();
    private final ReentrantLock encoding = new ReentrantLock();

    Coders(CoderTypes types, ComponentFactory components) {
        this.types = types;
        this.components = components;
    }

    CoderTypes types() {
        return types;
    }

    /** Makes them and brings them into service. */
    void start(EndpointConfig config) throws Exception {
        encoding.lock();
        try {
            for (CoderTypes.Dec dec : types.decoders()) {
                if (!decoders.containsKey(dec.type())) {
                    Decoder made = components.create(dec.type());
                    decoders.put(dec.type(), made);
                    made.init(config);
                }
            }
            for (CoderTypes.Enc enc : types.encoders()) {
                if (!encoders.containsKey(enc.type())) {
                    Encoder made = components.create(enc.type());
                    encoders.put(enc.type(), made);
                    made.init(config);
                }
            }
        } finally {
            encoding.unlock();
        }
    }

    /** Takes them out of service. What one throws is told and does not keep the others from it. */
    void stop(BiConsumer<Object, Throwable> failed) {
        encoding.lock();
        try {
            decoders.values().forEach(coder -> stop(coder, coder::destroy, failed));
            encoders.values().forEach(coder -> stop(coder, coder::destroy, failed));
            decoders.clear();
            encoders.clear();
        } finally {
            encoding.unlock();
        }
    }

    private void stop(Object coder, Runnable destroy, BiConsumer<Object, Throwable> failed) {
        try {
            destroy.run();
        } catch (RuntimeException | Error e) {
            failed.accept(coder, e);
        }
        components.destroy(coder);
    }

    /** The first of several decoders that takes the text decodes it. */
    Object text(List<CoderTypes.Dec> candidates, String message) throws DecodeException, IOException {
        for (CoderTypes.Dec dec : candidates) {
            Decoder decoder = decoder(dec);
            if (dec.form() == Decoder.TextStream.class) {
                return ((Decoder.TextStream<?>) decoder).decode(new StringReader(message));
            }
            Decoder.Text<?> text = (Decoder.Text<?>) decoder;
            if (text.willDecode(message)) {
                return text.decode(message);
            }
        }
        throw new DecodeException(message, "no decoder takes the message");
    }

    /** The first of several decoders that takes the bytes decodes them. */
    Object binary(List<CoderTypes.Dec> candidates, byte[] message) throws DecodeException, IOException {
        for (CoderTypes.Dec dec : candidates) {
            Decoder decoder = decoder(dec);
            if (dec.form() == Decoder.BinaryStream.class) {
                return ((Decoder.BinaryStream<?>) decoder).decode(new ByteArrayInputStream(message));
            }
            Decoder.Binary<?> binary = (Decoder.Binary<?>) decoder;
            if (binary.willDecode(ByteBuffer.wrap(message))) {
                return binary.decode(ByteBuffer.wrap(message));
            }
        }
        throw new DecodeException(ByteBuffer.wrap(message), "no decoder takes the message");
    }

    private Decoder decoder(CoderTypes.Dec dec) {
        Decoder decoder = decoders.get(dec.type());
        if (decoder == null) {
            throw new IllegalStateException("the decoder " + dec.type().getName() + " is not in service");
        }
        return decoder;
    }

    /**
     * An object as a message: by the application's encoder, else as it is where it is text, bytes or a primitive value.
     *
     * @return a {@link String} or a {@link ByteBuffer}
     */
    Object encode(Object message) throws EncodeException, IOException {
        CoderTypes.Enc enc = encoderFor(message.getClass());
        if (enc != null) {
            encoding.lock();
            try {
                return encode(enc, message);
            } finally {
                encoding.unlock();
            }
        }
        if (message instanceof ByteBuffer) {
            return message;
        }
        if (message instanceof byte[] bytes) {
            return ByteBuffer.wrap(bytes);
        }
        if (message instanceof String || Primitives.is(message.getClass())) {
            return message.toString();
        }
        throw new EncodeException(
                message, "the endpoint has no encoder for " + message.getClass().getName());
    }

    /** The one for that very class before one for a class above it. */
    private CoderTypes.@Nullable Enc encoderFor(Class<?> type) {
        for (CoderTypes.Enc enc : types.encoders()) {
            if (enc.takes() == type) {
                return enc;
            }
        }
        for (CoderTypes.Enc enc : types.encoders()) {
            if (enc.takes().isAssignableFrom(type)) {
                return enc;
            }
        }
        return null;
    }

    @SuppressWarnings("unchecked") // the encoder was chosen by the object's class
    private Object encode(CoderTypes.Enc enc, Object message) throws EncodeException, IOException {
        Encoder encoder = encoders.get(enc.type());
        if (encoder == null) {
            throw new EncodeException(message, "the encoder " + enc.type().getName() + " is not in service");
        }
        Object encoded;
        if (enc.form() == Encoder.Text.class) {
            encoded = ((Encoder.Text<Object>) encoder).encode(message);
        } else if (enc.form() == Encoder.Binary.class) {
            encoded = ((Encoder.Binary<Object>) encoder).encode(message);
        } else if (enc.form() == Encoder.TextStream.class) {
            StringWriter text = new StringWriter();
            ((Encoder.TextStream<Object>) encoder).encode(message, text);
            encoded = text.toString();
        } else {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            ((Encoder.BinaryStream<Object>) encoder).encode(message, bytes);
            encoded = ByteBuffer.wrap(bytes.toByteArray());
        }
        if (encoded == null) {
            throw new EncodeException(message, "the encoder " + enc.type().getName() + " gave null");
        }
        return encoded;
    }
}
