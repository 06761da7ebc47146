package io.keelson.perf;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.SplittableRandom;

/** Ports of loopback on which nobody listens. */
final class FreePorts {
    private FreePorts() {}

    /** One that the system gives. */
    static int one() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /**
     * One whose next is free as well, below those that the system gives to outgoing connections.
     *
     * @param held takes the two, which the caller closes when it has all ports that it needs
     */
    static int pair(List<ServerSocket> held) throws IOException {
        SplittableRandom random = new SplittableRandom();
        for (int attempt = 0; attempt < 200; attempt++) {
            int port = random.nextInt(20_000, 32_000);
            try {
                held.add(new ServerSocket(port, 1, InetAddress.getLoopbackAddress()));
                held.add(new ServerSocket(port + 1, 1, InetAddress.getLoopbackAddress()));
                return port;
            } catch (IOException e) {
                // one of the two is taken: try others
            }
        }
        throw new IOException("no two free ports beside each other");
    }
}
