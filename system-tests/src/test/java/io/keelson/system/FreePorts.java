package io.keelson.system;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports of loopback for servers that have to know theirs before they listen. They lie below the range from which the system takes those of
 * outgoing connections, so that none of these comes between. None is given twice. Thread-safe.
 */
final class FreePorts {
    private static final int FIRST = 15_000;
    private static final int BEYOND = 32_000;
    private static final int ATTEMPTS = 1_000;

    private static final Set<Integer> GIVEN = ConcurrentHashMap.newKeySet();

    private FreePorts() {}

    /** Returns a port at which nobody listens. */
    static int next() {
        for (int i = 0; i < ATTEMPTS; i++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, BEYOND);
            if (isFree(port) && GIVEN.add(port)) {
                return port;
            }
        }
        throw new IllegalStateException("no port from " + FIRST + " to " + BEYOND + " is free");
    }

    /** Returns true if nobody listens at a port of loopback. */
    static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort() == port;
        } catch (IOException e) { // the answer
            return false;
        }
    }
}
