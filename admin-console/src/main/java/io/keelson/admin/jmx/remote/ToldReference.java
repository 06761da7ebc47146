package io.keelson.admin.jmx.remote;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.rmi.Remote;
import java.rmi.server.Operation;
import java.rmi.server.RemoteCall;
import java.rmi.server.RemoteObject;
import java.rmi.server.RemoteObjectInvocationHandler;
import java.rmi.server.RemoteRef;
import org.jspecify.annotations.Nullable;

/**
 * The reference to an exported object as clients get it: with the host that the configuration says, in the place of the one that RMI
 * thinks this machine has. RMI itself has one name for the whole process, which is not this server's to change. It is there to be
 * written, and cannot be called.
 */
@SuppressWarnings("deprecation") // RMI's interface has methods that only stubs of long ago have called
final class ToldReference implements RemoteRef {
    private static final long serialVersionUID = 1L;

    private final transient RemoteRef original;
    private final transient String host;

    private ToldReference(RemoteRef original, String host) {
        this.original = original;
        this.host = host;
    }

    /** The reference to an object that is exported. */
    static RemoteRef to(Remote exported, String host) throws IOException {
        Remote stub = RemoteObject.toStub(exported);
        RemoteObject known = Proxy.isProxyClass(stub.getClass())
                ? (RemoteObjectInvocationHandler) Proxy.getInvocationHandler(stub)
                : (RemoteObject) stub;
        return new ToldReference(known.getRef(), host);
    }

    @Override
    public String getRefClass(ObjectOutput out) {
        return original.getRefClass(out);
    }

    @Override
    public void writeExternal(ObjectOutput out) throws IOException {
        original.writeExternal(new ToldOutput(out, host));
    }

    @Override
    public void readExternal(ObjectInput in) {
        throw unused();
    }

    @Override
    public @Nullable Object invoke(Remote on, Method method, Object[] parameters, long hash) {
        throw unused();
    }

    @Override
    public RemoteCall newCall(RemoteObject on, Operation[] operations, int number, long hash) {
        throw unused();
    }

    @Override
    public void invoke(RemoteCall call) {
        throw unused();
    }

    @Override
    public void done(RemoteCall call) {
        throw unused();
    }

    @Override
    public int remoteHashCode() {
        return original.remoteHashCode();
    }

    @Override
    public boolean remoteEquals(RemoteRef other) {
        return original.remoteEquals(other);
    }

    @Override
    public String remoteToString() {
        return original.remoteToString();
    }

    private static UnsupportedOperationException unused() {
        return new UnsupportedOperationException("this reference is only written for others");
    }

    /** Hands everything on; the one text that a reference writes is its host. */
    private record ToldOutput(ObjectOutput out, String host) implements ObjectOutput {
        @Override
        public void writeUTF(String replaced) throws IOException {
            out.writeUTF(host);
        }

        @Override
        public void writeObject(Object object) throws IOException {
            out.writeObject(object);
        }

        @Override
        public void write(int one) throws IOException {
            out.write(one);
        }

        @Override
        public void write(byte[] bytes) throws IOException {
            out.write(bytes);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            out.write(bytes, offset, length);
        }

        @Override
        public void writeBoolean(boolean value) throws IOException {
            out.writeBoolean(value);
        }

        @Override
        public void writeByte(int value) throws IOException {
            out.writeByte(value);
        }

        @Override
        public void writeShort(int value) throws IOException {
            out.writeShort(value);
        }

        @Override
        public void writeChar(int value) throws IOException {
            out.writeChar(value);
        }

        @Override
        public void writeInt(int value) throws IOException {
            out.writeInt(value);
        }

        @Override
        public void writeLong(long value) throws IOException {
            out.writeLong(value);
        }

        @Override
        public void writeFloat(float value) throws IOException {
            out.writeFloat(value);
        }

        @Override
        public void writeDouble(double value) throws IOException {
            out.writeDouble(value);
        }

        @Override
        public void writeBytes(String text) throws IOException {
            out.writeBytes(text);
        }

        @Override
        public void writeChars(String text) throws IOException {
            out.writeChars(text);
        }

        @Override
        public void flush() throws IOException {
            out.flush();
        }

        @Override
        public void close() throws IOException {
            out.close();
        }
    }
}
