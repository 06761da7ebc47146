package io.keelson.cluster.internal.seal;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.kernel.config.DomainKey;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatagramCheckTest {
    private static final byte[] PAYLOAD = "a view".getBytes();

    @TempDir
    private Path domain;

    private final AtomicLong clock = new AtomicLong(1_000_000);
    private ClusterKey key;
    private DatagramCheck check;

    @BeforeEach
    void makeKey() throws IOException {
        key = ClusterKey.of(DomainKey.of(domain));
        check = new DatagramCheck(key, clock::get);
    }

    private DatagramSeal seal(ClusterKey by) {
        return new DatagramSeal(by, new SecureRandom(), clock::get);
    }

    private boolean accepted(byte[] sealed) {
        return check.accept(sealed, 0, sealed.length);
    }

    @Test
    void whatAServerSendsComesThroughOnce() {
        DatagramSeal sender = seal(key);
        byte[] first = sender.seal(PAYLOAD, 0, PAYLOAD.length);
        byte[] second = sender.seal(PAYLOAD, 0, PAYLOAD.length);

        assertThat(accepted(second)).isTrue();
        assertThat(accepted(first)).as("late, but new").isTrue();
        assertThat(accepted(first)).as("again").isFalse();
        assertThat(accepted(second)).as("again").isFalse();
        int from = DatagramCheck.payload(0);
        assertThat(Arrays.copyOfRange(first, from, from + DatagramCheck.payloadLength(first.length)))
                .isEqualTo(PAYLOAD);
    }

    @Test
    void whatIsChangedOrOfAnotherKeyDoesNot(@TempDir Path other) throws IOException {
        byte[] sealed = seal(key).seal(PAYLOAD, 0, PAYLOAD.length);
        for (int at = 0; at < sealed.length; at++) {
            byte[] changed = sealed.clone();
            changed[at] ^= 1;
            assertThat(accepted(changed)).isFalse();
        }
        for (int length = 0; length < sealed.length; length++) {
            assertThat(check.accept(sealed, 0, length)).isFalse();
        }
        assertThat(accepted(seal(ClusterKey.of(DomainKey.of(other))).seal(PAYLOAD, 0, PAYLOAD.length)))
                .isFalse();
        assertThat(accepted(sealed)).as("itself").isTrue();
    }

    /** A server that was started again knows nobody: what was recorded before is too old for it. */
    @Test
    void whatWasRecordedIsTooOldForWhoDoesNotKnowTheSender() {
        DatagramSeal sender = seal(key);
        byte[] recorded = sender.seal(PAYLOAD, 0, PAYLOAD.length);
        clock.addAndGet(DatagramCheck.FRESH_MILLIS + 1);
        assertThat(accepted(recorded)).isFalse();
        assertThat(accepted(sender.seal(PAYLOAD, 0, PAYLOAD.length))).isTrue();
        assertThat(accepted(recorded))
                .as("new by its number, of a sender that is known")
                .isTrue();
    }

    @Test
    void numbersThatAreFarBehindCountAsCome() {
        ReplayWindow window = new ReplayWindow();
        window.accept(1);
        window.accept(ReplayWindow.SIZE + 2L);
        assertThat(window.isNew(1)).isFalse();
        assertThat(window.isNew(2)).isFalse();
        assertThat(window.isNew(3)).isTrue();
        assertThat(window.isNew(ReplayWindow.SIZE + 2L)).isFalse();
        window.accept(1_000_000);
        assertThat(window.isNew(1_000_000 - ReplayWindow.SIZE + 1)).isTrue();
        assertThat(window.isNew(0)).isFalse();
        assertThat(window.isNew(-1)).isFalse();
    }
}
