package io.keelson.remoting.internal.call;

import io.keelson.remoting.RequestNotSentException;
import io.keelson.remoting.internal.wire.LoginRefusedException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Several addresses of one service: the one that was reached last, else the next that can be. */
public final class FirstOf implements Route {
    private final List<Endpoint> endpoints;
    private final AtomicInteger current = new AtomicInteger();

    /** At least one. */
    public FirstOf(List<Endpoint> endpoints) {
        this.endpoints = List.copyOf(endpoints);
    }

    @Override
    public PeerConnection connection() throws RequestNotSentException {
        int start = current.get();
        @Nullable RequestNotSentException failure = null;
        for (int i = 0; i < endpoints.size(); i++) {
            int at = (start + i) % endpoints.size();
            try {
                PeerConnection connection = endpoints.get(at).connection();
                current.set(at);
                return connection;
            } catch (RequestNotSentException e) {
                if (e.getCause() instanceof LoginRefusedException) {
                    // The others are servers of the same users.
                    throw e;
                }
                if (failure == null) {
                    failure = e;
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        throw failure == null ? new RequestNotSentException("there is no address to connect to", null) : failure;
    }

    @Override
    public boolean connected() {
        return endpoints.stream().anyMatch(Endpoint::connected);
    }
}
