package io.keelson.cluster.membership;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.kernel.spi.membership.ClusterView;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class MembershipTest {
    private static final ClusterMember ADMIN = member("AdminServer", 1);
    private static final ClusterMember ONE = member("server-1", 2);
    private static final ClusterMember TWO = member("server-2", 3);

    private final List<String> heard = Collections.synchronizedList(new ArrayList<>());
    private FakeChannel channel;
    private Membership membership;

    private static ClusterMember member(String server, int run) {
        return new ClusterMember(server, String.format("%032x", run));
    }

    private void open() {
        Map<String, InetSocketAddress> servers = new LinkedHashMap<>();
        for (ClusterMember member : List.of(ADMIN, ONE, TWO)) {
            servers.put(member.server(), new InetSocketAddress(InetAddress.getLoopbackAddress(), 1 + servers.size()));
        }
        Roster roster = new Roster("shop", "c", "server-1", "AdminServer", servers, 2);
        membership = new Membership(roster, (expected, listener) -> channel = new FakeChannel(ONE, listener));
        membership.view().subscribe(new ClusterView.Listener() {
            @Override
            public void changed(ClusterView.View now, ClusterView.Change change) {
                heard.add((now.formed() ? "formed " : "") + "+" + Members.list(change.joined()) + " -"
                        + Members.list(change.left()) + (change.merge() ? " merge" : ""));
            }

            @Override
            public void suspected(ClusterMember member) {
                heard.add("suspected " + member.server());
            }

            @Override
            public void ended(ClusterMember member) {
                heard.add("ended " + member.server());
            }
        });
    }

    @AfterEach
    void stop() {
        membership.stop(Deadline.in(Ticker.system(), Duration.ofSeconds(5)));
    }

    private void view(long number, ClusterMember... members) throws Exception {
        channel.listener.view(number, members[0], List.of(members), List.of());
        handled();
    }

    /** Waits until the cluster's thread has done what it was given. */
    private void handled() throws Exception {
        CountDownLatch done = new CountDownLatch(1);
        membership.execute(done::countDown);
        assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void oneOfThreeHasNotFormedAndTwoHave() throws Exception {
        open();
        view(0, ONE);
        assertThat(membership.view().current().formed()).isFalse();
        assertThat(membership.view().current().missing()).containsExactlyInAnyOrder("AdminServer", "server-2");

        view(1, ONE, ADMIN);
        assertThat(membership.view().current().formed()).isTrue();
        assertThat(channel.sent).containsExactly("formation to AdminServer");

        view(2, ONE);
        assertThat(membership.view().current().formed()).as("it stays formed").isTrue();
        assertThat(heard).containsExactly("+none -none", "formed +AdminServer -none", "formed +none -AdminServer");
    }

    private static Roster withServers(Roster of, int quorum, String... names) {
        java.util.Map<String, java.net.InetSocketAddress> servers = new java.util.LinkedHashMap<>();
        for (String name : names) {
            servers.put(name, new java.net.InetSocketAddress(java.net.InetAddress.getLoopbackAddress(), 1));
        }
        return new Roster(of.domain(), of.cluster(), of.self(), of.adminServer(), servers, quorum);
    }

    @Test
    void otherServersAreExpectedWhileItRuns() throws Exception {
        open();
        view(1, ONE, ADMIN);
        membership.expect(
                withServers(membership.roster(), 3, "AdminServer", "server-1", "server-2", "server-3", "server-4"));
        handled();
        assertThat(membership.view().current().formed()).as("it stays formed").isTrue();
        assertThat(membership.view().current().missing()).containsExactlyInAnyOrder("server-2", "server-3", "server-4");
        assertThat(membership.roster().quorum()).isEqualTo(3);

        membership.expect(withServers(membership.roster(), 2, "AdminServer", "server-1"));
        handled();
        assertThat(membership.view().current().missing()).isEmpty();
        assertThat(heard).containsExactly("formed +AdminServer -none", "formed +none -none", "formed +none -none");
    }

    @Test
    void aClusterOfFewerServersForms() throws Exception {
        open();
        view(1, ONE);
        assertThat(membership.view().current().formed()).isFalse();
        membership.expect(withServers(membership.roster(), 1, "AdminServer", "server-1"));
        handled();
        assertThat(membership.view().current().formed()).isTrue();
    }

    /** Before it has joined it sees nobody else, and there may be many. */
    @Test
    void nothingFormsBeforeItHasJoined() throws Exception {
        open();
        membership.expect(withServers(membership.roster(), 1, "AdminServer", "server-1"));
        handled();
        assertThat(membership.view().current().formed()).isFalse();
    }

    /** Its view may come later than what members say that have theirs: who sees nobody must not think that the others are gone. */
    @Test
    void aMembersWordCountsWhenItIsSeen() throws Exception {
        open();
        membership.expect(withServers(membership.roster(), 3, "AdminServer", "server-1", "server-2", "server-3"));
        channel.saysThatItHasFormed(TWO);
        handled();
        assertThat(membership.view().current().formed())
                .as("nobody is seen yet")
                .isFalse();

        view(7, ONE, ADMIN);
        assertThat(membership.view().current().formed())
                .as("another one's view")
                .isFalse();

        view(8, TWO, ONE);
        assertThat(membership.view().current().formed()).isTrue();
        assertThat(membership.view().current().members()).containsExactly(TWO, ONE);
    }

    @Test
    void whoJoinsAClusterThatHasFormedBelieves() throws Exception {
        open();
        view(5, TWO, ONE); // of a cluster that was larger and has formed; two of three are enough anyhow
        assertThat(membership.view().current().formed()).isTrue();
    }

    @Test
    void aMembersWordIsEnough() throws Exception {
        open();
        ClusterMember foreign = member("new", 9);
        view(5, foreign, ONE); // one of the three that are expected, and one that this server's file does not know
        assertThat(membership.view().current().formed()).isFalse();

        channel.saysThatItHasFormed(foreign);
        handled();

        assertThat(membership.view().current().formed()).isTrue();
        assertThat(heard).containsExactly("+new -none", "formed +none -none");
    }

    @Test
    void aListenerThatFailsKeepsNothingFromTheOthers() throws Exception {
        open();
        membership.view().subscribe((now, change) -> {
            throw new IllegalStateException("on purpose");
        });
        List<Long> numbers = Collections.synchronizedList(new ArrayList<>());
        membership.view().subscribe((now, change) -> numbers.add(now.number()));
        view(0, ONE);
        view(1, ONE, TWO);
        assertThat(numbers).containsExactly(0L, 1L);
    }

    @Test
    void mergesAndSuspicionsAreToldAsSuch() throws Exception {
        open();
        view(0, ONE);
        channel.listener.suspected(TWO);
        channel.listener.view(4, ONE, List.of(ONE, TWO), List.of(List.of(ONE), List.of(TWO)));
        handled();
        assertThat(heard).containsExactly("+none -none", "suspected server-2", "formed +server-2 -none merge");
    }

    /** More than one part of the channel may notice it. */
    @Test
    void thatAProcessHasEndedIsToldOnce() throws Exception {
        open();
        view(0, ONE, TWO);
        channel.listener.ended(TWO);
        channel.listener.ended(TWO);
        channel.listener.ended(ADMIN); // it is not there
        handled();
        assertThat(heard).containsExactly("formed +server-2 -none", "ended server-2");

        ClusterMember again = member("server-2", 4);
        view(1, ONE, again);
        channel.listener.ended(again);
        handled();
        assertThat(heard).last().isEqualTo("ended server-2");
        assertThat(heard).hasSize(4);
    }

    @Test
    void aViewWithoutThisServerIsNone() throws Exception {
        open();
        view(0, ONE);
        view(1, ADMIN, TWO);
        assertThat(membership.view().current().number()).isZero();
    }

    @Test
    void triesAgainUntilItIsLetIn() throws Exception {
        open();
        channel.refusals.add(new Channel.RefusedException("the wrong key", false, new SecurityException()));
        membership.start();
        assertThat(channel.connected.await(60, TimeUnit.SECONDS)).isTrue();
    }

    /** With the usual pauses five attempts would take 15 s. */
    @Test
    void triesAgainSoonWhileItsEarlierRunLeaves() throws Exception {
        open();
        for (int i = 0; i < 5; i++) {
            channel.refusals.add(new Channel.RefusedException("an earlier run", true, new SecurityException()));
        }
        membership.start();
        assertThat(channel.connected.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(channel.refusals).isEmpty();
    }

    @Test
    void theLinkGoesByNamesAndTellsWhoComesAndGoes() throws Exception {
        open();
        view(0, ONE);
        List<String> events = Collections.synchronizedList(new ArrayList<>());
        try (GroupLink link = new GroupLink(membership, new Topic(100, "tests"))) {
            link.receive(new io.keelson.cluster.io.Link.Receiver() {
                @Override
                public void delivered(String from, byte[] message) {
                    events.add(from + " says " + message.length);
                }

                @Override
                public void lost(String server) {
                    events.add("lost " + server);
                }

                @Override
                public void found(String server) {
                    events.add("found " + server);
                }
            });
            view(1, ONE, TWO);
            link.send("server-2", new byte[3]);
            link.send("server-1", new byte[4]);
            link.send("AdminServer", new byte[5]);
            handled();
            ClusterMember again = member("server-2", 8);
            view(2, ONE, again);
            assertThat(link.self()).isEqualTo("server-1");
        }
        view(3, ONE);
        assertThat(events).containsExactly("found server-2", "server-1 says 4", "lost server-2", "found server-2");
        assertThat(channel.sent).contains("tests to server-2").doesNotContain("CONSENSUS to AdminServer");
    }
}
