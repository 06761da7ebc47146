package io.keelson.boot;

import io.keelson.cluster.names.ValueCodec;
import io.keelson.remoting.RemoteObjects.SharedValues;
import java.io.IOException;
import javax.naming.NamingException;

/** The values of the cluster's names as remoting writes and reads them. */
record RemoteValues(SharedValues values) implements ValueCodec {
    @Override
    public byte[] encode(Object value) throws NamingException {
        try {
            return values.write(value);
        } catch (IOException | RuntimeException e) {
            throw failure(
                    "an object of " + value.getClass().getName() + " cannot be sent to the other servers of the cluster: "
                            + e.getMessage(),
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
