package io.keelson.remoting.internal.call;

import io.keelson.remoting.RequestNotSentException;
import io.keelson.remoting.internal.wire.LoginRefusedException;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Several addresses of one service: the one that was reached last, else the next that can be. Those that could not be reached
 * just now are asked last.
 */
public final class FirstOf implements Route {
    private final List<Endpoint> endpoints;
    private final AtomicInteger current = new AtomicInteger();

    /** At least one. */
    public FirstOf(List<Endpoint> endpoints) {
        this.endpoints = List.copyOf(endpoints);
    }

    @Override
    public PeerConnection connection() throws RequestNotSentException {
        Endpoint last = endpoints.get(current.get());
        if (last.connected()) {
            return last.connection();
        }
        @Nullable RequestNotSentException failure = null;
        for (int at : order()) {
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

    /** Returns whether this one is among them. */
    boolean has(Endpoint endpoint) {
        return endpoints.contains(endpoint);
    }

    private int[] order() {
        int start = current.get();
        return IntStream.range(start, start + endpoints.size())
                .map(i -> i % endpoints.size())
                .boxed()
                .sorted(Comparator.comparing(at -> endpoints.get(at).unreachable()))
                .mapToInt(at -> at)
                .toArray();
    }

    @Override
    public boolean connected() {
        for (Endpoint endpoint : endpoints) {
            if (endpoint.connected()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean avoided() {
        for (Endpoint endpoint : endpoints) {
            if (!endpoint.avoided()) {
                return false;
            }
        }
        return true;
    }
}
