package io.keelson.tx;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.kernel.spi.transaction.CommitDecision;
import io.keelson.kernel.spi.transaction.ServerLink;
import io.keelson.kernel.spi.transaction.TransactionId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Servers that decisions of last resources wait for, where a member recovers by the log of another one, too. */
class KeptServersTest {
    private static final String OTHER = "server:b somewhere:1";

    private final SimulatedFaults faults = new SimulatedFaults(1);
    private final SimulatedStore last = new SimulatedStore("last", true, faults);
    private final List<String> asked = new ArrayList<>();
    private final Link link = new Link();
    private final FileDecisions taken = log("a");
    private final FileDecisions ownLog = log("c");
    private final Recovery own = new Recovery(() -> ownLog, number -> false, new Heuristics(new HandTicker()));

    private static FileDecisions log(String server) {
        try {
            return FileDecisions.open(new SimulatedDisk(new SimulatedFaults(1)), server, Tenure.UNLIMITED);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Answers that nothing is prepared, as a server does that has committed. */
    private final class Link implements ServerLink {
        private boolean away;

        @Override
        public List<String> addresses() {
            return List.of("here:1");
        }

        @Override
        public List<String> others() {
            return List.of();
        }

        @Override
        public byte[] ask(List<String> addresses, byte[] request) throws ServerAwayException {
            asked.addAll(addresses);
            if (away) {
                throw new ServerAwayException("away", new IOException());
            }
            return ServerRequest.done(out -> out.writeInt(0));
        }
    }

    private Recovery byTaken() throws Exception {
        OtherServers servers = new OtherServers(new OwnName("c", "here"), () -> link, resource -> {
            own.add(resource);
            return () -> own.remove(resource);
        });
        own.onKeptServers(servers::recoverKept);
        own.add(last);
        taken.lastResource("last");
        TransactionId id = taken.ids("a").id(1);
        last.local("t").commit(Optional.of(new CommitDecision(id, List.of(OTHER))));
        return own.by(taken);
    }

    @Test
    void passesByTheOwnLogDoNotEndWhatADecisionOfTheTakenLogWaitsFor() throws Exception {
        Recovery by = byTaken();
        assertThat(by.pass()).isFalse();
        boolean unused = own.pass();
        assertThat(by.pass()).isTrue();
        assertThat(last.inDoubt()).isZero();
    }

    @Test
    void aServerIsAskedAsLongAsADecisionWaitsForIt() throws Exception {
        Recovery by = byTaken();
        link.away = true;
        for (int i = 0; i < 3; i++) {
            assertThat(by.pass()).isFalse();
            boolean unused = own.pass();
        }
        link.away = false;
        assertThat(by.pass()).isTrue();
        assertThat(last.inDoubt()).isZero();
        asked.clear();
        boolean unused = own.pass();
        assertThat(by.pass()).isTrue();
        assertThat(asked).isEmpty();
    }
}
