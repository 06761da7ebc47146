package io.keelson.jms.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.jms.message.DestinationName;
import io.keelson.jms.message.MessageData;
import io.keelson.jms.wire.Delivery;
import io.keelson.jms.wire.JmsFailure;
import io.keelson.jms.wire.Link;
import io.keelson.jms.wire.Reply;
import io.keelson.jms.wire.Request;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class JmsRequestsTest {
    private final Deque<Runnable> loop = new ArrayDeque<>();
    private final List<String> happened = new ArrayList<>();
    private final Server server = new Server();
    private String container = "client";
    private final JmsRequests<JmsRequests.Consumer> requests =
            new JmsRequests<>(loop::add, () -> this.container, () -> happened.add("answered"));

    private void run() {
        while (!loop.isEmpty()) {
            loop.remove().run();
        }
    }

    @Test
    void nothingIsAskedBeforeTheLinkIsOpen() {
        assertThat(requests.request(new Request.Check(DestinationName.queue("a"))))
                .isCompletedExceptionally();
        assertThat(requests.isIdle()).isTrue();
    }

    @Test
    void aReplyIsHandedOverToTheLoop() {
        requests.open(server);
        requests.then(
                requests.request(new Request.Check(DestinationName.queue("a"))),
                (reply, error) -> happened.add("handled"));
        server.replies.get(0).complete(new Reply.Named("a"));
        assertThat(happened).isEmpty();
        assertThat(requests.isIdle()).isFalse();
        run();
        assertThat(happened).containsExactlyInAnyOrder("answered", "handled");
        assertThat(requests.isIdle()).isTrue();
    }

    @Test
    void theContainerIsIdentifiedOnce() {
        requests.open(server);
        assertThat(requests.origin()).isNotEqualTo("client");
        assertThat(requests.identify()).isSameAs(requests.identify());
        assertThat(server.asked).containsExactly(new Request.Identify("client"));
        assertThat(requests.origin()).isEqualTo("client");
    }

    @Test
    void aContainerWithoutAnIdIsRefused() {
        requests.open(server);
        container = " ";
        assertThat(requests.identify()).isCompletedExceptionally();
        assertThat(server.asked).isEmpty();
    }

    @Test
    void theFirstDestinationThatIsThereIsFound() {
        requests.open(server);
        requests.find(
                List.of(DestinationName.queue("a"), DestinationName.topic("a")),
                (found, error) -> happened.add(String.valueOf(found)));
        server.replies
                .get(0)
                .completeExceptionally(new JmsFailure(JmsFailure.Code.INVALID_DESTINATION, "there is none"));
        run();
        server.replies.get(1).complete(new Reply.Named("a"));
        run();
        assertThat(happened)
                .containsExactlyInAnyOrder(
                        "answered", "answered", DestinationName.topic("a").toString());
    }

    @Test
    void messagesOfAConsumerThatWasClosedGoBack() {
        requests.open(server);
        requests.delivered(7, List.of());
        assertThat(server.asked).singleElement().isInstanceOf(Request.Return.class);
    }

    @Test
    void aConsumerHearsThatItsMessagesComeAgain() {
        requests.open(server);
        requests.add(7, new JmsRequests.Consumer() {
            @Override
            public void delivered(List<Delivery> batch) {
                happened.add("delivered");
            }

            @Override
            public void renewed() {
                happened.add("renewed");
            }
        });
        requests.renewed(8);
        requests.renewed(7);
        requests.delivered(7, List.of());
        assertThat(happened).containsExactly("renewed", "delivered");
    }

    private static final class Server implements Link {
        final List<Request> asked = new ArrayList<>();
        final List<CompletableFuture<Reply>> replies = new ArrayList<>();

        @Override
        public CompletableFuture<Reply> request(Request request) {
            asked.add(request);
            CompletableFuture<Reply> reply = new CompletableFuture<>();
            replies.add(reply);
            return reply;
        }

        @Override
        public void sendOneWay(long sender, List<MessageData> messages) {}

        @Override
        public void close() {}
    }
}
