package io.keelson.remoting.internal.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The server's side: one step at a time, each away from the loop. */
final class ServerHandshake implements Handshake {
    private final ServerLogin login;
    private boolean begun;
    private boolean busy;

    ServerHandshake(ServerLogin login) {
        this.login = login;
    }

    @Override
    public boolean isServer() {
        return true;
    }

    @Override
    public void greeted(WireConnection connection, Hello peer) {
        // The client chooses.
    }

    @Override
    public void step(WireConnection connection, boolean last, byte[] data) throws ProtocolException {
        if (last || busy) {
            throw new ProtocolException("a step of the login has come out of turn");
        }
        busy = true;
        if (begun) {
            connection.offload(() -> next(connection, login.next(data)));
            return;
        }
        begun = true;
        int length = data.length == 0 ? -1 : data[0];
        if (length < 1 || length > data.length - 1) {
            throw new ProtocolException("the login does not begin with the name of a mechanism");
        }
        String mechanism = new String(data, 1, length, StandardCharsets.US_ASCII);
        if (!login.mechanisms().contains(mechanism)) {
            throw new ProtocolException("the mechanism " + mechanism + " is not offered here");
        }
        byte[] first = Arrays.copyOfRange(data, 1 + length, data.length);
        connection.offload(() -> next(connection, login.begin(mechanism, first)));
    }

    private Runnable next(WireConnection connection, ServerLogin.Step step) {
        if (step instanceof ServerLogin.Step.Accepted accepted) {
            return () -> {
                busy = false;
                connection.sendPeers();
                connection.sendAuth(FrameType.READY, accepted.data());
                connection.established(accepted.peer());
            };
        }
        ServerLogin.Step.Challenge challenge = (ServerLogin.Step.Challenge) step;
        return () -> {
            busy = false;
            connection.sendAuth(FrameType.AUTH, challenge.data());
        };
    }
}
