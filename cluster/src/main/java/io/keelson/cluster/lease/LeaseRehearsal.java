package io.keelson.cluster.lease;

import io.keelson.base.time.Ticker;
import io.keelson.cluster.io.MalformedMessageException;
import io.keelson.kernel.spi.lease.Lease;
import io.keelson.kernel.spi.lease.LeaseListener;
import io.keelson.kernel.spi.lease.LeaseLoss;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A lease that is granted and given back with nobody behind it. A server does so once, soon after its start: it loads the
 * classes and links the code that the first fail-over needs, which takes longer than the rest of a fail-over. Nothing is sent,
 * logged or kept.
 */
public final class LeaseRehearsal {
    private static final String NAME = "rehearsal";

    private final Ticker ticker;
    private final LeaseTiming timing;
    private final Owner self;
    private final LeaseMachine machine;
    private final List<LeaseAction> seen = new ArrayList<>();

    /** One of a server. */
    public LeaseRehearsal(String server, LeaseTiming timing, Ticker ticker) {
        this.ticker = ticker;
        this.timing = timing;
        self = new Owner(server, 1, "", 0, 0);
        machine = new LeaseMachine(self, timing, Set.of(NAME));
    }

    /** Goes all the way; returns what a machine wanted done on it. */
    public List<LeaseAction> run() {
        try {
            LeaseTable table = new LeaseTable();
            step(new LeaseEvent.Claimed(NAME));
            answer(table);
            step(new LeaseEvent.Unclaimed(NAME));
            answer(table);
            hold();
            return List.copyOf(seen);
        } catch (MalformedMessageException e) {
            throw new IllegalStateException(e);
        }
    }

    private void step(LeaseEvent event) {
        seen.addAll(machine.step(event, Moment.of(ticker)));
    }

    /** Answers the latest request with the decision of a table of its own, over all the codecs. */
    private void answer(LeaseTable table) throws MalformedMessageException {
        for (LeaseAction action : List.copyOf(seen)) {
            if (action instanceof LeaseAction.Send send
                    && LeaseCodec.message(LeaseCodec.encode(send.message())) instanceof LeaseMessage.Request request) {
                LeaseCommand command = LeaseCodec.command(LeaseCodec.encode(request.command()));
                LeaseResult result = LeaseCodec.result(LeaseCodec.encode(table.apply(command)));
                seen.remove(action);
                step(new LeaseEvent.Delivered(NAME, new LeaseMessage.Reply(request.number(), result)));
                step(new LeaseEvent.Delivered(NAME, new LeaseMessage.Changed(List.copyOf(table.rows()))));
            }
        }
    }

    /** Runs through the claim and the lease as a holder uses them. */
    private void hold() {
        Duration duration = Duration.ofMillis(timing.durationMillis());
        LeaseTerm term = LeaseTerm.of(Moment.of(ticker), timing.durationMillis());
        NodeClaim claim = new NodeClaim(NAME, new Deaf(), () -> {});
        claim.granted(new HeldLease(NAME, self.server(), 1, duration, term, ticker));
        claim.release().thenRun(() -> {});
        claim.lost(LeaseLoss.RELEASED);
        claim.gone();
    }

    private static final class Deaf implements LeaseListener {
        @Override
        public void granted(Lease lease) {
            lease.stillMine();
        }

        @Override
        public void lost(Lease lease, LeaseLoss why) {
            lease.stillMine();
        }
    }
}
