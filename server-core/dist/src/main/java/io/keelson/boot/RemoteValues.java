package io.keelson.boot;

import io.keelson.cluster.names.ValueCodec;
import io.keelson.kernel.naming.Naming;
import io.keelson.kernel.spi.lease.Fence;
import io.keelson.remoting.RemoteObjects.SharedValues;
import java.io.IOException;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/** The values of the cluster's names as remoting writes and reads them; what was bound under a lease is called while that is held. */
record RemoteValues(SharedValues values, Naming naming) implements ValueCodec {
    @Override
    public byte[] encode(Object value, @Nullable Fence fence) throws NamingException {
        try {
            return values.write(value, () -> fence == null || naming.holds(fence));
        } catch (IOException | RuntimeException e) {
            throw failure(
                    "an object of " + value.getClass().getName()
                            + " cannot be sent to the other servers of the cluster: " + e.getMessage(),
                    e);
        }
    }

    @Override
    public void release(Object value) {
        values.release(value);
    }

    @Override
    public Object decode(byte[] bytes, ClassLoader loader) throws NamingException {
        Object value;
        try {
            value = values.read(bytes, loader);
        } catch (IOException | ClassNotFoundException | RuntimeException | LinkageError e) {
            throw failure("what another server has bound cannot be read here: " + e.getMessage(), e);
        }
        if (value == null) {
            throw new NamingException("what another server has bound is null");
        }
        return value;
    }

    private static NamingException failure(String message, Throwable cause) {
        NamingException failure = new NamingException(message);
        failure.initCause(cause);
        return failure;
    }
}
