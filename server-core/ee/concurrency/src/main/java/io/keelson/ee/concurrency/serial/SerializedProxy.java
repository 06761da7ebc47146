package io.keelson.ee.concurrency.serial;

import io.keelson.ee.concurrency.context.RestoredProxy;
import java.io.InvalidObjectException;
import java.io.Serial;
import java.io.Serializable;

/**
 * The handler of a contextual proxy in a stream: which context, signed by the JVM that has written it, and the instance. Immutable.
 *
 * <p>Specification: Jakarta Concurrency 3.1, 3.3.4 Jakarta EE Product Provider's Responsibilities.
 */
public final class SerializedProxy implements Serializable {
    @Serial
    private static final long serialVersionUID = 1L;

    private final byte[] context;
    private final byte[] signature;

    @SuppressWarnings("serial") // refused by the stream where it is none
    private final Object instance;

    /** Makes it; the arrays are not copied. */
    public SerializedProxy(byte[] context, byte[] signature, Object instance) {
        this.context = context;
        this.signature = signature;
        this.instance = instance;
    }

    @Serial
    private Object readResolve() throws InvalidObjectException {
        return RestoredProxy.of(context, signature, instance);
    }
}
