package io.keelson.ee.iiop;

import io.keelson.remoting.iiop.IiopConnection;
import io.keelson.remoting.spi.RemoteCaller;
import org.jspecify.annotations.Nullable;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.NO_PERMISSION;

/** The request that a thread of the broker serves: interceptors and servants of a request run on the same. Thread-safe. */
final class Requests {
    private final ThreadLocal<@Nullable Request> current = new ThreadLocal<>();

    /**
     * A request.
     *
     * @param connection its connection, which is a socket
     * @param caller who calls
     * @param inTransaction true if the client's transaction service has sent the context of a transaction
     */
    record Request(IiopConnection connection, RemoteCaller caller, boolean inTransaction) {}

    void begin(Request request) {
        current.set(request);
    }

    void end() {
        current.remove();
    }

    /**
     * Returns the request of the present thread.
     *
     * @throws NO_PERMISSION where the thread serves none
     */
    Request current() {
        Request request = current.get();
        if (request == null) {
            throw new NO_PERMISSION("nobody knows who calls", 0, CompletionStatus.COMPLETED_NO);
        }
        return request;
    }
}
