package io.keelson.cluster.internal.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.jgroups.Address;
import org.jgroups.EmptyMessage;
import org.jgroups.JChannel;
import org.jgroups.protocols.Bundler;
import org.jgroups.protocols.SHARED_LOOPBACK;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class MemberBundlerTest {
    /** Whatever still wants to send, a view's acknowledgement for instance, finds it closed. */
    @Test
    void whoSendsToTheEndStartsNoThreadThatNobodyEnds() throws Exception {
        Bundler bundler = new MemberBundler();
        SHARED_LOOPBACK transport = new SHARED_LOOPBACK();
        transport.useVirtualThreads(false); // nobody could count them
        transport.setBundler(bundler);
        Address self;
        try (JChannel channel = new JChannel(transport)) {
            channel.connect("test");
            self = channel.getAddress();
            bundler.send(new EmptyMessage(self));
            assertThat(threads()).isOne();
        }
        bundler.send(new EmptyMessage(self));
        await().until(() -> threads() == 0);
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().contains("pd-bundler"))
                .count();
    }
}
