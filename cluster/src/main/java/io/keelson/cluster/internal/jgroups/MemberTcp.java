package io.keelson.cluster.internal.jgroups;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.TCP;
import org.jspecify.annotations.Nullable;

/**
 * TCP whose connections end with it. JGroups 5.5 closes those that it has when the channel is left, and waits a moment only for the thread that takes new ones. That one
 * may be waiting for a peer to say who it is; what it takes afterwards nobody closes, and the thread that sends to it never ends. Connections with machines that were put
 * out of the domain end at the next look.
 */
final class MemberTcp extends TCP {
    /** How long a peer may take to say who it is, in milliseconds. */
    private static final int INTRODUCTION_MILLIS = 1_000;

    /** How soon a connection ends after its other end was put out, in milliseconds. */
    private static final int LOOK_MILLIS = 500;

    private final ChannelThreads threads;
    private final Runnable closeRevoked;
    private @Nullable Future<?> looking;

    /** @param closeRevoked closes connections whose other end has been put out of the domain; run by the transport's timer */
    MemberTcp(ChannelThreads threads, Runnable closeRevoked) {
        this.threads = threads;
        this.closeRevoked = closeRevoked;
        // Its messages are TCP's; JGroups would look for a number of this class.
        setId(ClassConfigurator.getProtocolId(TCP.class));
        setPeerAddrReadTimeout(INTRODUCTION_MILLIS);
    }

    @Override
    public void start() throws Exception {
        super.start();
        looking = getTimer().scheduleWithFixedDelay(closeRevoked, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
    }

    @Override
    public void stop() {
        Future<?> ending = looking;
        if (ending != null) {
            ending.cancel(false);
        }
        super.stop();
        threads.awaitAcceptors(Duration.ofMillis(2 * INTRODUCTION_MILLIS));
        if (srv != null) {
            clearConnections(false);
        }
    }
}
