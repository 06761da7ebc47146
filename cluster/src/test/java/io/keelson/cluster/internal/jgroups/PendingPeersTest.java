package io.keelson.cluster.internal.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;

class PendingPeersTest {
    private static Socket of(int address) {
        return new Socket() {
            @Override
            public InetAddress getInetAddress() {
                try {
                    return InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) address});
                } catch (UnknownHostException e) {
                    throw new AssertionError(e);
                }
            }
        };
    }

    @Test
    void theOldestOfAnAddressGoesFirst() {
        PendingPeers pending = new PendingPeers(2, 3);
        Socket first = of(1);
        Socket second = of(1);
        Socket other = of(2);
        assertThat(pending.add(first)).isNull();
        assertThat(pending.add(other)).isNull();
        assertThat(pending.add(second)).isNull();
        assertThat(pending.add(of(1))).isSameAs(first);
        assertThat(pending.add(of(3))).as("of all").isSameAs(other);
        pending.remove(second);
        assertThat(pending.add(of(1))).isNull();
        assertThat(pending.removeAll()).hasSize(3);
        assertThat(pending.size()).isZero();
    }
}
