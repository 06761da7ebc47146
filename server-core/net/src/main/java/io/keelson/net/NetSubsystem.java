package io.keelson.net;

import io.keelson.base.config.Configuration;
import io.keelson.base.subsystem.EntryPoints;
import io.keelson.base.subsystem.ServerIdentity;
import io.keelson.base.subsystem.Services;
import io.keelson.base.subsystem.Subsystem;
import io.keelson.base.thread.ThreadWatch;
import io.keelson.base.thread.ThreadWatch.Role;
import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.base.trace.Tracing;
import io.keelson.base.work.WorkManagers;
import io.keelson.http.HttpServer;
import io.keelson.http.OutgoingHttp;
import io.keelson.http.internal.DateHeader;
import io.keelson.http.internal.Dispatcher;
import io.keelson.http.internal.HttpProtocol;
import io.keelson.http.internal.LoopState;
import io.keelson.http.internal.NioOutgoing;
import io.keelson.muxer.Muxer;
import io.keelson.muxer.MuxerSettings;
import io.keelson.muxer.Muxers;
import io.keelson.net.config.ChannelLimits;
import io.keelson.net.config.ChannelSettings;
import io.keelson.net.config.ClientAuth;
import io.keelson.net.config.ServerNetwork;
import io.keelson.net.internal.ChannelListener;
import io.keelson.net.internal.DescriptorReserve;
import io.keelson.net.internal.Protocols;
import io.keelson.net.spi.ProtocolProvider;
import io.keelson.net.tls.ChannelTls;
import io.keelson.net.tls.TlsFiles;
import io.keelson.net.tls.TlsOnDemand;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Muxers, channels and HTTP as one subsystem. The kernel's calls come one after the other and own all fields but
 * {@code listeners}, which others read. See docs/design/channels.md.
 */
final class NetSubsystem implements Subsystem, Channels {
    private static final String QUEUE = "keelson.socket.Muxer";
    private static final String ADMIN_QUEUE = "keelson.admin.Muxer";
    /** Period at which a wait looks whether it has been cut short. */
    private static final Duration LOOK = Duration.ofMillis(20);

    private final ServerNetwork settings;
    private final Map<String, ChannelSettings> channels;
    private final boolean hasAdminChannel;
    private final WorkManagers workManagers;
    private final Ticker ticker;
    private final Services services;
    private final Dispatcher dispatcher;
    private final Protocols protocols = new Protocols();
    private final SecureChannels secureChannels;
    private final Map<EventLoop, LoopState> loops = new IdentityHashMap<>();
    private final DescriptorReserve reserve = DescriptorReserve.ofProcess();
    private volatile List<ChannelListener> listeners = List.of();
    private volatile List<MuxerRuntime> muxers = List.of();
    private Map<String, ChannelLimits> limits;
    private @Nullable Map<String, ChannelLimits> prepared;
    private @Nullable Muxer muxer;
    private @Nullable Muxer adminMuxer;
    private @Nullable TlsFiles besides;
    private boolean besideStandard;
    private final Duration drainPeriod;
    private volatile BooleanSupplier observed = () -> false;

    NetSubsystem(
            ServerNetwork settings, Duration drainPeriod, WorkManagers workManagers, Ticker ticker, Services services) {
        this.settings = settings;
        this.drainPeriod = drainPeriod;
        this.channels = settings.allChannels();
        this.hasAdminChannel = channels.values().stream().anyMatch(ChannelSettings::admin);
        this.workManagers = workManagers;
        this.ticker = ticker;
        this.services = services;
        this.dispatcher = new Dispatcher(hasAdminChannel, services.get(Tracing.class));
        this.secureChannels = new SecureChannels(Runtime.getRuntime().availableProcessors(), ticker);
        this.limits = limits(channels);
    }

    @Override
    public void start() {
        try {
            muxer = openMuxer(Runtime.getRuntime().availableProcessors());
            if (hasAdminChannel) {
                adminMuxer = Muxers.open(new MuxerSettings(ADMIN_QUEUE, settings.muxer(), 1));
            }
            muxers = adminMuxer == null
                    ? List.of(runtime(QUEUE, muxer))
                    : List.of(runtime(QUEUE, muxer), runtime(ADMIN_QUEUE, adminMuxer));
            makeLoops();
            protocols.add(new HttpProtocol(dispatcher, this::loop));
            services.publish(HttpServer.class, dispatcher);
            services.publish(Channels.class, this);
            services.publish(OutgoingHttp.class, new NioOutgoing(ticker, services.get(ThreadWatch.class)));
            services.publish(EntryPoints.class, new EntryPoints());
        } catch (RuntimeException | Error e) {
            closeMuxers(Deadline.in(ticker, Duration.ofSeconds(1)));
            throw e;
        }
    }

    private static MuxerRuntime runtime(String name, Muxer muxer) {
        String kind = muxer.kind().name().toLowerCase(Locale.ROOT).replace('_', '-');
        return new MuxerRuntime(name, kind, muxer.readers());
    }

    /** The percentage is the Java muxer's only, and which one loads is known when it has been opened. */
    private Muxer openMuxer(int processors) {
        Integer readers = settings.socketReaders();
        int wanted = readers != null ? readers : MuxerSettings.defaultReaders(processors);
        Muxer opened = Muxers.open(new MuxerSettings(QUEUE, settings.muxer(), wanted));
        Integer percent = settings.socketReadersPercent();
        if (readers != null || percent == null || opened.kind() != Muxer.Kind.JAVA) {
            return opened;
        }
        int share = Math.max(1, Math.round(processors * percent / 100f));
        if (share == wanted) {
            return opened;
        }
        opened.close(Duration.ofSeconds(1));
        return Muxers.open(new MuxerSettings(QUEUE, Muxer.Kind.JAVA, share));
    }

    private void makeLoops() {
        DateHeader date = new DateHeader(ticker.currentTimeMillis());
        int count = required(muxer).readers() + (adminMuxer == null ? 0 : adminMuxer.readers());
        addLoops(required(muxer), Role.READER, count, date);
        if (adminMuxer != null) {
            addLoops(adminMuxer, Role.ADMIN_READER, count, date);
        }
        loops.values().forEach(LoopState::start);
    }

    private void addLoops(Muxer of, Role role, int count, DateHeader date) {
        ThreadWatch watch = services.get(ThreadWatch.class);
        for (EventExecutor executor : of.group()) {
            EventLoop loop = (EventLoop) executor;
            watch.tasks(role, "ExecuteThread: '" + loops.size() + "'", loop);
            loops.put(
                    loop,
                    new LoopState(
                            loop,
                            loops.size(),
                            count,
                            workManagers.newBatch(),
                            task -> of.atEndOfTurn(loop, task),
                            ticker,
                            date));
        }
    }

    private LoopState loop(EventLoop loop) {
        LoopState state = loops.get(loop);
        if (state == null) {
            throw new IllegalStateException("a connection was accepted on a loop of no muxer of this server");
        }
        return state;
    }

    /** The server's own channels serve beside HTTP what rooms brought for them. */
    private ChannelSettings served(String name, ChannelSettings channel) {
        boolean own = name.equals(ServerNetwork.DEFAULT_CHANNEL) || name.equals(ServerNetwork.SECURE_CHANNEL);
        if (!own || protocols.standard().isEmpty()) {
            return channel;
        }
        List<String> names = new ArrayList<>(channel.protocols());
        names.addAll(protocols.standard());
        return new ChannelSettings(
                channel.listenAddress(),
                channel.listenPort(),
                names,
                channel.admin(),
                channel.limits(),
                channel.tls(),
                channel.front());
    }

    /** Without an admin channel administration is served on the others, so they open now; applications then get 503. */
    @Override
    public void administer() throws IOException {
        // Before any channel listens, so that a mistake in one does not open and close the others.
        channels.forEach((name, channel) -> protocols.check(name, channel.protocols()));
        Path domain = services.get(ServerIdentity.class).domain();
        secureChannels.open(channels, domain);
        TlsFiles beside = besides;
        if (beside != null) {
            secureChannels.beside(administrative(), beside, domain);
        }
        open(hasAdminChannel);
    }

    @Override
    public void resume() throws IOException {
        dispatcher.phase(Dispatcher.Phase.OPEN);
        open(false);
    }

    /** The channels that serve administration without TLS of their own. */
    private Set<String> administrative() {
        Set<String> names = new HashSet<>();
        channels.forEach((name, channel) -> {
            boolean standard = besideStandard && !hasAdminChannel && name.equals(ServerNetwork.DEFAULT_CHANNEL);
            if (channel.tls() == null && (channel.admin() || standard)) {
                names.add(name);
            }
        });
        return names;
    }

    private void open(boolean adminOnly) throws IOException {
        for (Map.Entry<String, ChannelSettings> channel : channels.entrySet()) {
            boolean admin = channel.getValue().admin();
            if ((admin || !adminOnly) && !isOpen(channel.getKey())) {
                ChannelListener listener = new ChannelListener(
                        channel.getKey(),
                        served(channel.getKey(), channel.getValue()),
                        protocols,
                        required(admin ? adminMuxer : muxer),
                        reserve,
                        channel.getValue().tls() == null ? null : secureChannels.of(channel.getKey()),
                        secureChannels.beside(channel.getKey()),
                        secureChannels.handshakes(admin),
                        services.get(ThreadWatch.class),
                        ticker);
                listener.limits(
                        limits.getOrDefault(channel.getKey(), channel.getValue().limits()));
                listener.open();
                List<ChannelListener> next = new ArrayList<>(listeners);
                next.add(listener);
                listeners = List.copyOf(next);
            }
        }
    }

    private boolean isOpen(String name) {
        return listeners.stream().anyMatch(l -> l.name().equals(name));
    }

    private static Map<String, ChannelLimits> limits(Map<String, ChannelSettings> of) {
        Map<String, ChannelLimits> all = new HashMap<>();
        of.forEach((name, channel) -> all.put(name, channel.limits()));
        return all;
    }

    /** Limits are live. Channels themselves, addresses and muxers take a restart, so they stay as they are. */
    @Override
    public void prepare(Configuration next) {
        Map<String, ChannelLimits> all = limits(next.get(ServerNetwork.class).allChannels());
        all.keySet().retainAll(channels.keySet());
        prepared = all;
    }

    @Override
    public void commit() {
        Map<String, ChannelLimits> next = prepared;
        prepared = null;
        if (next == null) {
            return;
        }
        Map<String, ChannelLimits> before = limits;
        Map<String, ChannelLimits> now = new HashMap<>(before);
        now.putAll(next);
        limits = now;
        now.forEach((channel, granted) -> {
            if (!granted.equals(before.get(channel))) {
                listeners.stream().filter(l -> l.name().equals(channel)).forEach(l -> l.limits(granted));
                NetLog.LOG.limitsChanged(channel);
            }
        });
    }

    @Override
    public void rollback() {
        prepared = null;
    }

    /** The listeners stay where administration is served through them. */
    @Override
    public void suspend(Deadline deadline) throws InterruptedException {
        if (observed.getAsBoolean()) {
            drain(deadline);
        }
        dispatcher.phase(Dispatcher.Phase.CLOSING);
        if (hasAdminChannel) {
            closeListeners(false, deadline);
        }
        for (Map.Entry<EventLoop, LoopState> loop : loops.entrySet()) {
            loop.getKey().execute(loop.getValue()::closeIdle);
        }
        int left = dispatcher.awaitQuiet(
                List.copyOf(loops.values()), deadline.remaining().toNanos());
        if (left > 0) {
            NetLog.LOG.requestsCutOff(left);
            // Applications end next, and they wait for their requests: a stream of events would have them end too late.
            onAllLoops(LoopState::closeServing, deadline);
        }
        dispatcher.phase(Dispatcher.Phase.CLOSED);
    }

    /** The server says already that it is not ready: whoever looks at that sends its new requests elsewhere meanwhile. */
    private void drain(Deadline deadline) throws InterruptedException {
        Deadline drained = Deadline.in(ticker, drainPeriod);
        dispatcher.phase(Dispatcher.Phase.DRAINING);
        CountDownLatch never = new CountDownLatch(1);
        while (!drained.passed() && !deadline.passed()) {
            boolean unused = never.await(LOOK.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    @Override
    public void observed(BooleanSupplier looked) {
        observed = looked;
    }

    @Override
    public void stop(Deadline deadline) {
        closeListeners(true, deadline);
        secureChannels.close();
        if (muxer == null) {
            return;
        }
        onAllLoops(LoopState::closeAll, deadline);
        // What a close has to tell comes as a task of its own; this comes after it.
        onAllLoops(loop -> {}, deadline);
        closeMuxers(deadline);
    }

    /** The muxer would close connections too, but is not bound to tell them so before its threads end. */
    private void onAllLoops(Consumer<LoopState> task, Deadline deadline) {
        List<Future<?>> done = new ArrayList<>();
        loops.forEach((loop, state) -> done.add(loop.submit(() -> task.accept(state))));
        done.forEach(
                d -> d.awaitUninterruptibly(Math.max(100, deadline.remaining().toMillis())));
    }

    private void closeListeners(boolean adminToo, Deadline deadline) {
        List<ChannelListener> staying = new ArrayList<>();
        for (ChannelListener listener : listeners) {
            if (adminToo || !listener.admin()) {
                listener.close(deadline.remaining());
            } else {
                staying.add(listener);
            }
        }
        listeners = List.copyOf(staying);
    }

    private void closeMuxers(Deadline deadline) {
        if (muxer != null) {
            muxer.close(deadline.remaining());
        }
        if (adminMuxer != null) {
            adminMuxer.close(deadline.remaining());
        }
        muxer = null;
        adminMuxer = null;
    }

    private static Muxer required(@Nullable Muxer muxer) {
        if (muxer == null) {
            throw new IllegalStateException("the network subsystem has not been started");
        }
        return muxer;
    }

    @Override
    public List<ListeningChannel> listening() {
        return listeners.stream().map(NetSubsystem::listening).toList();
    }

    private static ListeningChannel listening(ChannelListener of) {
        ChannelTls tls = of.tls();
        return new ListeningChannel(
                of.name(),
                of.address(),
                of.protocols(),
                of.admin(),
                tls != null,
                tls != null && tls.asksForCertificates());
    }

    @Override
    public List<MuxerRuntime> muxers() {
        return muxers;
    }

    @Override
    public List<ChannelRuntime> states() {
        return listeners.stream().map(this::state).toList();
    }

    private ChannelRuntime state(ChannelListener of) {
        InetSocketAddress at = of.address();
        return new ChannelRuntime(
                of.name(),
                at.getAddress().getHostAddress() + ':' + at.getPort(),
                of.admin() ? ADMIN_QUEUE : QUEUE,
                of.openSockets(),
                of.maxOpenSockets(),
                of.accepted());
    }

    @Override
    public void speakTlsBeside(boolean standard, TlsFiles files) {
        besideStandard = standard;
        besides = files;
    }

    @Override
    public boolean tlsBeside(String channel) {
        return secureChannels.beside(channel) != null;
    }

    @Override
    public @Nullable ChannelTls openTls(String channel) throws IOException {
        TlsOnDemand later = secureChannels.beside(channel);
        return later == null ? secureChannels.of(channel) : later.get();
    }

    @Override
    public @Nullable ChannelTls tls(String channel) {
        return secureChannels.of(channel);
    }

    @Override
    public int refuse(Predicate<X509Certificate> certificates) {
        return secureChannels.refuse(certificates);
    }

    @Override
    public OptionalInt confidentialPort() {
        Integer front = settings.front().frontendHttpsPort();
        if (front != null) {
            return OptionalInt.of(front);
        }
        return listening().stream()
                .filter(l -> l.secure() && !l.admin() && l.protocols().contains("http"))
                .mapToInt(l -> l.address().getPort())
                .findFirst();
    }

    @Override
    public boolean asksForCertificates() {
        return channels.values().stream()
                .filter(channel -> !channel.admin())
                .map(ChannelSettings::tls)
                .anyMatch(tls -> tls != null && tls.clientAuth() != ClientAuth.NONE);
    }

    @Override
    public void register(ProtocolProvider protocol) {
        protocols.add(protocol);
    }
}
