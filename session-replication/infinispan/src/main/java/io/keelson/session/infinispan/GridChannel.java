package io.keelson.session.infinispan;

import io.keelson.session.grid.GridFounder.Bond;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.infinispan.remoting.transport.jgroups.JGroupsChannelConfigurator;
import org.jgroups.JChannel;
import org.jgroups.conf.ProtocolConfiguration;
import org.jgroups.protocols.FRAG2;
import org.jgroups.protocols.MERGE3;
import org.jgroups.protocols.MFC;
import org.jgroups.protocols.TransferQueueBundler;
import org.jgroups.protocols.UFC;
import org.jgroups.protocols.UNICAST3;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.protocols.pbcast.NAKACK2;
import org.jgroups.protocols.pbcast.STABLE;
import org.jgroups.stack.Protocol;
import org.jgroups.util.SocketFactory;
import org.jspecify.annotations.Nullable;

/** Makes the channel of the grid. Infinispan keeps none that it is given: it asks for one, here, when it starts. */
public final class GridChannel implements JGroupsChannelConfigurator {
    /** Below the size at which the cluster's channel cuts messages itself. */
    private static final int BUNDLE_BYTES = 55_000;

    private static final int FRAGMENT_BYTES = 50_000;
    private static final int JOIN_MILLIS = 1_000;
    private static final int MERGE_MILLIS = 1_000;

    private final Bond bond;
    private final Runnable beforeLoss;
    private volatile @Nullable JChannel made;

    /** @param beforeLoss run before the grid hears that members of the cluster are gone; must not block */
    public GridChannel(Bond bond, Runnable beforeLoss) {
        this.bond = bond;
        this.beforeLoss = beforeLoss;
    }

    /** The channel; null as long as nobody has asked for one. */
    public @Nullable JChannel made() {
        return made;
    }

    @Override
    public JChannel createChannel(String name) throws Exception {
        JChannel channel = new JChannel(stack());
        channel.setName(bond.self().server());
        channel.addAddressGenerator(() -> MemberAddresses.of(bond.self()));
        made = channel;
        return channel;
    }

    private List<Protocol> stack() {
        ClusterTransport transport = new ClusterTransport(bond, beforeLoss);
        transport.setThreadFactory(new GridThreads());
        transport.useVirtualThreads(false);
        transport.getThreadPool().setMinThreads(1).setMaxThreads(64).setKeepAliveTime(30_000);
        transport.getThreadPool().setThreadDumpsEnabled(false);
        TransferQueueBundler bundler = new TransferQueueBundler();
        bundler.setMaxSize(BUNDLE_BYTES);
        transport.setBundler(bundler);
        List<Protocol> stack = new ArrayList<>();
        stack.add(transport);
        stack.add(new ClusterDiscovery(bond));
        stack.add(new MERGE3().setMinInterval(MERGE_MILLIS / 2).setMaxInterval(MERGE_MILLIS));
        stack.add(new ClusterWatch(bond, transport));
        stack.add(new NAKACK2().useMcastXmit(false));
        stack.add(new UNICAST3());
        stack.add(new STABLE().setDesiredAverageGossip(50_000).setMaxBytes(4_000_000));
        stack.add(new GMS()
                .setJoinTimeout(JOIN_MILLIS)
                // Alone is only who finds nobody.
                .setMaxJoinAttempts(0)
                .setLeaveTimeout(1_000)
                .setMergeTimeout(3_000)
                .setViewAckCollectionTimeout(1_000)
                .printLocalAddress(false));
        stack.add(new UFC().setMaxCredits(2_000_000));
        stack.add(new MFC().setMaxCredits(2_000_000));
        stack.add(new FRAG2().setFragSize(FRAGMENT_BYTES));
        return stack;
    }

    @Override
    public String getName() {
        return "keelson";
    }

    @Override
    public void setSocketFactory(SocketFactory factory) {
        // it has no sockets
    }

    @Override
    public void setDataSource(DataSource source) {
        // it has no table
    }

    @Override
    public String getProtocolStackString() {
        return "";
    }

    @Override
    public List<ProtocolConfiguration> getProtocolStack() {
        return List.of();
    }
}
