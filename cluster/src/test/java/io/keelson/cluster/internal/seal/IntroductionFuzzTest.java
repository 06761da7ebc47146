package io.keelson.cluster.internal.seal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.keelson.kernel.config.DomainKey;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import org.junit.jupiter.api.io.TempDir;

/**
 * Bytes of a peer without the domain's key, as caller and as callee. Must hold: it is never introduced, the refusal is the
 * same however its bytes arrive, and little is read of it and written to it.
 */
class IntroductionFuzzTest {
    private static final InetSocketAddress ADMIN = new InetSocketAddress("127.0.0.1", 7101);
    private static final InetSocketAddress ONE = new InetSocketAddress("127.0.0.1", 7103);
    private static final int MOST_IN_ANSWER = 1_024;

    @TempDir
    static Path domain;

    private record Refusal(Class<?> type, String message, int read, int written) {}

    @FuzzTest
    void strangers(byte[] bytes) throws IOException {
        ServerCard card = new ServerCard("shop", "c", "server-1", true, ClusterKey.of(DomainKey.of(domain)));
        for (boolean caller : new boolean[] {true, false}) {
            Refusal whole = of(card, caller, bytes, bytes.length);
            assertThat(whole.read()).as("bytes read").isLessThanOrEqualTo(Introduction.LONGEST + 64);
            assertThat(whole.written()).as("bytes in answer").isLessThanOrEqualTo(MOST_IN_ANSWER);
            assertThat(of(card, caller, bytes, 1)).as("byte by byte").isEqualTo(whole);
            assertThat(of(card, caller, bytes, 7)).as("in sevens").isEqualTo(whole);
        }
    }

    private static Refusal of(ServerCard card, boolean caller, byte[] bytes, int most) {
        Introduction introduction = new Introduction(card, new SecureRandom());
        Pieces in = new Pieces(bytes, most);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            if (caller) {
                introduction.answer(ADMIN, in, out);
            } else {
                introduction.call(ONE, ADMIN, in, out);
            }
        } catch (IOException e) {
            return new Refusal(e.getClass(), String.valueOf(e.getMessage()), in.read, out.size());
        }
        return fail("a peer without the key was introduced");
    }

    /** Gives a few bytes at a time, and counts them. */
    private static final class Pieces extends InputStream {
        private final ByteArrayInputStream bytes;
        private final int most;
        private int read;

        Pieces(byte[] bytes, int most) {
            this.bytes = new ByteArrayInputStream(bytes);
            this.most = Math.max(1, most);
        }

        @Override
        public int read() {
            int next = bytes.read();
            read += next < 0 ? 0 : 1;
            return next;
        }

        @Override
        public int read(byte[] into, int offset, int length) {
            int count = bytes.read(into, offset, Math.min(length, most));
            read += Math.max(0, count);
            return count;
        }
    }
}
