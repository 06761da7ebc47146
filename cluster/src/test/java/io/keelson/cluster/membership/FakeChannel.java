package io.keelson.cluster.membership;

import io.keelson.kernel.spi.membership.ClusterMember;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** A channel that a test speaks for; it notes what is sent. */
final class FakeChannel implements Channel {
    final ClusterMember self;
    final Listener listener;
    final List<String> sent = Collections.synchronizedList(new ArrayList<>());
    final List<Exception> refusals = Collections.synchronizedList(new ArrayList<>());
    final CountDownLatch connected = new CountDownLatch(1);
    private Receiver formation = (from, payload) -> {};

    FakeChannel(ClusterMember self, Listener listener) {
        this.self = self;
        this.listener = listener;
    }

    @Override
    public void connect() throws RefusedException, IOException {
        if (!refusals.isEmpty()) {
            Exception refusal = refusals.remove(0);
            if (refusal instanceof RefusedException refused) {
                throw refused;
            }
            throw (IOException) refusal;
        }
        connected.countDown();
    }

    @Override
    public void close() {
        sent.add("closed");
    }

    @Override
    public ClusterMember self() {
        return self;
    }

    @Override
    public void send(ClusterMember to, Topic topic, byte[] payload) {
        sent.add(topic.subject() + " to " + to.server());
    }

    @Override
    public void receive(Topic topic, Receiver receiver) {
        if (topic == Membership.FORMATION) {
            formation = receiver;
        }
    }

    void saysThatItHasFormed(ClusterMember from) {
        formation.delivered(from, new byte[] {1});
    }
}
