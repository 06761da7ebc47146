package io.keelson.cluster.membership;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.cluster.membership.Membership.Term;
import io.keelson.kernel.spi.membership.ClusterMember;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SharedViewTest {
    private static final ClusterMember A = member("a", 1);
    private static final ClusterMember B = member("b", 2);
    private static final ClusterMember C = member("c", 3);
    private static final Term OLD = new Term(5, A);

    private final Map<ClusterMember, Node> nodes = new HashMap<>();
    private final Deque<Runnable> wire = new ArrayDeque<>();
    private final Node a = new Node(A);
    private final Node b = new Node(B);
    private final Node c = new Node(C);
    private final AtomicInteger shared = new AtomicInteger();

    private static ClusterMember member(String server, int run) {
        return new ClusterMember(server, String.format("%032x", run));
    }

    /** A member whose messages a test delivers. */
    private final class Node implements Group {
        private final ClusterMember self;
        private final SharedView view;
        private Receiver receiver = (from, payload) -> {};
        private @Nullable Term term = OLD;

        Node(ClusterMember self) {
            this.self = self;
            nodes.put(self, this);
            view = new SharedView(this, () -> term);
        }

        @Override
        public ClusterMember self() {
            return self;
        }

        @Override
        public void send(ClusterMember to, Topic topic, byte[] payload) {
            assertThat(topic).isEqualTo(SharedView.VIEWS);
            wire.add(() -> nodes.get(to).receiver.delivered(self, payload));
        }

        @Override
        public void receive(Topic topic, Receiver next) {
            receiver = next;
        }
    }

    private void ask() {
        a.view.ask(List.of(B, C), shared::incrementAndGet);
    }

    private void deliver() {
        while (!wire.isEmpty()) {
            wire.remove().run();
        }
    }

    @Test
    void isSharedWhenAllHaveSaidSo() {
        ask();
        deliver();
        assertThat(shared).hasValue(1);
    }

    @Test
    void isNotWhenOneHasAnotherOrNone() {
        b.term = new Term(6, B);
        ask();
        deliver();
        b.term = new Term(5, B);
        ask();
        deliver();
        b.term = null;
        ask();
        deliver();
        assertThat(shared).hasValue(0);
        b.term = OLD;
        ask();
        deliver();
        assertThat(shared).hasValue(1);
    }

    @Test
    void isNotWhileOneIsSilentNorWhereNobodyIsAsked() {
        ask();
        wire.removeLast();
        deliver();
        a.view.ask(List.of(), shared::incrementAndGet);
        deliver();
        assertThat(shared).hasValue(0);
    }

    @Test
    void theAnswerToAnEarlierQuestionDoesNotCount() {
        ask();
        wire.remove().run(); // b answers
        wire.remove().run(); // and so does c
        ask();
        wire.remove().run();
        wire.remove().run();
        assertThat(shared).as("both answers are to the first question").hasValue(0);
        deliver();
        assertThat(shared).hasValue(1);
    }

    @Test
    void isNotWhenThereIsAnotherViewMeanwhile() {
        ask();
        wire.remove().run();
        wire.remove().run();
        a.term = new Term(6, A);
        deliver();
        assertThat(shared).hasValue(0);
    }

    @Test
    void whatIsNotUnderstoodIsPassedOver() {
        ask();
        a.receiver.delivered(B, new byte[0]);
        a.receiver.delivered(B, new byte[] {2, 1});
        a.receiver.delivered(B, new byte[] {9, 1});
        deliver();
        assertThat(shared).hasValue(1);
    }
}
