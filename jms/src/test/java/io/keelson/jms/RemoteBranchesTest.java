package io.keelson.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.base.time.Ticker;
import io.keelson.jms.broker.DestinationRules;
import io.keelson.jms.broker.JmsServer;
import io.keelson.jms.client.ClientConnectionFactory;
import io.keelson.jms.client.ClientDestination;
import io.keelson.jms.client.FactorySettings;
import io.keelson.jms.client.XaBranches;
import io.keelson.jms.message.DestinationName;
import io.keelson.jms.net.ReconnectingLink;
import io.keelson.jms.net.RoutingLink;
import io.keelson.jms.store.FileMessageStore;
import io.keelson.jms.store.WritePolicy;
import io.keelson.jms.wire.BranchId;
import io.keelson.jms.wire.Delivery;
import io.keelson.jms.wire.JmsFailure;
import io.keelson.jms.wire.Link;
import jakarta.jms.JMSContext;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.XAJMSContext;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Branches at the JMS server of another member, which recovery finds after the end of either. */
@Timeout(60)
final class RemoteBranchesTest {
    private static final long SOON = 20_000;
    private static final DestinationName NEAR = DestinationName.queue("near");
    private static final DestinationName FAR = DestinationName.queue("far");
    private static final Queue FAR_QUEUE = (Queue) ClientDestination.of(FAR);
    private static final BranchId ID = new BranchId(1, new byte[] {1}, new byte[] {2});

    private final Path directory;
    private JmsServer home;
    private JmsServer other;
    private boolean reachable = true;
    private boolean recoverable = true;

    /** True if the client has a coordinator of its own, and may connect to any member. */
    private boolean roaming;

    private final List<Link.Handler> homes = new ArrayList<>();

    RemoteBranchesTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @BeforeEach
    void open() throws Exception {
        home = opened("home", NEAR);
        other = opened("other", FAR);
    }

    @AfterEach
    void close() {
        home.close();
        other.close();
    }

    private JmsServer opened(String name, DestinationName queue) throws IOException {
        JmsServer made = new JmsServer(
                name,
                new FileMessageStore(name, directory.resolve(name), WritePolicy.CACHE_FLUSH, 1 << 20),
                Ticker.system(),
                millis -> {});
        made.open(0, Map.of(queue, DestinationRules.STANDARD));
        return made;
    }

    private BranchPlaces places() {
        return new BranchPlaces(directory.resolve("home"));
    }

    private final class Routes implements RoutingLink.Routes {
        @Override
        public String serverOf(DestinationName destination) {
            return destination.equals(FAR) ? "other" : "";
        }

        @Override
        public boolean mayPrepare(String server) throws JmsFailure {
            try {
                places().add(server);
            } catch (IOException e) {
                throw new JmsFailure(JmsFailure.Code.ROLLED_BACK, "no place", e);
            }
            return recoverable;
        }

        @Override
        public Link open(String server, Link.Handler handler) throws JmsFailure {
            assertThat(server).isEqualTo("other");
            if (!reachable) {
                throw new JmsFailure(JmsFailure.Code.LOST, "the other one is away");
            }
            return other.connect(null, null, handler);
        }

        @Override
        public List<String> branchServers() {
            return roaming ? List.of("other") : List.of();
        }
    }

    private ClientConnectionFactory factory() {
        return new ClientConnectionFactory(
                (user, password, handler) -> RoutingLink.open(
                        to -> home.connect(null, null, to), new Routes(), handler, task -> new Thread(task).start()),
                () -> FactorySettings.STANDARD,
                null);
    }

    /** A client of another process, whose link to its home can be cut. */
    private Link roaming(Link.Handler handler) throws JmsFailure {
        roaming = true;
        String origin = UUID.randomUUID().toString();
        return ReconnectingLink.open(
                to -> {
                    homes.add(to);
                    return RoutingLink.open(
                            own -> home.connect(null, null, own), new Routes(), to, task -> new Thread(task).start());
                },
                handler,
                "home",
                origin,
                SOON,
                Ticker.system());
    }

    private XAResource preparedByRoaming() throws Exception {
        sent("taken");
        XAJMSContext context = new ClientConnectionFactory(
                        (user, password, handler) -> roaming(handler), () -> FactorySettings.STANDARD, null)
                .createXAContext();
        XAResource resource = context.getXAResource();
        resource.start(ID, XAResource.TMNOFLAGS);
        try (var consumer = context.createConsumer(FAR_QUEUE)) {
            assertThat(consumer.receiveBody(String.class, SOON)).isEqualTo("taken");
        }
        context.createProducer().send(FAR_QUEUE, "sent");
        resource.end(ID, XAResource.TMSUCCESS);
        assertThat(resource.prepare(ID)).isEqualTo(XAResource.XA_OK);
        return resource;
    }

    @Test
    void aClientThatHasLostItsHomeSinceThePrepareCommitsWhereTheBranchIs() throws Exception {
        XAResource resource = preparedByRoaming();
        homes.get(0).ended(new JmsFailure(JmsFailure.Code.LOST, "cut off"));
        resource.commit(ID, false);
        assertThat(homes).hasSize(2);
        assertThat(received().getBody(String.class)).isEqualTo("sent");
        assertThat(received()).isNull();
    }

    @Test
    void itHearsThatTheServerWithTheBranchIsAwayAndCommitsLater() throws Exception {
        XAResource resource = preparedByRoaming();
        reachable = false;
        homes.get(0).ended(new JmsFailure(JmsFailure.Code.LOST, "cut off"));
        assertThatThrownBy(() -> resource.commit(ID, false))
                .isInstanceOfSatisfying(
                        XAException.class, e -> assertThat(e.errorCode).isEqualTo(XAException.XAER_RMFAIL));
        reachable = true;
        resource.commit(ID, false);
        assertThat(received().getBody(String.class)).isEqualTo("sent");
        assertThat(received()).isNull();
    }

    @Test
    void itsRecoveryThroughAnotherConnectionFindsTheBranchAfterTheEndOfAll() throws Exception {
        XAResource unused = preparedByRoaming();
        home.close();
        other.close();
        open();
        reachable = false;
        assertThatThrownBy(() -> XaBranches.over(roaming(new Nothing())).recover(XAResource.TMSTARTRSCAN))
                .isInstanceOfSatisfying(
                        XAException.class, e -> assertThat(e.errorCode).isEqualTo(XAException.XAER_RMFAIL));
        reachable = true;
        XAResource recovery = XaBranches.over(roaming(new Nothing()));
        Xid[] found = recovery.recover(XAResource.TMSTARTRSCAN);
        assertThat(found).hasSize(1);
        recovery.commit(found[0], false);
        assertThat(recovery.recover(XAResource.TMSTARTRSCAN)).isEmpty();
        assertThat(received().getBody(String.class)).isEqualTo("sent");
        assertThat(received()).isNull();
    }

    @Test
    void aBranchThatNobodyHasIsNotKnown() throws Exception {
        XAResource recovery = XaBranches.over(roaming(new Nothing()));
        assertThatThrownBy(() -> recovery.commit(ID, false))
                .isInstanceOfSatisfying(
                        XAException.class, e -> assertThat(e.errorCode).isEqualTo(XAException.XAER_NOTA));
    }

    private static final class Nothing implements Link.Handler {
        @Override
        public void delivered(long consumer, List<Delivery> batch) {}

        @Override
        public void ended(JmsFailure why) {}
    }

    /** The environment of a pass of recovery. */
    private XAResource recovery() throws Exception {
        List<Link> links = new ArrayList<>();
        links.add(home.connect(null, null, new Nothing()));
        for (String each : places().all()) {
            assertThat(each).isEqualTo("other");
            Link link = other.connect(null, null, new Nothing());
            if (!reachable) {
                link.close();
            }
            links.add(link);
        }
        return XaBranches.over(new RecoveryLink(links));
    }

    private void sent(String text) {
        try (JMSContext context = factory().createContext()) {
            context.createProducer().send(FAR_QUEUE, text);
        }
    }

    private Message received() {
        try (JMSContext context = factory().createContext();
                var consumer = context.createConsumer(FAR_QUEUE)) {
            return consumer.receive(300);
        }
    }

    @Test
    void aBranchIsPreparedAndCommittedAtTheOther() throws Exception {
        sent("taken");
        try (XAJMSContext context = factory().createXAContext()) {
            XAResource resource = context.getXAResource();
            resource.start(ID, XAResource.TMNOFLAGS);
            assertThat(context.createConsumer(FAR_QUEUE).receiveBody(String.class, SOON))
                    .isEqualTo("taken");
            context.createProducer().send(FAR_QUEUE, "sent");
            resource.end(ID, XAResource.TMSUCCESS);
            assertThat(resource.prepare(ID)).isEqualTo(XAResource.XA_OK);
            assertThat(received()).as("nothing before the decision").isNull();
            resource.commit(ID, false);
        }
        assertThat(received().getBody(String.class)).isEqualTo("sent");
        assertThat(received()).isNull();
        assertThat(recovery().recover(XAResource.TMSTARTRSCAN)).isEmpty();
    }

    private void prepared() throws Exception {
        XAJMSContext context = factory().createXAContext(); // whose process ends before it has decided
        XAResource resource = context.getXAResource();
        resource.start(ID, XAResource.TMNOFLAGS);
        assertThat(context.createConsumer(FAR_QUEUE).receiveBody(String.class, SOON))
                .isEqualTo("taken");
        context.createProducer().send(FAR_QUEUE, "sent");
        resource.end(ID, XAResource.TMSUCCESS);
        assertThat(resource.prepare(ID)).isEqualTo(XAResource.XA_OK);
    }

    @Test
    void recoveryCommitsAfterTheEndOfBoth() throws Exception {
        sent("taken");
        prepared();
        home.close();
        other.close();
        open();
        XAResource recovery = recovery();
        Xid[] found = recovery.recover(XAResource.TMSTARTRSCAN);
        assertThat(found).hasSize(1);
        recovery.commit(found[0], false);
        assertThat(recovery.recover(XAResource.TMSTARTRSCAN)).isEmpty();
        assertThat(received().getBody(String.class)).isEqualTo("sent");
        assertThat(received()).isNull();
    }

    @Test
    void recoveryRollsBackWhatNobodyHasDecided() throws Exception {
        sent("taken");
        prepared();
        XAResource recovery = recovery();
        recovery.rollback(recovery.recover(XAResource.TMSTARTRSCAN)[0]);
        Message again = received();
        assertThat(again.getBody(String.class)).isEqualTo("taken");
        assertThat(again.getJMSRedelivered()).isTrue();
        assertThat(received()).isNull();
    }

    @Test
    void nothingIsTakenToBeOverWhereTheOtherCannotBeAsked() throws Exception {
        sent("taken");
        prepared();
        reachable = false;
        XAResource recovery = recovery();
        assertThatThrownBy(() -> recovery.recover(XAResource.TMSTARTRSCAN))
                .isInstanceOfSatisfying(
                        XAException.class, e -> assertThat(e.errorCode).isEqualTo(XAException.XAER_RMFAIL));
    }

    @Test
    void whereNobodyWouldRecoverItTheBranchIsRolledBack() throws Exception {
        recoverable = false;
        try (XAJMSContext context = factory().createXAContext()) {
            XAResource resource = context.getXAResource();
            resource.start(ID, XAResource.TMNOFLAGS);
            context.createProducer().send(FAR_QUEUE, "sent");
            resource.end(ID, XAResource.TMSUCCESS);
            assertThatThrownBy(() -> resource.prepare(ID))
                    .isInstanceOfSatisfying(
                            XAException.class, e -> assertThat(e.errorCode).isEqualTo(XAException.XA_RBROLLBACK));
        }
        assertThat(received()).isNull();
    }

    @Test
    void placesAreKept() throws Exception {
        BranchPlaces places = new BranchPlaces(directory.resolve("new"));
        assertThat(places.all()).isEmpty();
        places.add("server-2");
        places.add("server-1");
        places.add("server-2");
        assertThat(places.all()).containsExactlyInAnyOrder("server-1", "server-2");
        BranchPlaces again = new BranchPlaces(directory.resolve("new"));
        again.add("server-3");
        assertThat(new BranchPlaces(directory.resolve("new")).all())
                .containsExactlyInAnyOrder("server-1", "server-2", "server-3");
    }
}
