package io.keelson.kernel.naming;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.kernel.spi.lease.Fence;
import io.keelson.kernel.spi.lease.StaleFence;
import io.keelson.kernel.spi.membership.ClusterNames;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.naming.Context;
import javax.naming.NameAlreadyBoundException;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import javax.naming.OperationNotSupportedException;
import javax.naming.ServiceUnavailableException;
import javax.naming.event.EventContext;
import javax.naming.event.NamespaceChangeListener;
import javax.naming.event.NamingEvent;
import javax.naming.event.NamingExceptionEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests what the server tree makes of the names of a cluster. */
class ClusterTreeTest {
    private final FakeCluster cluster = new FakeCluster();
    private final Naming one = Naming.open("one", () -> NamingSettings.NONE);
    private final Naming two = Naming.open("two", () -> NamingSettings.NONE);
    private ClusterNames.Registration oneJoined;
    private Context here;
    private Context there;

    @BeforeEach
    void join() {
        oneJoined = one.join(cluster.member("one"));
        two.join(cluster.member("two"));
        here = one.context(one.owner("application shop", null));
        there = two.context(two.owner("application shop", null));
    }

    @AfterEach
    void close() {
        one.close();
        two.close();
    }

    private static List<String> names(Context context, String name) throws NamingException {
        List<String> names = new ArrayList<>();
        Collections.list(context.list(name)).forEach(pair -> names.add(pair.getName()));
        return names;
    }

    @Test
    void whatOneBindsAllSee() throws Exception {
        here.bind("rate", 3);
        assertThat(there.lookup("rate")).isEqualTo(3);
        assertThatThrownBy(() -> there.bind("rate", 4)).isInstanceOf(NameAlreadyBoundException.class);
        there.rebind("rate", 5);
        assertThat(there.lookup("rate")).isEqualTo(5);
        assertThat(here.lookup("rate")).isEqualTo(5);
        here.createSubcontext("q").bind("a", "x");
        there.createSubcontext("q").bind("b", "y");
        assertThat(names(there, "q")).containsExactly("a", "b");
        assertThat(names(two.context(), "")).containsExactly("q", "rate");
        assertThat(((Context) two.context().lookup("q")).lookup("a")).isEqualTo("x");
    }

    @Test
    void whatEachMemberHasOneOfIsBoundForItselfAlone() throws Exception {
        one.keepHere(value -> value instanceof Long);
        two.keepHere(value -> value instanceof Long);
        here.bind("each", 1L);
        there.bind("each", 2L);
        here.bind("all", 3);

        assertThat(here.lookup("each")).isEqualTo(1L);
        assertThat(there.lookup("each")).isEqualTo(2L);
        assertThat(there.lookup("all")).isEqualTo(3);
    }

    @Test
    void contextsOfOthersAreThere() throws Exception {
        here.createSubcontext("deep").createSubcontext("down").bind("here", 1);
        assertThat(names(there, "")).containsExactly("deep");
        assertThat(((Context) there.lookup("deep/down")).lookup("here")).isEqualTo(1);
        assertThatThrownBy(() -> there.lookup("deep/up")).isInstanceOf(NameNotFoundException.class);
        assertThatThrownBy(() -> there.list("up")).isInstanceOf(NameNotFoundException.class);
    }

    @Test
    void whatCannotTravelStaysHere() throws Exception {
        here.bind("object", new Object());
        one.context().bind("of the server", 1);
        here.addToEnvironment("io.keelson.naming.cluster", "false");
        here.bind("asked", 2);
        assertThat(names(there, "")).isEmpty();
        assertThat(names(here, "")).containsExactly("asked", "object", "of the server");
    }

    @Test
    void unbindingCountsForAll() throws Exception {
        here.bind("a", 1);
        there.unbind("a");
        assertThatThrownBy(() -> here.lookup("a")).isInstanceOf(NameNotFoundException.class);
        assertThatThrownBy(() -> two.context().lookup("a")).isInstanceOf(NameNotFoundException.class);
        here.rebind("b", 1);
        here.unbind("b");
        assertThat(names(there, "")).isEmpty();
    }

    @Test
    void whatAMemberHadGoesWithIt() throws Exception {
        here.bind("a", 1);
        cluster.leaves("one");
        assertThatThrownBy(() -> there.lookup("a")).isInstanceOf(NameNotFoundException.class);
    }

    @Test
    void ownersTakeTheirBindingsWithThemEverywhere() throws Exception {
        NameOwner owner = one.owner("application bank", null);
        one.context(owner).bind("a", 1);
        assertThat(there.lookup("a")).isEqualTo(1);
        owner.close();
        assertThatThrownBy(() -> there.lookup("a")).isInstanceOf(NameNotFoundException.class);
    }

    @Test
    void nothingChangesWhileNobodyDecides() throws Exception {
        here.bind("a", 1);
        cluster.away = true;
        assertThatThrownBy(() -> here.bind("b", 1)).isInstanceOf(ServiceUnavailableException.class);
        assertThatThrownBy(() -> here.unbind("a")).isInstanceOf(ServiceUnavailableException.class);
        assertThat(names(here, "")).containsExactly("a");
    }

    @Test
    void aStaleEpochIsRefusedOnEveryMember() throws Exception {
        one.context(one.owner("singleton", new Fence("counter", 3))).bind("counter", "old");
        two.context(two.owner("singleton", new Fence("counter", 4))).bind("counter", "new");
        NameOwner stale = one.owner("singleton", new Fence("counter", 3));
        assertThatThrownBy(() -> one.context(stale).rebind("counter", "again")).isInstanceOf(StaleFence.class);
        assertThat(there.lookup("counter")).isEqualTo("new");
    }

    @Test
    void whatWasBoundBeforeIsShownWhenTheServerJoins() throws Exception {
        try (Naming three = Naming.open("three", () -> NamingSettings.NONE)) {
            Context own = three.context(three.owner("application shop", null));
            own.bind("early", 1);
            own.bind("taken", 2);
            here.bind("taken", 3);
            three.join(cluster.member("three"));
            assertThat(there.lookup("early")).isEqualTo(1);
            assertThat(own.lookup("taken")).isEqualTo(2);
            assertThat(there.lookup("taken")).isEqualTo(3);
            assertThatThrownBy(() -> three.join(cluster.member("three"))).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void theLoserOfAMergeKeepsItsBindingForItself() throws Exception {
        here.bind("a", "mine");
        cluster.wins("a", "two", "theirs");
        assertThat(here.lookup("a")).isEqualTo("mine");
        assertThat(there.lookup("a")).isEqualTo("theirs");
        here.unbind("a");
        assertThat(here.lookup("a")).isEqualTo("theirs");
    }

    @Test
    void renamesAreSeenByAll() throws Exception {
        here.bind("a", 1);
        here.rename("a", "b");
        assertThat(names(there, "")).containsExactly("b");
        assertThatThrownBy(() -> there.rename("b", "c")).isInstanceOf(OperationNotSupportedException.class);
    }

    @Test
    void aServerThatHasLeftKeepsItsOwn() throws Exception {
        here.bind("a", 1);
        there.bind("b", 2);
        oneJoined.close();
        cluster.leaves("one");
        assertThat(names(here, "")).containsExactly("a");
        assertThat(names(there, "")).containsExactly("b");
        one.join(cluster.member("one"));
        assertThat(there.lookup("a")).isEqualTo(1);
    }

    @Test
    void listenersHearOfOtherMembersChangesOnce() throws Exception {
        BlockingQueue<String> heard = new LinkedBlockingQueue<>();
        ((EventContext) two.context()).addNamingListener("", EventContext.SUBTREE_SCOPE, new NamespaceChangeListener() {
            @Override
            public void objectAdded(NamingEvent event) {
                heard.add("+" + event.getNewBinding().getName());
            }

            @Override
            public void objectRemoved(NamingEvent event) {
                heard.add("-" + event.getOldBinding().getName());
            }

            @Override
            public void objectRenamed(NamingEvent event) {}

            @Override
            public void namingExceptionThrown(NamingExceptionEvent event) {}
        });
        here.bind("a", 1);
        there.bind("b", 1);
        here.unbind("a");
        assertThat(heard.poll(10, TimeUnit.SECONDS)).isEqualTo("+a");
        assertThat(heard.poll(10, TimeUnit.SECONDS)).isEqualTo("+b");
        assertThat(heard.poll(10, TimeUnit.SECONDS)).isEqualTo("-a");
        assertThat(heard).isEmpty();
    }

    /** A bind looks whether there is a cluster, and the join looks what is bound: whichever is first, the name is shared. */
    @Test
    void whatIsBoundWhileAServerJoinsIsShared() throws Exception {
        for (int round = 0; round < 200; round++) {
            Naming three = Naming.open("three", () -> NamingSettings.NONE);
            NameOwner owner = three.owner("application shop", null);
            Context shop = three.context(owner);
            CyclicBarrier together = new CyclicBarrier(2);
            CompletableFuture<Void> binds = CompletableFuture.runAsync(() -> {
                try {
                    together.await();
                    for (int i = 0; i < 20; i++) {
                        shop.bind("late-" + i, i);
                    }
                } catch (Exception e) {
                    throw new CompletionException(e);
                }
            });
            together.await();
            ClusterNames.Registration joined = three.join(cluster.member("three"));
            binds.get(60, TimeUnit.SECONDS);
            for (int i = 0; i < 20; i++) {
                assertThat(there.lookup("late-" + i)).as("round " + round).isEqualTo(i);
            }
            owner.close();
            assertThat(names(there, ""))
                    .as("what is shared goes with its owner")
                    .isEmpty();
            joined.close();
            three.close();
        }
    }
}
