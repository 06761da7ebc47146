package io.keelson.cluster.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.kernel.spi.membership.ClusterMessages;
import io.keelson.kernel.spi.membership.ClusterView;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Messages of rooms between three members whose channels deliver at once. */
class ChannelMessagesTest {
    private final Map<ClusterMember, Side> sides = new LinkedHashMap<>();
    private final List<String> heard = new ArrayList<>();

    /** A member with its channel. */
    private final class Side implements Group {
        final ClusterMember self;
        final ChannelMessages messages;
        Receiver receiver = (from, payload) -> {};

        Side(String server) {
            self = new ClusterMember(server, server.repeat(32));
            sides.put(self, this);
            messages = new ChannelMessages(this, view());
        }

        private ClusterView view() {
            return (ClusterView) Proxy.newProxyInstance(
                    ClusterView.class.getClassLoader(),
                    new Class<?>[] {ClusterView.class},
                    (proxy, method, arguments) -> new ClusterView.View(1, true, List.copyOf(sides.keySet()), Set.of()));
        }

        void hear(String subject) {
            messages.receive(
                    subject,
                    (from, message) -> heard.add(
                            self.server() + " " + from.server() + " " + new String(message, StandardCharsets.UTF_8)));
        }

        @Override
        public ClusterMember self() {
            return self;
        }

        @Override
        public void send(ClusterMember to, Topic topic, byte[] payload) {
            assertThat(topic).isEqualTo(ChannelMessages.ROOMS);
            sides.get(to).receiver.delivered(self, payload);
        }

        @Override
        public void receive(Topic topic, Receiver next) {
            receiver = next;
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void theOthersHearWhatIsOfTheirSubject() {
        Side a = new Side("a");
        Side b = new Side("b");
        Side c = new Side("c");
        a.hear("one");
        b.hear("one");
        c.hear("other");

        a.messages.tell("one", bytes("x"));
        b.messages.tell("one", new byte[0]);

        assertThat(heard).containsExactly("b a x", "a b ");
    }

    @Test
    void whatCannotBeReadIsDropped() {
        Side a = new Side("a");
        a.hear("one");

        a.receiver.delivered(a.self, new byte[0]);
        a.receiver.delivered(a.self, new byte[] {5, 'o', 'n'});
        a.receiver.delivered(a.self, new byte[] {-1, 'o', 'n'});

        assertThat(heard).isEmpty();
    }

    @Test
    void aMessageThatIsTooLongIsRefused() {
        Side a = new Side("a");
        assertThatThrownBy(() -> a.messages.tell("one", new byte[ClusterMessages.LONGEST + 1]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("one");
    }
}
