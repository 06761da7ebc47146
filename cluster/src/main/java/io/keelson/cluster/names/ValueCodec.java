package io.keelson.cluster.names;

import io.keelson.kernel.spi.lease.Fence;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/** Turns the values of names into bytes and back: a Remote becomes a stub, what is Serializable a copy. Thread-safe. */
public interface ValueCodec {
    /**
     * The bytes of a value. What is Remote can be called from then on, until it has been released as often as it was encoded;
     * what is bound under a lease only while that is held here.
     *
     * @param fence the lease under which it is bound; null: none
     * @throws NamingException when the value can be neither a stub nor a copy; the message says why
     */
    byte[] encode(Object value, @Nullable Fence fence) throws NamingException;

    /** Says that one of the names of a value that was encoded here has gone. */
    void release(Object value);

    /**
     * The value of bytes.
     *
     * @param loader finds its classes
     * @throws NamingException when it cannot be made; its class is missing, say
     */
    Object decode(byte[] bytes, ClassLoader loader) throws NamingException;
}
