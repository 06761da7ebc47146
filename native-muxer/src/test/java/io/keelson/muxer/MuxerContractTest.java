package io.keelson.muxer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What a muxer promises to the protocols above it, run for each kind. */
abstract class MuxerContractTest {
    abstract boolean nativeIo();

    @Test
    void echoesALargeTransferByteForByte() throws Exception {
        long seed = new Random().nextLong();
        int size = 48 << 20;
        try (TestServer server = TestServer.start(
                        nativeIo(), channel -> channel.pipeline().addLast(new Echo()));
                Socket socket = server.connect()) {
            CompletableFuture<Void> sent = CompletableFuture.runAsync(() -> send(socket, seed, size));
            assertThat(firstDifference(socket, seed, size)).as("seed %d", seed).isEqualTo(-1);
            sent.get(10, TimeUnit.SECONDS);
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
    }

    /** Sends pseudo-random bytes in pieces of random size, then closes its half. */
    private static void send(Socket socket, long seed, int size) {
        Random bytes = new Random(seed);
        Random pieces = new Random(seed + 1);
        try {
            OutputStream out = socket.getOutputStream();
            for (int left = size; left > 0; ) {
                byte[] piece = new byte[Math.min(left, 1 + pieces.nextInt(1 << pieces.nextInt(20)))];
                for (int i = 0; i < piece.length; i++) {
                    piece[i] = (byte) bytes.nextInt();
                }
                out.write(piece);
                left -= piece.length;
            }
            socket.shutdownOutput();
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static long firstDifference(Socket socket, long seed, int size) throws Exception {
        Random bytes = new Random(seed);
        InputStream in = socket.getInputStream();
        byte[] piece = new byte[1 << 17];
        for (long at = 0; at < size; ) {
            int count = in.read(piece);
            if (count < 0) {
                return at;
            }
            for (int i = 0; i < count; i++) {
                if (piece[i] != (byte) bytes.nextInt()) {
                    return at + i;
                }
            }
            at += count;
        }
        return -1;
    }
}
