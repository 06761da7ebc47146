package io.keelson.cluster.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.cluster.io.MalformedMessageException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LeaseCodecTest {
    private static final Owner OWNER = new Owner("server-1", -7, "boot:4026531836", 4711, 123_456);
    private static final LeaseRow ROW = new LeaseRow("timer", 300, 2, OWNER, 5_000);

    private static final List<LeaseMessage> MESSAGES = List.of(
            new LeaseMessage.Request(1, new LeaseCommand.Acquire("timer", OWNER, 299, 5_000)),
            new LeaseMessage.Request(2, new LeaseCommand.Renew(OWNER, List.of(new LeaseCommand.Grant("timer", 300)))),
            new LeaseMessage.Request(3, new LeaseCommand.Release("timer", OWNER, 300)),
            new LeaseMessage.Request(4, new LeaseCommand.Expire(List.of(ROW.stamp()))),
            new LeaseMessage.Reply(1, new LeaseResult.Granted(ROW)),
            new LeaseMessage.Reply(2, new LeaseResult.Refused(ROW)),
            new LeaseMessage.Reply(3, new LeaseResult.Full("timer")),
            new LeaseMessage.Reply(4, new LeaseResult.Renewed(List.of(ROW.stamp()))),
            new LeaseMessage.Reply(5, new LeaseResult.Released(new LeaseRow("größer", 1, 1, null, 2_000))),
            new LeaseMessage.Reply(6, new LeaseResult.Expired(List.of("timer"))),
            new LeaseMessage.Undecided(7, "server-2"),
            new LeaseMessage.Undecided(8, null),
            new LeaseMessage.Changed(List.of(ROW)),
            new LeaseMessage.Tell(),
            new LeaseMessage.Died(OWNER));

    @Test
    void everyMessageComesBackAsItWas() throws MalformedMessageException {
        for (LeaseMessage message : MESSAGES) {
            assertThat(LeaseCodec.message(LeaseCodec.encode(message))).isEqualTo(message);
        }
    }

    /** The form of version 1, kept: servers of two builds talk to one another, and old logs are read. */
    @Test
    void theFormStaysAsItIs() {
        byte[] bytes = LeaseCodec.encode(MESSAGES.get(0));

        assertThat(HexFormat.of().formatHex(bytes))
                .isEqualTo("0101" + "01" + "0574696d6572" + "087365727665722d31" + "f9ffffffffffffffff01"
                        + "0f626f6f743a34303236353331383336" + "e724" + "c0c407" + "ab02" + "8827");
    }

    @Test
    void refusesWhatIsCutShortOrTooLong() {
        for (LeaseMessage message : MESSAGES) {
            byte[] whole = LeaseCodec.encode(message);
            for (int length = 0; length < whole.length; length++) {
                byte[] part = Arrays.copyOf(whole, length);
                assertThatThrownBy(() -> LeaseCodec.message(part)).isInstanceOf(MalformedMessageException.class);
            }
            byte[] longer = Arrays.copyOf(whole, whole.length + 1);
            assertThatThrownBy(() -> LeaseCodec.message(longer)).isInstanceOf(MalformedMessageException.class);
        }
    }

    @Test
    void noBytesDoMoreThanBeRefused() {
        Random random = new Random(4711);
        for (int i = 0; i < 100_000; i++) {
            byte[] bytes = LeaseCodec.encode(MESSAGES.get(random.nextInt(MESSAGES.size())));
            for (int flips = random.nextInt(4); flips >= 0; flips--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            try {
                LeaseCodec.message(bytes);
            } catch (MalformedMessageException e) {
                assertThat(e).hasMessageMatching("(?s).+");
            }
        }
    }

    @Test
    void refusesUnknownTags() {
        assertThatThrownBy(() -> LeaseCodec.message(new byte[] {99}))
                .isInstanceOf(MalformedMessageException.class)
                .hasMessageContaining("unknown message 99");
    }
}
