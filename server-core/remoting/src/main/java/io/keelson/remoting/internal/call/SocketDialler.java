package io.keelson.remoting.internal.call;

import io.keelson.base.thread.ThreadWatch;
import io.keelson.base.thread.Threads;
import io.keelson.base.time.Ticker;
import io.keelson.remoting.internal.auth.AnonymousLogin;
import io.keelson.remoting.internal.auth.ChannelBinding;
import io.keelson.remoting.internal.auth.DomainLogin;
import io.keelson.remoting.internal.auth.DomainTrust;
import io.keelson.remoting.internal.auth.PasswordLogin;
import io.keelson.remoting.internal.auth.UserLogin;
import io.keelson.remoting.internal.wire.ChannelLink;
import io.keelson.remoting.internal.wire.ClientLogin;
import io.keelson.remoting.internal.wire.LoginRefusedException;
import io.keelson.remoting.internal.wire.WireConnection;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/** Opens sockets by {@code java.nio}, read by one thread. Closed with whoever made it. Thread-safe. */
public final class SocketDialler implements Dialler, AutoCloseable {
    private final EventLoopGroup loop;
    /** Channels that are open; once closed, the group closes what comes later. */
    private final ChannelGroup open = new DefaultChannelGroup(ImmediateEventExecutor.INSTANCE, true);

    private final Executor blocking;
    private final Ticker ticker;
    private final @Nullable Credentials credentials;
    private final Duration connectTimeout;
    private final SecureRandom random = new SecureRandom();
    private final boolean plainAllowed;
    /** True if the user has been let in by the password itself, so that SCRAM is not tried in vain again. */
    private volatile boolean plainFirst;

    private final AtomicReference<@Nullable ThreadWatch> unwatched = new AtomicReference<>();
    private volatile List<DomainTrust> domains = List.of();
    private volatile @Nullable SSLContext tls;

    /**
     * Credentials of the user who logs in.
     *
     * @param password the owner's, who wipes it
     * @param plain whether the password itself may be given, within TLS, to a server that wants it
     */
    public record Credentials(String user, char[] password, boolean plain) {}

    /**
     * Starts nothing before it is used.
     *
     * @param name the prefix of its thread's name
     * @param blocking runs the computations of a login
     * @param credentials null for nobody
     * @param tls the trust for {@code keelsons}; null for the JVM's
     */
    public SocketDialler(
            String name,
            Executor blocking,
            Ticker ticker,
            @Nullable Credentials credentials,
            @Nullable SSLContext tls,
            Duration connectTimeout) {
        this.loop = new MultiThreadIoEventLoopGroup(1, Threads.daemonFactory(name), NioIoHandler.newFactory());
        this.blocking = blocking;
        this.ticker = ticker;
        this.credentials = credentials;
        this.plainAllowed = credentials != null && credentials.plain();
        this.tls = tls;
        this.connectTimeout = connectTimeout;
    }

    /** Has the thread that reads its sockets watched, from the first connection on: before, there is none. */
    public void watchedBy(ThreadWatch watch) {
        unwatched.set(watch);
    }

    private void watch() {
        ThreadWatch watch = unwatched.getAndSet(null);
        if (watch != null) {
            loop.forEach(each -> watch.tasks(ThreadWatch.Role.CLUSTER, "reader of outgoing connections", each));
        }
    }

    /** Says by what servers of the domain are known, and those of others that it trusts; they are told who calls. */
    public void domains(List<DomainTrust> trusts) {
        domains = List.copyOf(trusts);
    }

    /** Says whose certificates are trusted, in place of what was said at first. */
    public void trust(SSLContext context) {
        tls = context;
    }

    /** Closes the connections whose other ends have shown such a certificate. Returns how many. */
    public int leave(Predicate<X509Certificate> certificates) {
        List<Channel> leaving = open.stream()
                .filter(channel -> shown(channel).filter(certificates).isPresent())
                .toList();
        leaving.forEach(Channel::close);
        return leaving.size();
    }

    private static Optional<X509Certificate> shown(Channel channel) {
        SslHandler handler = channel.pipeline().get(SslHandler.class);
        if (handler == null) {
            return Optional.empty();
        }
        try {
            Certificate first = handler.engine().getSession().getPeerCertificates()[0];
            return first instanceof X509Certificate certificate ? Optional.of(certificate) : Optional.empty();
        } catch (SSLPeerUnverifiedException e) { // within its handshake, which looks by itself
            return Optional.empty();
        }
    }

    @Override
    public boolean asUser() {
        return credentials != null;
    }

    /** Opens a connection; a user whom SCRAM refuses is tried once more by the password where the server looks at passwords too. */
    @Override
    public PeerConnection dial(Node node, @Nullable Endpoint endpoint, Address address) throws IOException {
        watch();
        boolean first = plainFirst;
        Attempt attempt = new Attempt(first);
        try {
            return dial(node, endpoint, address, attempt);
        } catch (LoginRefusedException e) {
            // The user may have a verifier by now.
            plainFirst = false;
            if (first || !attempt.plainLeft()) {
                throw e;
            }
        }
        PeerConnection connected = dial(node, endpoint, address, new Attempt(true));
        plainFirst = true;
        return connected;
    }

    /** One login, whose connection is opened on the loop. */
    private static final class Attempt {
        final boolean plainFirst;
        private volatile @Nullable UserLogin login;

        Attempt(boolean plainFirst) {
            this.plainFirst = plainFirst;
        }

        boolean plainLeft() {
            UserLogin made = login;
            return made != null && made.plainLeft();
        }
    }

    private PeerConnection dial(Node node, @Nullable Endpoint endpoint, Address address, Attempt attempt)
            throws IOException {
        PeerConnection connection = PeerConnection.opened(node, new DirectBatch(), address.toString(), endpoint);
        @Nullable SSLEngine engine = address.secure() ? engine(address) : null;
        ChannelFuture connected = new Bootstrap()
                .group(loop)
                .channel(NioSocketChannel.class)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) connectTimeout.toMillis())
                .handler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        open.add(channel);
                        if (engine != null) {
                            channel.pipeline().addLast(new SslHandler(engine), new Handshaking());
                        }
                    }
                })
                .connect(new InetSocketAddress(address.host(), address.port()));
        connected.addListener(done -> {
            if (done.isSuccess()) {
                encrypted(connected.channel(), node, connection, attempt);
            } else {
                connection.closed(new IOException(reason(done.cause()), done.cause()));
            }
        });
        return await(connection, connected.channel(), node);
    }

    /** Until the protocol begins: that the handshake failed is told by its future, and nobody needs a log of it. */
    private static final class Handshaking extends ChannelInboundHandlerAdapter {
        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            ctx.close();
        }
    }

    private void encrypted(Channel channel, Node node, PeerConnection connection, Attempt attempt) {
        SslHandler handler = channel.pipeline().get(SslHandler.class);
        if (handler == null) {
            begin(channel, node, connection, attempt, null);
            return;
        }
        handler.handshakeFuture().addListener(done -> {
            if (done.isSuccess()) {
                channel.pipeline().remove(Handshaking.class);
                begin(channel, node, connection, attempt, handler.engine());
            } else {
                connection.closed(new IOException("the TLS handshake failed: " + reason(done.cause()), done.cause()));
                channel.close();
            }
        });
    }

    private static String reason(@Nullable Throwable cause) {
        return cause == null || cause.getMessage() == null ? String.valueOf(cause) : cause.getMessage();
    }

    private void begin(
            Channel channel, Node node, PeerConnection connection, Attempt attempt, @Nullable SSLEngine engine) {
        ClientLogin login = login(channel, attempt, engine);
        ChannelLink link = new ChannelLink(channel, ticker, blocking, node.wire(), over -> {
            WireConnection wire = WireConnection.client(node.wire(), over, connection, login);
            connection.over(wire);
            return wire;
        });
        channel.pipeline().addLast("keelson", link);
    }

    private ClientLogin login(Channel channel, Attempt attempt, @Nullable SSLEngine engine) {
        ChannelBinding ends = ends(channel);
        ChannelBinding tlsBinding = engine == null ? null : ChannelBinding.ofClient(engine.getSession());
        Credentials who = credentials;
        if (who != null) {
            PasswordLogin scram =
                    new PasswordLogin(who.user(), who.password(), engine != null || ends != null, tlsBinding, random);
            UserLogin.Plain plain = engine == null || !plainAllowed
                    ? UserLogin.Plain.NEVER
                    : attempt.plainFirst ? UserLogin.Plain.FIRST : UserLogin.Plain.LAST;
            UserLogin login = new UserLogin(scram, who.user(), who.password(), plain);
            attempt.login = login;
            return login;
        }
        ChannelBinding binding = engine == null ? ends : tlsBinding;
        List<DomainTrust> trusts = domains;
        return trusts.isEmpty() || binding == null ? new AnonymousLogin() : new DomainLogin(trusts, binding, random);
    }

    /** Both ends of a connection within this machine; null for one that leaves it. */
    private static @Nullable ChannelBinding ends(Channel channel) {
        return channel.localAddress() instanceof InetSocketAddress here
                        && channel.remoteAddress() instanceof InetSocketAddress there
                        && there.getAddress().isLoopbackAddress()
                ? ChannelBinding.ofEnds(here, there)
                : null;
    }

    private PeerConnection await(PeerConnection connection, Channel channel, Node node) throws IOException {
        long most = connectTimeout.plus(node.wire().handshakeTimeout()).toMillis();
        try {
            return connection.ready().get(most, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            if (cause instanceof LoginRefusedException refused) {
                throw refused;
            }
            throw new IOException(reason(cause), cause);
        } catch (TimeoutException | CancellationException e) {
            channel.close();
            throw new IOException("it took longer than " + most + " ms", e);
        } catch (InterruptedException e) {
            channel.close();
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException("interrupted while connecting").initCause(e);
        }
    }

    private SSLEngine engine(Address address) throws IOException {
        try {
            SSLContext said = tls;
            SSLEngine engine =
                    (said == null ? SSLContext.getDefault() : said).createSSLEngine(address.host(), address.port());
            engine.setUseClientMode(true);
            SSLParameters parameters = engine.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            engine.setSSLParameters(parameters);
            return engine;
        } catch (NoSuchAlgorithmException e) {
            throw new IOException("this JVM's trust for TLS cannot be had: " + e.getMessage(), e);
        }
    }

    /** Closes the connections and ends the thread. Waits for it, at most two seconds. */
    @Override
    public void close() {
        // By ourselves: a loop that is asked to end while it runs a task may end without having closed its channels.
        open.close().awaitUninterruptibly(1, TimeUnit.SECONDS);
        loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(1, TimeUnit.SECONDS);
    }
}
