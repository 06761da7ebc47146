package io.keelson.admin.jmx.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.base.time.Ticker;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class EntranceTest {
    /** The thread that accepts has the port until it has left the system's call, which a fifth of these meets on a busy machine. */
    @Test
    void aPortIsTakenAgainWhileTheThreadThatAcceptedThereIsLeaving() throws Exception {
        Entrance entrance = Entrance.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        InetSocketAddress address = entrance.address();
        for (int i = 0; i < 200; i++) {
            Thread accepting = accepting(entrance.createServerSocket(0));
            awaitAccepting(accepting);
            entrance.close();
            entrance = Entrance.bindAgain(address, Ticker.system());
            accepting.join();
        }
        assertThat(entrance.address()).isEqualTo(address);
        entrance.close();
    }

    /** Waits until the thread is within the system's call, as far as its stack tells. */
    private static void awaitAccepting(Thread thread) {
        while (thread.isAlive()
                && Arrays.stream(thread.getStackTrace())
                        .noneMatch(frame ->
                                frame.isNativeMethod() && frame.getMethodName().matches("accept|poll"))) {
            Thread.onSpinWait();
        }
    }

    private static Thread accepting(ServerSocket socket) {
        Thread thread = new Thread(
                () -> {
                    try {
                        socket.accept().close();
                    } catch (IOException e) {
                        // it was closed
                    }
                },
                "accepting");
        thread.start();
        return thread;
    }
}
