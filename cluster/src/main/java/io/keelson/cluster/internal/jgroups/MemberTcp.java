package io.keelson.cluster.internal.jgroups;

import io.keelson.cluster.internal.seal.ServerCard;
import io.keelson.cluster.membership.MemberLinks;
import java.net.InetSocketAddress;
import java.util.Collection;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jgroups.Address;
import org.jgroups.PhysicalAddress;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.BasicTCP;
import org.jgroups.protocols.TCP;
import org.jspecify.annotations.Nullable;

/**
 * The transport over TCP, whose connections are authenticated ({@link MemberServer}). Connections with machines that were put out of the
 * domain end at the next look. Thread-safe; started and stopped by one thread at a time.
 */
final class MemberTcp extends BasicTCP {
    /** Time between two looks for connections whose other end was put out, in milliseconds. */
    private static final int LOOK_MILLIS = 500;

    private final ChannelThreads threads;
    private final ServerCard self;
    private final @Nullable MemberLinks tls;
    private final Strangers strangers;
    private final DeliveryWatch watch;
    private volatile @Nullable MemberServer connections;
    private @Nullable Future<?> looking;
    private DeliveryWatch.@Nullable Ending timerWatch;

    /** {@code tls}: null for connections in the clear. */
    MemberTcp(
            ChannelThreads threads,
            ServerCard self,
            @Nullable MemberLinks tls,
            Strangers strangers,
            DeliveryWatch watch) {
        this.watch = watch;
        this.threads = threads;
        this.self = self;
        this.tls = tls;
        this.strangers = strangers;
        // Its messages are TCP's; JGroups would look for a number of this class.
        setId(ClassConfigurator.getProtocolId(TCP.class));
        enableSuspectEvents(true);
    }

    @Override
    public void start() throws Exception {
        MemberServer made = new MemberServer(
                new InetSocketAddress(bind_addr, bind_port),
                self,
                tls == null ? null : tls.context(),
                threads,
                getTimer(),
                strangers,
                watch);
        made.receiver(this)
                .timeService(time_service)
                .socketConnectionTimeout(sock_conn_timeout)
                .log(log)
                .addConnectionListener(this);
        connections = made;
        super.start();
        timerWatch = watch.timer(getTimer());
        if (tls != null) {
            looking = getTimer()
                    .scheduleWithFixedDelay(tls.closeRevoked(), LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    @Override
    public void stop() {
        Future<?> ending = looking;
        if (ending != null) {
            ending.cancel(false);
        }
        DeliveryWatch.Ending timer = timerWatch;
        if (timer != null) {
            timer.end();
        }
        super.stop();
        MemberServer open = connections;
        if (open != null) {
            open.stop();
        }
    }

    @Override
    protected void handleConnect() throws Exception {
        MemberServer open = connections;
        if (open != null) {
            open.start();
        }
        connected = true;
        super.handleConnect();
    }

    @Override
    protected void handleDisconnect() {
        super.handleDisconnect();
        connected = false;
        MemberServer open = connections;
        if (open != null) {
            open.stop();
        }
    }

    @Override
    public void send(Address callee, byte[] data, int offset, int length) throws Exception {
        MemberServer open = connections;
        if (open != null) {
            watch.send(() -> open.send(callee, data, offset, length));
        }
    }

    @Override
    public void retainAll(Collection<Address> present) {
        MemberServer open = connections;
        if (open != null) {
            open.retainAll(present, is_member);
        }
    }

    @Override
    protected @Nullable PhysicalAddress getPhysicalAddress() {
        MemberServer open = connections;
        return open == null ? null : (PhysicalAddress) open.localAddress();
    }

    /** Returns the connections, for a test. */
    @Nullable
    MemberServer connections() {
        return connections;
    }

    @Override
    public String printConnections() {
        MemberServer open = connections;
        return open == null ? "" : open.printConnections();
    }

    @Override
    public BasicTCP clearConnections(boolean graceful) {
        MemberServer open = connections;
        if (open != null) {
            open.clearConnections(graceful);
        }
        return this;
    }
}
