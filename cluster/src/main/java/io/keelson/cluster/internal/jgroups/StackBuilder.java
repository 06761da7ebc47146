package io.keelson.cluster.internal.jgroups;

import io.keelson.cluster.internal.seal.ClusterKey;
import io.keelson.cluster.internal.seal.ServerCard;
import io.keelson.cluster.io.ProcessMark;
import io.keelson.cluster.io.ProcessTable;
import io.keelson.cluster.membership.Channel;
import io.keelson.cluster.membership.ClusterSettings;
import io.keelson.cluster.membership.ClusterTls;
import io.keelson.cluster.membership.MemberLinks;
import io.keelson.cluster.membership.Roster;
import io.keelson.kernel.config.DomainKey;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.crypto.spec.SecretKeySpec;
import javax.sql.DataSource;
import org.jgroups.JChannel;
import org.jgroups.protocols.Discovery;
import org.jgroups.protocols.FD_ALL3;
import org.jgroups.protocols.FILE_PING;
import org.jgroups.protocols.FRAG2;
import org.jgroups.protocols.JDBC_PING2;
import org.jgroups.protocols.MERGE3;
import org.jgroups.protocols.MFC;
import org.jgroups.protocols.PING;
import org.jgroups.protocols.SYM_ENCRYPT;
import org.jgroups.protocols.TCPPING;
import org.jgroups.protocols.TP;
import org.jgroups.protocols.UDP;
import org.jgroups.protocols.UFC;
import org.jgroups.protocols.UNICAST3;
import org.jgroups.protocols.VERIFY_SUSPECT2;
import org.jgroups.protocols.dns.DNS_PING;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.protocols.pbcast.NAKACK2;
import org.jgroups.protocols.pbcast.STABLE;
import org.jgroups.stack.Protocol;
import org.jspecify.annotations.Nullable;

/**
 * Puts the stack of protocols together, from the wire up. The figures are those that were measured, see
 * docs/design/membership.md.
 */
final class StackBuilder {
    /** Time that a suspected member has to answer before it is taken out of the view, in milliseconds. */
    private static final int VERIFY_MILLIS = 200;
    /** Time for which a server that starts looks for others, and waits for the answer to a join, in milliseconds. */
    private static final int JOIN_MILLIS = 1_000;

    /** The table in the statements of JGroups. */
    private static final String ITS_TABLE = "jgroups";

    /**
     * Kept here, or their levels would go with them: JGroups' own, and ours for what is made of its protocols here, which log by the
     * names of their classes.
     */
    private static final List<Logger> LIBRARY =
            List.of(Logger.getLogger("org.jgroups"), Logger.getLogger(StackBuilder.class.getPackageName()));

    private volatile Roster roster;
    private final ClusterSettings settings;
    private final DomainKey key;
    private final Path domain;
    private final @Nullable DataSource database;
    private final ProcessMark process;
    private final DeliveryWatch watch;

    StackBuilder(
            Roster roster,
            ClusterSettings settings,
            DomainKey key,
            Path domain,
            @Nullable DataSource database,
            ProcessMark process,
            DeliveryWatch watch) {
        this.watch = watch;
        this.roster = roster;
        this.settings = settings;
        this.key = key;
        this.domain = domain;
        this.database = database;
        this.process = process;
    }

    private Roster expected() {
        return roster;
    }

    /** Other servers are expected from now on: what is built next looks for them, and so does the stack that runs. */
    void expect(Roster next, @Nullable JChannel running) {
        roster = next;
        TCPPING discovery = running == null ? null : running.getProtocolStack().findProtocol(TCPPING.class);
        if (discovery != null) {
            discovery.setInitialHosts(hosts());
        }
    }

    private List<InetSocketAddress> hosts() {
        return List.copyOf(roster.servers().values());
    }

    List<Protocol> build(DomainToken token, Channel.Listener listener, Strangers strangers) throws IOException {
        WireTypes.guard();
        quieten();
        List<Protocol> stack = new ArrayList<>();
        InetAddress address = roster.address().getAddress();
        stack.add(transport(address, strangers));
        // Asked again and again while it waits: servers that start at once do not hear the first question.
        stack.add(discovery().numDiscoveryRuns(5));
        long telling = tellingMillis();
        stack.add(new MERGE3().setMinInterval(telling / 2).setMaxInterval(telling));
        // A connection that ends without a word is a process that has ended, perhaps; the transport says so.
        stack.add(new DeathNotices(this::expected, listener).connections());
        long timeout = settings.failureTimeout().toMillis();
        stack.add(new FD_ALL3().<FD_ALL3>setTimeout(timeout).setInterval(Math.max(100, timeout / 6)));
        stack.add(new VERIFY_SUSPECT2().setTimeout(VERIFY_MILLIS));
        stack.add(new ProcessWatch(ProcessTable.ofThisMachine(), process, listener));
        if (settings.encryption()) {
            stack.add(encryption());
        }
        stack.add(new NAKACK2().useMcastXmit(settings.transport() == ClusterSettings.Transport.UDP));
        stack.add(new UNICAST3());
        stack.add(new STABLE().setDesiredAverageGossip(50_000).setMaxBytes(4_000_000));
        stack.add(new Admission(token, listener));
        stack.add(new GMS()
                .setJoinTimeout(JOIN_MILLIS)
                .setMaxJoinAttempts(3)
                .setLeaveTimeout(1_000)
                .setMergeTimeout(3_000)
                .setViewAckCollectionTimeout(1_000)
                .printLocalAddress(false));
        stack.add(new UFC().setMaxCredits(2_000_000));
        stack.add(new MFC().setMaxCredits(2_000_000));
        stack.add(new FRAG2().setFragSize(60_000));
        return stack;
    }

    /**
     * Returns the time, about, between two messages of a server about its view, in milliseconds. Parts of a cluster
     * look for one another 1.6 times as seldom. In a large cluster it is longer, as each tells all.
     */
    private long tellingMillis() {
        return Math.min(3_000, 800 + 50L * roster.servers().size());
    }

    /**
     * Limits JGroups' own log to severe messages, unless its level is set. The room's own messages tell an operator
     * what there is to know of the stack.
     */
    private static void quieten() {
        for (Logger logger : LIBRARY) {
            if (logger.getLevel() == null) {
                logger.setLevel(Level.SEVERE);
            }
        }
    }

    private Protocol transport(InetAddress address, Strangers strangers) throws IOException {
        ChannelThreads threads = new ChannelThreads();
        TP transport = switch (settings.transport()) {
            case TCP -> tcp(threads, strangers);
            case UDP ->
                new MemberUdp(ClusterKey.of(key), strangers, watch)
                        .<UDP>setMulticastAddress(InetAddress.getByName(settings.multicastAddress()))
                        .<UDP>setMulticastPort(settings.multicastPort())
                        .setIpTTL(0);
        };
        transport.setThreadFactory(threads);
        transport.useVirtualThreads(false);
        transport.setBindAddress(address);
        transport.setBindPort(roster.address().getPort());
        transport.setPortRange(0);
        transport.setBundler(new MemberBundler());
        // A server of another version or cluster says so itself when it tries to join.
        transport.logDiscardMsgsVersion(true);
        transport.getThreadPool().setMinThreads(1).setMaxThreads(64).setKeepAliveTime(30_000);
        transport.getThreadPool().setThreadDumpsEnabled(false);
        return transport;
    }

    private MemberTcp tcp(ChannelThreads threads, Strangers strangers) throws IOException {
        ClusterTls tls = settings.tls();
        MemberLinks links = tls == null ? null : tls.links(roster.cluster(), domain);
        MemberTcp tcp = new MemberTcp(threads, card(tls == null), links, strangers, watch);
        tcp.setSockConnTimeout(300);
        return tcp;
    }

    /** Over TLS each record is authenticated already, and the introduction shows that the peer has the domain's key. */
    private ServerCard card(boolean codes) {
        return new ServerCard(roster.domain(), roster.cluster(), roster.self(), codes, ClusterKey.of(key));
    }

    private Discovery discovery() {
        if (settings.transport() == ClusterSettings.Transport.UDP) {
            return new PING();
        }
        return switch (settings.discovery()) {
            case STATIC -> new TCPPING().<TCPPING>setInitialHosts(hosts()).setPortRange(0);
            case DNS -> new DNS_PING().setDNSQuery(Objects.requireNonNull(settings.dnsName()));
            case FILE -> {
                Path directory = domain.resolve(Objects.requireNonNull(settings.discoveryDirectory()));
                yield new FILE_PING().setLocation(directory.toString()).registerShutdownHook(false);
            }
            case JDBC -> table(settings.discoveryTable(), Objects.requireNonNull(database));
        };
    }

    /** Addresses as text in columns: no object is read. The statements are its own ones, for a table of that name. */
    private static Discovery table(String table, DataSource database) {
        JDBC_PING2 ping = new JDBC_PING2();
        ping.setInitializeSql(ping.getInitializeSql().replace(ITS_TABLE, table));
        ping.setInsertSingleSql(ping.getInsertSingleSql().replace(ITS_TABLE, table));
        ping.setDeleteSingleSql(ping.getDeleteSingleSql().replace(ITS_TABLE, table));
        ping.setClearSql(ping.getClearSql().replace(ITS_TABLE, table));
        ping.setSelectAllPingdataSql(ping.getSelectAllPingdataSql().replace(ITS_TABLE, table));
        ping.setDataSource(database);
        ping.registerShutdownHook(false);
        return ping;
    }

    private Protocol encryption() {
        byte[] bytes = Arrays.copyOf(key.derived("cluster encryption"), 32);
        return new SYM_ENCRYPT()
                .<SYM_ENCRYPT>symAlgorithm("AES/CBC/PKCS5Padding")
                .<SYM_ENCRYPT>symIvLength(16)
                .setSecretKey(new SecretKeySpec(bytes, "AES"));
    }
}
