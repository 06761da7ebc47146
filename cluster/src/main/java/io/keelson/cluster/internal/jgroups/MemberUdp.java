package io.keelson.cluster.internal.jgroups;

import io.keelson.base.time.Ticker;
import io.keelson.cluster.internal.seal.ClusterKey;
import io.keelson.cluster.internal.seal.DatagramCheck;
import io.keelson.cluster.internal.seal.DatagramSeal;
import java.security.SecureRandom;
import org.jgroups.Address;
import org.jgroups.PhysicalAddress;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.UDP;
import org.jspecify.annotations.Nullable;

/**
 * The transport over UDP, whose datagrams are authenticated. One that no server of the cluster has sent, or that came before, is counted
 * and dropped. Thread-safe.
 */
final class MemberUdp extends UDP {
    private final DatagramSeal seal;
    private final DatagramCheck check;
    private final Strangers strangers;
    private final DeliveryWatch watch;
    private DeliveryWatch.@Nullable Ending timerWatch;

    MemberUdp(ClusterKey key, Strangers strangers, DeliveryWatch watch) {
        this.watch = watch;
        seal = new DatagramSeal(key, new SecureRandom(), Ticker.system()::currentTimeMillis);
        check = new DatagramCheck(key, Ticker.system()::currentTimeMillis);
        this.strangers = strangers;
        // Its messages are UDP's; JGroups would look for a number of this class.
        setId(ClassConfigurator.getProtocolId(UDP.class));
    }

    @Override
    public void start() throws Exception {
        super.start();
        timerWatch = watch.timer(getTimer());
    }

    @Override
    public void stop() {
        DeliveryWatch.Ending timer = timerWatch;
        if (timer != null) {
            timer.end();
        }
        super.stop();
    }

    @Override
    public void sendToAll(byte[] data, int offset, int length) throws Exception {
        byte[] sealed = seal.seal(data, offset, length);
        watch.send(() -> super.sendToAll(sealed, 0, sealed.length));
    }

    @Override
    public void sendUnicast(PhysicalAddress to, byte[] data, int offset, int length) throws Exception {
        byte[] sealed = seal.seal(data, offset, length);
        watch.send(() -> super.sendUnicast(to, sealed, 0, sealed.length));
    }

    @Override
    public void receive(Address sender, byte[] data, int offset, int length) {
        if (sender.equals(local_physical_addr)) {
            return; // its own, which it has heard already
        }
        if (check.accept(data, offset, length)) {
            watch.work(() ->
                    super.receive(sender, data, DatagramCheck.payload(offset), DatagramCheck.payloadLength(length)));
        } else {
            strangers.count();
        }
    }
}
