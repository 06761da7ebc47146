package io.keelson.websocket.endpoint;

import jakarta.websocket.Decoder;
import jakarta.websocket.DeploymentException;
import jakarta.websocket.Encoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The decoders and encoders of an endpoint, as they are declared. Immutable.
 *
 * <p>Specification: WebSocket 2.2, 4.1.2 encoders; WebSocket 2.2, 4.1.3 decoders.
 */
record CoderTypes(List<Dec> decoders, List<Enc> encoders) {
    /** One way of a decoder: a class may have several. */
    record Dec(Class<? extends Decoder> type, Class<?> form, Class<?> gives) {
        boolean text() {
            return form == Decoder.Text.class || form == Decoder.TextStream.class;
        }
    }

    /** One way of an encoder. */
    record Enc(Class<? extends Encoder> type, Class<?> form, Class<?> takes) {}

    private static final List<Class<?>> DECODER_FORMS =
            List.of(Decoder.Text.class, Decoder.TextStream.class, Decoder.Binary.class, Decoder.BinaryStream.class);
    private static final List<Class<?>> ENCODER_FORMS =
            List.of(Encoder.Text.class, Encoder.TextStream.class, Encoder.Binary.class, Encoder.BinaryStream.class);

    /** Looks at the classes. */
    static CoderTypes of(List<Class<? extends Decoder>> decoders, List<Class<? extends Encoder>> encoders)
            throws DeploymentException {
        List<Dec> decs = new ArrayList<>();
        for (Class<? extends Decoder> type : decoders) {
            int before = decs.size();
            for (Class<?> form : DECODER_FORMS) {
                argument(type, form).ifPresent(gives -> decs.add(new Dec(type, form, gives)));
            }
            require(decs.size() > before, "decoder", type);
        }
        List<Enc> encs = new ArrayList<>();
        for (Class<? extends Encoder> type : encoders) {
            int before = encs.size();
            for (Class<?> form : ENCODER_FORMS) {
                argument(type, form).ifPresent(takes -> encs.add(new Enc(type, form, takes)));
            }
            require(encs.size() > before, "encoder", type);
        }
        return new CoderTypes(List.copyOf(decs), List.copyOf(encs));
    }

    private static Optional<Class<?>> argument(Class<?> type, Class<?> form) {
        return form.isAssignableFrom(type) ? Generics.argument(type, form) : Optional.empty();
    }

    private static void require(boolean found, String what, Class<?> type) throws DeploymentException {
        if (!found) {
            throw new DeploymentException("the " + what + " " + type.getName()
                    + " implements none of the interfaces for text and binary messages with a type that can be seen");
        }
    }
}
