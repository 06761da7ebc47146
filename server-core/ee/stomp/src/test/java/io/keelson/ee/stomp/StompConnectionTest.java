package io.keelson.ee.stomp;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.base.config.DataSize;
import io.keelson.base.time.Ticker;
import io.keelson.jms.message.BodyKind;
import io.keelson.jms.message.DestinationName;
import io.keelson.jms.message.MessageData;
import io.keelson.jms.protocol.StompSettings;
import io.keelson.jms.wire.Delivery;
import io.keelson.jms.wire.JmsFailure;
import io.keelson.jms.wire.Link;
import io.keelson.jms.wire.Reply;
import io.keelson.jms.wire.Request;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A connection, whose JMS server and clock the test drives. */
class StompConnectionTest {
    private final Server server = new Server();
    private final ManualTicker ticker = new ManualTicker();
    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final Deque<Runnable> blocking = new ArrayDeque<>();
    private final StompConnection connection = new StompConnection(
            new StompConnection.Parts(
                    channel,
                    () -> server.happened.add("output ended"),
                    new StompSettings(
                            true,
                            true,
                            DataSize.parse("4KiB"),
                            DataSize.parse("1KiB"),
                            20,
                            10,
                            DataSize.parse("8KiB"),
                            4,
                            Duration.ofSeconds(10),
                            Duration.ofSeconds(20)),
                    (user, password, handler) -> server,
                    blocking::add,
                    new StompLogin(null, true, true),
                    ticker),
            gone -> server.happened.add("gone"));

    @BeforeEach
    void begin() {
        channel.pipeline().addLast(connection);
    }

    @AfterEach
    void end() {
        channel.finishAndReleaseAll();
        assertThat(connection.ended()).isCompleted();
        assertThat(server.closed).isTrue();
    }

    private void run() {
        while (!blocking.isEmpty()) {
            blocking.remove().run();
        }
        channel.runPendingTasks();
    }

    private void send(String text) {
        channel.writeInbound(Unpooled.copiedBuffer(text, StandardCharsets.UTF_8));
        run();
    }

    /** Returns what was written since the last time, NUL as the sign of it. */
    private String written() {
        StringBuilder all = new StringBuilder();
        for (ByteBuf each = channel.readOutbound(); each != null; each = channel.readOutbound()) {
            all.append(each.toString(StandardCharsets.UTF_8));
            each.release();
        }
        return all.toString().replace('\0', '\u2400');
    }

    private void connect(String headers) {
        send("CONNECT\naccept-version:1.2\n" + headers + "\n\0");
        assertThat(written()).startsWith("CONNECTED\nversion:1.2\n").contains("heart-beat:1000,10000\n");
    }

    private void pass(long millis) {
        ticker.nanos += TimeUnit.MILLISECONDS.toNanos(millis);
        channel.advanceTimeBy(millis, TimeUnit.MILLISECONDS);
        channel.runScheduledPendingTasks();
    }

    private <R extends Request> R asked(Class<R> type) {
        return type.cast(server.asked.stream()
                .filter(type::isInstance)
                .reduce((a, b) -> b)
                .orElseThrow());
    }

    private static Delivery delivery(long tag) {
        MessageData data = new MessageData(
                "ID:" + tag,
                DestinationName.queue("a"),
                0,
                4,
                false,
                0,
                0,
                null,
                null,
                null,
                Map.of(),
                BodyKind.TEXT,
                "x".getBytes(StandardCharsets.UTF_8),
                "");
        return new Delivery(tag, data, 1, false);
    }

    private void deliver(long consumer, long... tags) {
        List<Delivery> batch = new ArrayList<>();
        for (long each : tags) {
            batch.add(delivery(each));
        }
        connection.delivered(consumer, batch);
        run();
    }

    private void subscribe(String headers) {
        send("SUBSCRIBE\nid:s\ndestination:/queue/a\n" + headers + "\n\0");
        server.answer(Request.Consume.class, Reply.Done.DONE);
        run();
    }

    @Test
    void framesBehindConnectWaitUntilTheJmsServerIsOpen() {
        channel.writeInbound(Unpooled.copiedBuffer(
                "STOMP\naccept-version:1.1,1.2\n\n\0SEND\ndestination:/queue/a\nreceipt:1\n\nx\0",
                StandardCharsets.UTF_8));
        assertThat(written()).isEmpty();
        assertThat(channel.config().isAutoRead()).isFalse();
        assertThat(server.asked).isEmpty();
        run();
        assertThat(written()).startsWith("CONNECTED\nversion:1.2\n").doesNotContain("RECEIPT");
        assertThat(channel.config().isAutoRead()).isTrue();
        server.answer(Request.Send.class, Reply.Done.DONE);
        run();
        assertThat(written()).isEqualTo("RECEIPT\nreceipt-id:1\n\n\u2400");
    }

    @Test
    void aReceiptOfASendWaitsForTheJmsServer() {
        connect("");
        send("SEND\ndestination:/queue/a\nreceipt:1\n\nx\0SEND\ndestination:/queue/a\nreceipt:2\n\ny\0");
        assertThat(written()).isEmpty();
        assertThat(server.asked).hasSize(2);
        server.answer(Request.Send.class, Reply.Done.DONE);
        run();
        assertThat(written()).contains("receipt-id:1").doesNotContain("receipt-id:2");
    }

    @Test
    void aSendThatFailsEndsTheConnectionWithItsReceipt() {
        connect("");
        send("SEND\ndestination:/queue/a\nreceipt:1\n\nx\0");
        server.fail(Request.Send.class, new JmsFailure(JmsFailure.Code.RESOURCE_ALLOCATION, "the queue: full"));
        run();
        assertThat(written())
                .startsWith("ERROR\nreceipt-id:1\nmessage:the queue\\c full\n")
                .endsWith("\n\nthe queue: full\u2400");
        assertThat(server.happened).containsSubsequence("closed", "output ended");
        send("SEND\ndestination:/queue/a\n\nx\0");
        assertThat(server.asked).hasSize(1);
        assertThat(channel.isOpen()).isTrue();
        pass(2_000);
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void whatTheJmsServerHasNotAnsweredForStopsReading() {
        connect("");
        String send = "SEND\ndestination:/queue/a\n\n" + "x".repeat(4_000) + "\0";
        int sent = 0;
        while (channel.config().isAutoRead()) {
            send(send);
            sent++;
            assertThat(sent).isLessThan(1_000);
        }
        assertThat(sent).isGreaterThan(100);
        pass(100_000); // nobody can see its heart-beats
        send(send);
        assertThat(server.asked).hasSize(sent);
        server.answer(Request.Send.class, Reply.Done.DONE);
        run();
        assertThat(server.asked).hasSize(sent + 1);
        assertThat(channel.isOpen()).isTrue();
    }

    @Test
    void aSubscriptionHasAWindow() {
        connect("");
        subscribe("ack:client\n");
        assertThat(asked(Request.Credit.class).more()).isEqualTo(4);
        deliver(1, 11, 12, 13, 14);
        assertThat(written()).contains("ack:1-1\n", "ack:1-4\n", "subscription:s\n", "destination:/queue/a\n");
        server.asked.clear();
        send("ACK\nid:1-1\n\n\0");
        assertThat(asked(Request.Acknowledge.class).tags()).containsExactly(11);
        assertThat(server.asked).hasSize(1);
        send("ACK\nid:1-3\n\n\0");
        assertThat(asked(Request.Acknowledge.class).tags()).containsExactly(12, 13);
        assertThat(asked(Request.Credit.class).more()).isEqualTo(3);
        server.asked.clear();
        send("ACK\nid:1-2\nreceipt:again\n\n\0"); // with a later one
        assertThat(server.asked).isEmpty();
        assertThat(written()).contains("receipt-id:again");
        send("NACK\nid:1-4\n\n\0");
        assertThat(asked(Request.Return.class).tags()).containsExactly(14);
        assertThat(asked(Request.Return.class).seen()).isTrue();
        send("ACK\nid:1-5\nreceipt:2\n\n\0");
        assertThat(written()).startsWith("ERROR\nreceipt-id:2\n");
    }

    @Test
    void eachMessageOfClientIndividualIsAcknowledgedOnce() {
        connect("");
        subscribe("ack:client-individual\nprefetch-count:10\n");
        assertThat(asked(Request.Credit.class).more()).isEqualTo(10);
        deliver(1, 11, 12);
        send("ACK\nid:1-2\n\n\0");
        assertThat(asked(Request.Acknowledge.class).tags()).containsExactly(12);
        String unused = written();
        send("ACK\nid:1-2\n\n\0");
        assertThat(written()).startsWith("ERROR\n");
        assertThat(server.closed).isTrue(); // so that the first goes back
    }

    @Test
    void messagesAreAcknowledgedBySendingThemUnlessTheClientDoesSo() {
        connect("");
        subscribe("");
        deliver(1, 11, 12, 13);
        assertThat(written()).contains("MESSAGE\n").doesNotContain("\nack:");
        assertThat(asked(Request.Acknowledge.class).tags()).containsExactly(11, 12, 13);
        server.answer(Request.Acknowledge.class, Reply.Done.DONE);
        run();
        assertThat(asked(Request.Credit.class).more()).isEqualTo(3);
    }

    @Test
    void aClientThatReadsNothingGetsNoMoreAndIsGivenUp() {
        connect("");
        subscribe("");
        server.asked.clear();
        channel.unsafe().outboundBuffer().setUserDefinedWritability(1, false);
        deliver(1, 11, 12);
        assertThat(written()).isEmpty();
        assertThat(server.asked).isEmpty();
        assertThat(channel.config().isAutoRead()).isFalse();
        channel.unsafe().outboundBuffer().setUserDefinedWritability(1, true);
        run();
        assertThat(written()).contains("message-id:ID\\c11\n", "message-id:ID\\c12\n");
        assertThat(channel.config().isAutoRead()).isTrue();
        channel.unsafe().outboundBuffer().setUserDefinedWritability(1, false);
        deliver(1, 13);
        pass(10_000);
        assertThat(channel.isOpen()).isTrue();
        pass(12_000);
        assertThat(channel.isOpen()).isFalse();
        assertThat(asked(Request.Return.class).tags()).containsExactly(13);
        assertThat(asked(Request.Return.class).seen()).isFalse();
    }

    @Test
    void messagesThatComeAgainAreNotSentTwice() {
        connect("");
        subscribe("");
        server.asked.clear();
        channel.unsafe().outboundBuffer().setUserDefinedWritability(1, false);
        deliver(1, 11, 12, 13, 14);
        connection.renewed(1);
        deliver(1, 21);
        channel.unsafe().outboundBuffer().setUserDefinedWritability(1, true);
        run();
        assertThat(asked(Request.Credit.class).more()).isEqualTo(4);
        assertThat(written()).contains("ID\\c21").doesNotContain("ID\\c11", "ID\\c14");
    }

    @Test
    void heartBeatsGoBothWays() {
        connect("heart-beat:10000,4000\n");
        pass(5_000);
        assertThat(written()).isEqualTo("\n");
        for (int i = 0; i < 5; i++) {
            pass(10_000);
            send("\n");
        }
        assertThat(channel.isOpen()).isTrue();
        assertThat(written()).matches("\n{5,}");
        pass(10_000);
        pass(12_000);
        assertThat(written()).contains("ERROR\nmessage:nothing has come");
        assertThat(server.closed).isTrue();
    }

    @Test
    void aClientWithoutHeartBeatsMayBeSilent() {
        connect("");
        pass(1_000_000);
        assertThat(channel.isOpen()).isTrue();
        assertThat(written()).isEmpty();
    }

    @Test
    void aTransactionIsOneCommit() {
        connect("");
        subscribe("ack:client-individual\n");
        deliver(1, 11, 12, 13);
        String unused = written();
        send("BEGIN\ntransaction:t\nreceipt:b\n\n\0SEND\ndestination:/queue/b\ntransaction:t\nreceipt:s\n\nx\0"
                + "ACK\nid:1-1\ntransaction:t\nreceipt:a\n\n\0NACK\nid:1-2\ntransaction:t\n\n\0");
        assertThat(written()).contains("receipt-id:b", "receipt-id:s", "receipt-id:a");
        assertThat(server.asked).noneMatch(Request.Acknowledge.class::isInstance);
        send("COMMIT\ntransaction:t\nreceipt:c\n\n\0SEND\ndestination:/queue/b\n\nbehind\0");
        assertThat(asked(Request.Commit.class).sends()).hasSize(1);
        assertThat(asked(Request.Commit.class).acknowledged()).containsExactly(11);
        assertThat(server.asked).noneMatch(Request.Send.class::isInstance);
        assertThat(written()).isEmpty();
        server.answer(Request.Commit.class, Reply.Done.DONE);
        run();
        assertThat(written()).contains("receipt-id:c");
        assertThat(asked(Request.Return.class).tags()).containsExactly(12);
        assertThat(server.asked).anyMatch(Request.Send.class::isInstance);
        send("BEGIN\ntransaction:t\n\n\0ACK\nid:1-3\ntransaction:t\n\n\0ABORT\ntransaction:t\nreceipt:d\n\n\0");
        assertThat(asked(Request.Return.class).tags()).containsExactly(13);
        server.answer(Request.Return.class, Reply.Done.DONE);
        server.answer(Request.Return.class, Reply.Done.DONE);
        run();
        assertThat(written()).contains("receipt-id:d");
    }

    @Test
    void transactionsAreLimited() {
        connect("");
        send("BEGIN\ntransaction:t\n\n\0");
        String send = "SEND\ndestination:/queue/b\ntransaction:t\n\n" + "x".repeat(3_000) + "\0";
        send(send);
        send(send);
        assertThat(written()).isEmpty();
        send(send);
        assertThat(written()).contains("ERROR\nmessage:what the transactions").contains("stomp.max-transaction-size");
    }

    @Test
    void disconnectWaitsForWhatIsWithoutAReply() {
        connect("");
        subscribe("ack:client\n");
        deliver(1, 11);
        String unused = written();
        send(
                "SEND\ndestination:/queue/a\nreceipt:1\n\nx\0DISCONNECT\nreceipt:2\n\n\0SEND\ndestination:/queue/a\n\ny\0");
        assertThat(written()).isEmpty();
        server.answerAll();
        run();
        assertThat(written()).isEqualTo("RECEIPT\nreceipt-id:1\n\n\u2400RECEIPT\nreceipt-id:2\n\n\u2400");
        assertThat(server.asked.stream().filter(Request.Send.class::isInstance)).hasSize(1);
        assertThat(server.happened).containsSubsequence("closed", "output ended");
    }

    @Test
    void suspensionWaitsForWhatIsWithoutAReply() {
        connect("");
        subscribe("");
        send("SEND\ndestination:/queue/a\nreceipt:1\n\nx\0");
        connection.drain();
        run();
        send("SEND\ndestination:/queue/a\nreceipt:2\n\ny\0");
        deliver(1, 11);
        assertThat(written()).doesNotContain("MESSAGE", "ERROR");
        server.answerAll();
        run();
        assertThat(written()).startsWith("RECEIPT\nreceipt-id:1\n\n\u2400ERROR\nmessage:the server is being stopped\n");
        assertThat(asked(Request.Return.class).tags()).containsExactly(11);
    }

    @Test
    void aNameWithoutItsKindIsLookedUpOnce() {
        connect("");
        send("SEND\ndestination:both\nreply-to:both\n\nx\0SEND\ndestination:both\n\ny\0");
        assertThat(server.asked).containsExactly(new Request.Check(DestinationName.queue("both")));
        server.fail(Request.Check.class, new JmsFailure(JmsFailure.Code.INVALID_DESTINATION, "there is no queue both"));
        run();
        assertThat(server.asked).contains(new Request.Check(DestinationName.topic("both")));
        server.answer(Request.Check.class, Reply.Done.DONE);
        run();
        assertThat(server.asked.stream()
                        .filter(Request.Send.class::isInstance)
                        .map(Request.Send.class::cast)
                        .map(each -> each.messages().get(0).destination()))
                .containsExactly(DestinationName.topic("both"), DestinationName.topic("both"));
    }

    @Test
    void temporaryDestinationsAreMadeOnce() {
        connect("");
        send("SEND\ndestination:/queue/a\nreply-to:/temp-queue/r\n\nx\0"
                + "SUBSCRIBE\nid:r\ndestination:/temp-queue/r\n\n\0");
        server.answer(Request.MakeTemporary.class, new Reply.Named("$tmp.1"));
        run();
        assertThat(asked(Request.Send.class).messages().get(0).replyTo()).isEqualTo(DestinationName.queue("$tmp.1"));
        assertThat(asked(Request.Consume.class).destination()).isEqualTo(DestinationName.queue("$tmp.1"));
        assertThat(server.asked.stream().filter(Request.MakeTemporary.class::isInstance))
                .hasSize(1);
    }

    @Test
    void unsubscribeGivesBack() {
        connect("client-id:me\n", true);
        send("SUBSCRIBE\nid:s\ndestination:/topic/t\nack:client\ndurable:true\nselector:n > 1\n\n\0");
        Request.Consume consume = asked(Request.Consume.class);
        assertThat(consume.selector()).isEqualTo("n > 1");
        assertThat(consume.subscription()).isEqualTo(new Request.Subscription("s", true, false));
        server.answer(Request.Consume.class, Reply.Done.DONE);
        run();
        deliver(1, 11);
        send("UNSUBSCRIBE\nid:s\ndurable:true\nreceipt:u\n\n\0");
        assertThat(asked(Request.Return.class).tags()).containsExactly(11);
        String unused = written();
        server.answerAll();
        run();
        assertThat(asked(Request.Unsubscribe.class).subscription()).isEqualTo("s");
        assertThat(written()).isEmpty();
        server.answerAll();
        run();
        assertThat(written()).contains("receipt-id:u");
        deliver(1, 12); // was on its way
        assertThat(asked(Request.Return.class).tags()).containsExactly(12);
    }

    private void connect(String headers, boolean identifies) {
        send("CONNECT\naccept-version:1.2\n" + headers + "\n\0");
        assertThat(written()).isEmpty();
        assertThat(server.asked).containsExactly(new Request.Identify("me"));
        server.answer(Request.Identify.class, Reply.Done.DONE);
        run();
        assertThat(written()).startsWith("CONNECTED\n");
        assertThat(identifies).isTrue();
    }

    @Test
    void aDurableSubscriptionNeedsAClientId() {
        connect("");
        send("SUBSCRIBE\nid:s\ndestination:/topic/t\ndurable:true\nreceipt:1\n\n\0");
        assertThat(written()).startsWith("ERROR\nreceipt-id:1\nmessage:a durable subscription needs a client id");
    }

    @Test
    void mistakesEndTheConnection() {
        connect("");
        send("SUBSCRIBE\nid:s\ndestination:/queue/a\nack:sometimes\nreceipt:1\n\n\0");
        assertThat(written()).startsWith("ERROR\nreceipt-id:1\nmessage:the header 'ack'");
    }

    @Test
    void whoDoesNotConnectInTimeIsClosed() {
        pass(10_000);
        assertThat(channel.isOpen()).isFalse();
        server.close();
    }

    @Test
    void theFirstFrameIsConnect() {
        send("SEND\nreceipt:1\n\n\0");
        assertThat(written()).startsWith("ERROR\nreceipt-id:1\nmessage:the first frame");
        server.close();
    }

    @Test
    void aVersionThatNobodySpeaksIsRefusedWithThoseThatThereAre() {
        send("CONNECT\naccept-version:3.0\n\n\0");
        assertThat(written()).contains("version:1.0,1.1,1.2\n");
        server.close();
    }

    private static final class ManualTicker implements Ticker {
        long nanos;

        @Override
        public long nanoTime() {
            return nanos;
        }

        @Override
        public long currentTimeMillis() {
            return 1_000_000;
        }
    }

    private static final class Server implements Link {
        private record Asked(Request request, CompletableFuture<Reply> reply) {}

        final List<Request> asked = new ArrayList<>();
        final List<String> happened = new ArrayList<>();
        private final List<Asked> open = new ArrayList<>();
        boolean closed;

        @Override
        public CompletableFuture<Reply> request(Request request) {
            asked.add(request);
            CompletableFuture<Reply> reply = new CompletableFuture<>();
            open.add(new Asked(request, reply));
            return reply;
        }

        private Asked next(Class<? extends Request> type) {
            Asked next = open.stream()
                    .filter(each -> type.isInstance(each.request()))
                    .findFirst()
                    .orElseThrow();
            open.remove(next);
            return next;
        }

        void answer(Class<? extends Request> type, Reply reply) {
            next(type).reply().complete(reply);
        }

        void fail(Class<? extends Request> type, JmsFailure why) {
            next(type).reply().completeExceptionally(why);
        }

        void answerAll() {
            List<Asked> all = List.copyOf(open);
            open.clear();
            all.forEach(each -> each.reply().complete(Reply.Done.DONE));
        }

        @Override
        public void sendOneWay(long sender, List<MessageData> messages) {}

        @Override
        public void close() {
            if (!closed) {
                closed = true;
                happened.add("closed");
            }
        }
    }
}
