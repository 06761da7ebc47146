package io.keelson.remoting.internal.marshal;

import java.lang.reflect.Proxy;
import org.jboss.marshalling.UnmarshallingObjectInputFilter;

/**
 * The filter of one unmarshaller: classes, depth, references, bytes and lengths of arrays. An array is at most as long as the
 * message could fill, so that a few bytes cannot take much memory. Confined to the thread that reads.
 */
final class ObjectFilter implements UnmarshallingObjectInputFilter {
    /** Booleans are the smallest elements: eight in a byte. */
    private static final long ELEMENTS_IN_A_BYTE = 8;

    private final AllowList allowed;
    private final MarshalLimits limits;
    private long mostElements;

    ObjectFilter(AllowList allowed, MarshalLimits limits) {
        this.allowed = allowed;
        this.limits = limits;
    }

    /** A message of so many bytes is read next. */
    void begin(long bytes) {
        // Empty collections of the JDK say a small capacity that is not in the message.
        mostElements = Math.min(limits.arrayLength(), Math.max(1024, bytes * ELEMENTS_IN_A_BYTE));
    }

    @Override
    public Status checkInput(FilterInfo info) {
        if (info.getDepth() > limits.depth()
                || info.getReferences() > limits.references()
                || info.getStreamBytes() > limits.bytes()
                || info.getArrayLength() > mostElements) {
            return Status.REJECTED;
        }
        Class<?> type = info.getUnmarshalledClass();
        if (type == null) {
            return Status.UNDECIDED;
        }
        return Proxy.isProxyClass(type) || !allowed.allows(type) ? Status.REJECTED : Status.ALLOWED;
    }
}
