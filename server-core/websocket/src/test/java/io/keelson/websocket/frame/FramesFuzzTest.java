package io.keelson.websocket.frame;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.Arrays;
import java.util.List;

/**
 * A client's bytes through the reader of frames. Whatever they are: the same is found whether they come at once, in pieces or one by
 * one; nothing but the documented codes ends it; nothing comes after a close frame or a fault; what is found is no larger than what was
 * sent where nothing is compressed. The first byte says what was agreed on compression.
 */
class FramesFuzzTest {
    private static final List<Integer> FAULTS = List.of(CloseCode.PROTOCOL, CloseCode.NOT_CONSISTENT);

    @FuzzTest
    void frames(byte[] bytes) {
        if (bytes.length == 0) {
            return;
        }
        DeflateAgreement agreement = switch (bytes[0] & 3) {
            case 0 -> null;
            case 1 -> new DeflateAgreement(true, true, 15);
            default -> new DeflateAgreement(false, false, 9);
        };
        byte[] input = Arrays.copyOfRange(bytes, 1, bytes.length);
        List<String> whole = read(input, Math.max(1, input.length), agreement);
        assertThat(read(input, 1, agreement)).as("byte by byte").isEqualTo(whole);
        assertThat(read(input, 13, agreement)).as("in pieces").isEqualTo(whole);
        if (agreement == null) {
            // A byte of content is at most two digits of what is noted.
            int noted = whole.stream().mapToInt(String::length).sum();
            assertThat(noted).isLessThanOrEqualTo(30 * whole.size() + 2 * input.length);
        }
        for (int i = 0; i < whole.size() - 1; i++) {
            assertThat(whole.get(i))
                    .as("not at the end")
                    .doesNotStartWith("fault")
                    .doesNotStartWith("close");
        }
    }

    private static List<String> read(byte[] input, int piece, DeflateAgreement agreement) {
        Bounded found = new Bounded();
        FrameReader reader = new FrameReader(found, Side.CLIENT, agreement);
        try {
            for (int at = 0; at < input.length && found.ready(); at += piece) {
                byte[] part = Arrays.copyOfRange(input, at, Math.min(input.length, at + piece));
                reader.take(part, 0, part.length);
            }
        } catch (ProtocolFault fault) {
            assertThat(FAULTS).contains(fault.code());
            assertThat(fault.reason()).isNotEmpty().hasSizeLessThan(124);
            found.events.add("fault " + fault.code());
        } finally {
            reader.close();
        }
        return found.full ? List.of() : found.events;
    }

    /** Takes no more than 4 MiB: how much a bomb makes is not what is looked at here. */
    private static final class Bounded extends Found {
        private boolean full;

        @Override
        public boolean ready() {
            full = full || bytes > 4 * 1024 * 1024;
            return !full;
        }
    }
}
