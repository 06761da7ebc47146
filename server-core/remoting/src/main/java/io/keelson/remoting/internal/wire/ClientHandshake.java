package io.keelson.remoting.internal.wire;

import java.nio.charset.StandardCharsets;

/** The client's side: chooses a mechanism, answers, and checks that the server knows the password's verifier too. */
final class ClientHandshake implements Handshake {
    private final ClientLogin login;

    ClientHandshake(ClientLogin login) {
        this.login = login;
    }

    @Override
    public boolean isServer() {
        return false;
    }

    @Override
    public void greeted(WireConnection connection, Hello peer) {
        connection.offload(() -> {
            byte[] name = login.choose(peer.mechanisms()).getBytes(StandardCharsets.US_ASCII);
            byte[] first = login.begin();
            byte[] data = new byte[1 + name.length + first.length];
            data[0] = (byte) name.length;
            System.arraycopy(name, 0, data, 1, name.length);
            System.arraycopy(first, 0, data, 1 + name.length, first.length);
            return () -> connection.sendAuth(FrameType.AUTH, data);
        });
    }

    @Override
    public void step(WireConnection connection, boolean last, byte[] data) {
        connection.offload(() -> {
            if (last) {
                login.finish(data);
                return () -> connection.established(login.peer());
            }
            byte[] answer = login.answer(data);
            return () -> connection.sendAuth(FrameType.AUTH, answer);
        });
    }
}
