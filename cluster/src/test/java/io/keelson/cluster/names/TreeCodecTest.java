package io.keelson.cluster.names;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.cluster.io.MalformedMessageException;
import io.keelson.cluster.membership.Membership.Term;
import io.keelson.kernel.spi.lease.Fence;
import io.keelson.kernel.spi.membership.ClusterMember;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TreeCodecTest {
    private static final ClusterMember A = new ClusterMember("server-1", "00000000000000000000000000000001");
    private static final ClusterMember B = new ClusterMember("server-ä", "ffffffffffffffffffffffffffffffff");
    private static final Term TERM = new Term(300, A);

    private static List<TreeMessage> all() {
        TreeState state = new TreeState(
                new Term(-1, B),
                Set.of(A, B),
                7,
                Map.of("jms/orders", new Binding("x.Y", new byte[] {1, 2}, B, new Fence("l", 4))),
                Map.of("l", 4L),
                Map.of(A, new TreeState.Done(9, Outcome.DONE)));
        return List.of(
                new TreeMessage.Report(TERM, state),
                new TreeMessage.Whole(TERM, state),
                new TreeMessage.Request(TERM, 5, new TreeChange.Bind("n", "c", new Bytes(new byte[] {3}), null, true)),
                new TreeMessage.Request(TERM, 5, new TreeChange.Unbind("n", new Fence("l", 2), true)),
                new TreeMessage.Applied(TERM, 6, B, 5, new TreeChange.Unbind("n", new Fence("l", 1L << 60), false)),
                new TreeMessage.Ack(TERM, 1),
                new TreeMessage.Answer(TERM, 2, Outcome.GUARDED));
    }

    @Test
    void readsWhatItWrites() throws Exception {
        for (TreeMessage message : all()) {
            byte[] bytes = TreeCodec.write(message);
            assertThat(TreeCodec.write(TreeCodec.read(bytes))).isEqualTo(bytes);
        }
        TreeMessage.Whole whole = (TreeMessage.Whole) TreeCodec.read(TreeCodec.write(all().get(1)));
        assertThat(whole.term()).isEqualTo(TERM);
        assertThat(whole.state().bindings().get("jms/orders"))
                .isEqualTo(new Binding("x.Y", new byte[] {1, 2}, B, new Fence("l", 4)));
        assertThat(whole.state().members()).containsExactly(A, B);
        assertThat(TreeCodec.read(TreeCodec.write(all().get(6)))).isEqualTo(all().get(6));
    }

    /** Another version must go on reading these. */
    @Test
    void theBytesOfVersionOneStayAsTheyAre() throws Exception {
        String answer = "0106" + "ac02" + "08" + HexFormat.of().formatHex("server-1".getBytes("US-ASCII")) + "20"
                + HexFormat.of().formatHex(A.run().getBytes("US-ASCII")) + "02" + "04";
        assertThat(HexFormat.of().formatHex(TreeCodec.write(new TreeMessage.Answer(TERM, 2, Outcome.GUARDED))))
                .isEqualTo(answer);
    }

    @Test
    void refusesWhatIsCutOffOrGoesOn() {
        for (TreeMessage message : all()) {
            byte[] bytes = TreeCodec.write(message);
            for (int length = 0; length < bytes.length; length++) {
                byte[] cut = Arrays.copyOf(bytes, length);
                assertThatThrownBy(() -> TreeCodec.read(cut)).isInstanceOf(MalformedMessageException.class);
            }
            byte[] more = Arrays.copyOf(bytes, bytes.length + 1);
            assertThatThrownBy(() -> TreeCodec.read(more)).isInstanceOf(MalformedMessageException.class);
        }
        assertThatThrownBy(() -> TreeCodec.read(new byte[] {2, 5})).hasMessageContaining("of version 2");
    }

    /** Whatever bytes come: a message, or the one exception; never another, and no memory out of proportion. */
    @Test
    void survivesBytesThatWereChanged() {
        Random random = new Random(1);
        List<TreeMessage> messages = all();
        int refused = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = TreeCodec.write(messages.get(random.nextInt(messages.size())));
            for (int n = random.nextInt(4); n >= 0; n--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            try {
                TreeCodec.read(bytes);
            } catch (MalformedMessageException e) {
                refused++;
            }
        }
        assertThat(refused).isPositive();
    }
}
