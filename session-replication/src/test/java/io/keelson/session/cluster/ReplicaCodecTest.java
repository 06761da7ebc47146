package io.keelson.session.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.cluster.io.MalformedMessageException;
import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.session.replica.Delta;
import io.keelson.session.replica.Image;
import io.keelson.session.replica.Lineage;
import io.keelson.session.replica.ReplicaMessage;
import io.keelson.session.replica.ReplicaMessage.Holding;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ReplicaCodecTest {
    private static final ClusterMember MEMBER = new ClusterMember("server-1", "0123456789abcdef".repeat(2));
    private static final byte[] ABOUT = {1, 2, 3};
    private static final byte[] VALUE = {4, 5};
    private static final Lineage LINEAGE = new Lineage(List.of(new Lineage.Reign(3, MEMBER, 7)));

    private static List<ReplicaMessage> all() {
        Map<String, byte[]> changes = new HashMap<>();
        changes.put("gone", null);
        changes.put("set", VALUE);
        Image image = new Image(ABOUT, Map.of("cart", VALUE));
        return List.of(
                new ReplicaMessage.Update(3, 7, 8, new Delta(ABOUT, changes)),
                new ReplicaMessage.Whole(3, 8, 2, image, LINEAGE),
                new ReplicaMessage.Check(3, 8),
                new ReplicaMessage.Remove(3, Long.MAX_VALUE, LINEAGE),
                new ReplicaMessage.Have(3, 8),
                new ReplicaMessage.Lack(3),
                new ReplicaMessage.Stale(2, 3, 8, Lineage.NONE),
                new ReplicaMessage.Find(-5),
                new ReplicaMessage.Found(-5, Holding.BACKUP, 3, 8, 40),
                new ReplicaMessage.Take(-5, 4, 40, Set.of(MEMBER)),
                new ReplicaMessage.Handed(-5, 4, 8, image, LINEAGE, MEMBER),
                new ReplicaMessage.Handed(-5, 4, 8, image, Lineage.NONE, null),
                new ReplicaMessage.Refused(-5),
                new ReplicaMessage.Give(3, 4, 8),
                new ReplicaMessage.Taken(4),
                new ReplicaMessage.Drop(4, 2),
                new ReplicaMessage.Announce(Holding.PRIMARY, 4, 8, LINEAGE));
    }

    @Test
    void readsWhatItWrote() throws Exception {
        for (ReplicaMessage message : all()) {
            byte[] bytes = ReplicaCodec.write("shop", "id", message);
            ReplicaCodec.Envelope read = ReplicaCodec.read(bytes);
            assertThat(read.application()).isEqualTo("shop");
            assertThat(read.session()).isEqualTo("id");
            assertThat(read.message()).hasSameClassAs(message);
            assertThat(ReplicaCodec.write("shop", "id", read.message()))
                    .as("%s", message)
                    .isEqualTo(bytes);
        }
        assertThat(ReplicaCodec.read(ReplicaCodec.leaving(true)).leaving()).isTrue();
    }

    @Test
    void keepsTheBytesOfVersionThree() {
        assertThat(HexFormat.of().formatHex(ReplicaCodec.write("shop", "id", all().get(1))))
                .isEqualTo("03020473686f70026964" + "030802" + "01" + "03" + "087365727665722d31" + "20"
                        + "30313233343536373839616263646566".repeat(2) + "07" + "0301020301046361727402" + "0405");
    }

    @Test
    void refusesWhatIsNotWhole() {
        for (ReplicaMessage message : all()) {
            byte[] bytes = ReplicaCodec.write("shop", "id", message);
            for (int length = 0; length < bytes.length; length++) {
                byte[] cut = Arrays.copyOf(bytes, length);
                assertThatThrownBy(() -> ReplicaCodec.read(cut)).isInstanceOf(MalformedMessageException.class);
            }
            byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
            assertThatThrownBy(() -> ReplicaCodec.read(longer)).isInstanceOf(MalformedMessageException.class);
        }
    }

    @Test
    void neverThrowsAnythingElse() {
        Random random = new Random(5);
        for (ReplicaMessage message : all()) {
            for (int i = 0; i < 2_000; i++) {
                byte[] bytes = ReplicaCodec.write("shop", "id", message);
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
                try {
                    ReplicaCodec.read(bytes);
                } catch (MalformedMessageException e) {
                    assertThat(e).hasMessageMatching("(?s).+");
                }
            }
        }
    }
}
