package io.keelson.remoting.internal.call;

import io.keelson.remoting.RequestNotSentException;

/** A peer that connected to this process, and is reached as long as it does. */
record AcceptedRoute(PeerConnection peer) implements Route {
    @Override
    public PeerConnection connection() throws RequestNotSentException {
        if (!peer.usable()) {
            throw new RequestNotSentException("the client at " + peer.peer() + " has ended its connection", null);
        }
        return peer;
    }

    @Override
    public boolean connected() {
        return peer.usable();
    }

    @Override
    public boolean avoided() {
        return !connected();
    }
}
