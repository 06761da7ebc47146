package io.keelson.cluster.internal.jgroups;

import java.time.Duration;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.TCP;

/**
 * TCP whose connections end with it. JGroups 5.5 closes those that it has when the channel is left, and waits a moment only for the thread that takes new ones. That one
 * may be waiting for a peer to say who it is; what it takes afterwards nobody closes, and the thread that sends to it never ends.
 */
final class MemberTcp extends TCP {
    /** How long a peer may take to say who it is, in milliseconds. */
    private static final int INTRODUCTION_MILLIS = 1_000;

    private final ChannelThreads threads;

    MemberTcp(ChannelThreads threads) {
        this.threads = threads;
        // Its messages are TCP's; JGroups would look for a number of this class.
        setId(ClassConfigurator.getProtocolId(TCP.class));
        setPeerAddrReadTimeout(INTRODUCTION_MILLIS);
    }

    @Override
    public void stop() {
        super.stop();
        threads.awaitAcceptors(Duration.ofMillis(2 * INTRODUCTION_MILLIS));
        if (srv != null) {
            clearConnections(false);
        }
    }
}
