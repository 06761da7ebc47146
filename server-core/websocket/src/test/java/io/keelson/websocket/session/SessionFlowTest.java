package io.keelson.websocket.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.base.config.DataSize;
import io.keelson.base.time.Ticker;
import io.keelson.servlet.spi.SocketSettings;
import io.keelson.servlet.spi.SocketsProvider;
import io.keelson.testkit.ManualTicker;
import io.keelson.websocket.fixture.RawClient;
import io.keelson.websocket.frame.Side;
import jakarta.websocket.CloseReason;
import jakarta.websocket.MessageHandler;
import jakarta.websocket.Session;
import jakarta.websocket.WebSocketContainer;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A session step by step, without network, threads or clock. */
class SessionFlowTest {
    private final ManualTicker ticker = new ManualTicker();
    private FakeConnection connection = new FakeConnection();
    private final List<String> journal = new ArrayList<>();
    private final List<Timer> timers = new ArrayList<>();
    private final Callbacks callbacks = new Callbacks();
    private SocketSession session;

    @BeforeEach
    void open() {
        session = new SocketSession(new Host(), opening(Side.SERVER), callbacks, new UpgradedWire(connection));
        session.begin();
    }

    private static Opening opening(Side side) {
        return new Opening(
                "endpoint",
                URI.create("ws://x/"),
                null,
                Map.of(),
                Map.of(),
                null,
                null,
                false,
                side,
                "",
                List.of(),
                null,
                Map.of());
    }

    private void opened() {
        connection.run();
        journal.clear();
    }

    private static byte[] text(String message) {
        return RawClient.bytes(0x81, message.getBytes(StandardCharsets.UTF_8));
    }

    private void pass(Duration duration) {
        ticker.advance(duration);
        for (Timer timer : List.copyOf(timers)) {
            if (timer.at - ticker.nanoTime() <= 0 && timers.remove(timer)) {
                timer.action.run();
            }
        }
        connection.run();
    }

    @Test
    void readsWhenTheEndpointHasOpened() {
        connection.in.feed(text("early"));
        assertThat(connection.in.listening()).isFalse();
        assertThat(journal).isEmpty();
        connection.run();
        assertThat(journal).containsExactly("open", "text early");
    }

    @Test
    void aClientHasOpenedWhenItHasBegun() {
        FakeConnection other = new FakeConnection();
        SocketSession client =
                new SocketSession(new Host(), opening(Side.CLIENT), new Callbacks(), new UpgradedWire(other));
        other.in.feed(new byte[] {(byte) 0x81, 5, 'e', 'a', 'r', 'l', 'y'});
        client.beginHere();
        assertThat(journal).containsExactly("open");
        other.run();
        assertThat(journal).containsExactly("open", "text early");
        client.close();
        assertThat(other.sent()).startsWith("8882");
        other.in.feed(new byte[] {(byte) 0x88, 2, 3, (byte) 0xe8});
        other.run();
        assertThat(other.closed).isTrue();
        assertThat(other.ended).isTrue();
        assertThat(journal).endsWith("close 1000");
    }

    @Test
    void stopsReadingWhileTheApplicationIsBehind() {
        opened();
        String large = "*".repeat(10_000);
        for (int i = 0; i < 50; i++) {
            connection.in.feed(text(large));
        }
        assertThat(connection.in.listening()).isFalse();
        assertThat(connection.in.left()).as("not read").isGreaterThan(400_000);
        connection.run();
        assertThat(journal).hasSize(50);
        assertThat(connection.in.left()).isZero();
        assertThat(connection.in.listening()).isTrue();
    }

    @Test
    void emptyMessagesFillMemoryToo() {
        opened();
        byte[] empty = text("");
        byte[] flood = new byte[empty.length * 100_000];
        for (int i = 0; i < 100_000; i++) {
            System.arraycopy(empty, 0, flood, i * empty.length, empty.length);
        }
        connection.in.feed(flood);
        assertThat(connection.in.left()).isGreaterThan(500_000);
        connection.run();
        assertThat(journal).hasSize(100_000);
    }

    @Test
    void sendsWhatFitsAndKeepsTheRestInOrder() throws Exception {
        opened();
        connection.out.writable(false);
        Future<Void> one = session.getAsyncRemote().sendText("1");
        Future<Void> two = session.getAsyncRemote().sendBinary(ByteBuffer.wrap(new byte[] {2}));
        assertThat(one.isDone()).isFalse();
        assertThat(connection.sent()).isEmpty();
        connection.out.writable(true);
        assertThat(one.isDone() && two.isDone()).isTrue();
        assertThat(connection.sent()).isEqualTo("810131" + "820102");
        assertThat(one.get()).isNull();
    }

    @Test
    void aSendThatIsNotTakenInTimeBreaksTheConnectionOff() {
        opened();
        connection.out.writable(false);
        session.getAsyncRemote().setSendTimeout(1_000);
        Future<Void> sent = session.getAsyncRemote().sendText("1");
        pass(Duration.ofMillis(900));
        assertThat(sent.isDone()).isFalse();
        pass(Duration.ofMillis(200));
        assertThatThrownBy(sent::get).isInstanceOf(ExecutionException.class).hasMessageContaining("within 1000 ms");
        assertThat(connection.aborted).isTrue();
        assertThat(journal).containsExactly("close 1006");
        assertThat(connection.ended).isTrue();
    }

    @Test
    void aTimeoutThatIsNotNeededIsTakenBack() {
        opened();
        session.getAsyncRemote().setSendTimeout(1_000);
        connection.out.writable(false);
        session.getAsyncRemote().sendText("1");
        int waiting = timers.size();
        connection.out.writable(true);
        assertThat(timers).hasSize(waiting - 1);
    }

    @Test
    void theBacklogIsBounded() {
        opened();
        connection.out.writable(false);
        byte[] large = new byte[70_000];
        Future<Void> first = session.getAsyncRemote().sendBinary(ByteBuffer.wrap(large));
        Future<Void> second = session.getAsyncRemote().sendBinary(ByteBuffer.wrap(large));
        assertThat(first.isDone()).isFalse();
        assertThatThrownBy(second::get)
                .hasMessageContaining("reads too slowly")
                .hasMessageContaining("backlog-maximum");
        connection.out.writable(true);
        assertThat(first.isDone()).isTrue();
        assertThat(session.isOpen()).isTrue();
    }

    @Test
    void aFloodOfPingsLeavesTheThreadToOthersNowAndThen() {
        opened();
        byte[] ping = RawClient.bytes(0x89, new byte[0]);
        byte[] flood = new byte[100_000 * ping.length];
        for (int i = 0; i < flood.length; i++) {
            flood[i] = ping[i % ping.length];
        }
        connection.in.feed(flood);
        assertThat(connection.in.left()).isGreaterThan(flood.length / 2);
        connection.run();
        assertThat(connection.in.left()).isZero();
    }

    @Test
    void whatWaitsCostsMoreThanItsBytes() {
        opened();
        connection.out.writable(false);
        List<Future<Void>> sent = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            sent.add(session.getAsyncRemote().sendText("x"));
        }
        assertThat(sent.get(0).isDone()).isFalse();
        assertThatThrownBy(sent.get(999)::get).hasMessageContaining("reads too slowly");
    }

    @Test
    void pingsOfTheApplicationAreBoundedToo() {
        opened();
        connection.out.writable(false);
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 1_000; i++) {
                        session.getAsyncRemote().sendPing(ByteBuffer.allocate(0));
                    }
                })
                .isInstanceOf(IOException.class)
                .hasMessageContaining("reads too slowly");
    }

    @Test
    void ofManyPingsASlowReaderGetsTheLastAnswered() {
        opened();
        connection.out.writable(false);
        for (int i = 0; i < 10_000; i++) {
            connection.in.feed(RawClient.bytes(0x89, new byte[] {(byte) i}));
        }
        connection.out.writable(true);
        String sent = connection.sent();
        assertThat(sent).hasSizeLessThanOrEqualTo(2 * 6).endsWith("8a01" + String.format("%02x", (byte) 9_999));
    }

    @Test
    void closesFromHere() throws IOException {
        opened();
        session.close(new CloseReason(CloseReason.CloseCodes.GOING_AWAY, "x"));
        assertThat(session.isOpen()).isFalse();
        assertThat(connection.sent()).isEqualTo("8803" + "03e978");
        assertThatThrownBy(() -> session.getBasicRemote().sendText("late"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("closed");
        // What the client sent meanwhile is not for the application any more.
        connection.in.feed(text("crossing"));
        connection.run();
        assertThat(journal).containsExactly("close 1001");
        assertThat(connection.closed).isFalse();
        connection.in.feed(RawClient.bytes(0x88, new byte[] {3, (byte) 0xe9}));
        connection.run();
        assertThat(connection.closed).isTrue();
        assertThat(connection.ended).isTrue();
        assertThat(timers).isEmpty();
        session.close();
        assertThatThrownBy(() -> session.getUserProperties()).isInstanceOf(IllegalStateException.class);
        assertThat(session.isOpen()).isFalse();
    }

    /** Whoever hears first that it is to go may be gone before the one who said so goes on. */
    @Test
    void aClientThatGoesWhenItIsToldDoesNotTakeTheReason() {
        for (Runnable going : List.<Runnable>of(
                () -> connection.in.end(),
                () -> connection.end(),
                () -> connection.in.feed(RawClient.bytes(0x88, new byte[] {3, (byte) 0xe9})))) {
            opened();
            connection.out.taken = () -> {
                connection.out.taken = () -> {};
                going.run();
                connection.run();
            };
            session.closeByUs(1001, "away");
            connection.run();
            assertThat(journal).containsExactly("close 1001");
            assertThat(connection.ended).isTrue();
            connection = new FakeConnection();
            open();
        }
    }

    @Test
    void aClientThatDoesNotAnswerIsCutOff() {
        opened();
        session.close();
        connection.run();
        pass(Duration.ofSeconds(9));
        assertThat(connection.aborted).isFalse();
        pass(Duration.ofSeconds(2));
        assertThat(connection.aborted).isTrue();
        assertThat(journal).containsExactly("close 1000");
        assertThat(connection.ended).isTrue();
    }

    @Test
    void aClientThatNeitherReadsNorGoesIsCutOff() {
        opened();
        connection.out.writable(false);
        connection.in.feed(RawClient.bytes(0x88, new byte[] {3, (byte) 0xe8}));
        connection.run();
        assertThat(journal).containsExactly("close 1000");
        assertThat(connection.closed).isFalse();
        pass(Duration.ofSeconds(11));
        assertThat(connection.ended).isTrue();
    }

    @Test
    void whatCameBeforeTheClientVanishedIsHeard() {
        opened();
        connection.in.feed(text("last words"));
        connection.end();
        connection.run();
        assertThat(journal).containsExactly("text last words", "close 1006");
        assertThat(connection.ended).isTrue();
    }

    /** A FIN without a close frame: the socket would stay half open otherwise. */
    @Test
    void aClientThatClosesItsSideOnly() {
        opened();
        connection.in.feed(text("last words"));
        connection.in.end();
        connection.run();
        assertThat(journal).containsExactly("text last words", "close 1006");
        assertThat(connection.closed).isTrue();
        assertThat(connection.ended).isTrue();
    }

    @Test
    void sendersLearnThatTheConnectionIsGone() {
        opened();
        connection.out.writable(false);
        Future<Void> sent = session.getAsyncRemote().sendText("1");
        connection.end();
        assertThatThrownBy(sent::get).hasMessageContaining("has ended");
        connection.out.broken = true;
    }

    /** The muxer tells who waits for room that there is none to wait for, before it tells that the connection has ended. */
    @Test
    void aClientThatLeavesWhileMuchWaits() {
        opened();
        connection.out.writable(false);
        List<String> results = new ArrayList<>();
        session.getAsyncRemote().sendText("x".repeat(2_000_000), result -> results.add("first " + result.isOK()));
        session.getAsyncRemote().sendText("after", result -> results.add("second " + result.isOK()));
        connection.out.gone();
        connection.run();
        assertThat(results).containsExactlyInAnyOrder("first false", "second false");
        connection.end();
        connection.run();
        assertThat(journal).containsExactly("close 1006");
        assertThat(connection.ended).isTrue();
    }

    @Test
    void anEndpointThatCannotOpen() {
        callbacks.failToOpen = true;
        connection.run();
        assertThat(journal).containsExactly("error no", "close 1011");
        assertThat(connection.sent()).startsWith("88").contains("03f3");
    }

    @Test
    void errorsOfAnyKindGoToTheEndpoint() {
        opened();
        callbacks.failing = new AssertionError("deep");
        connection.in.feed(text("x"));
        connection.run();
        assertThat(journal).containsExactly("error deep");
        assertThat(session.isOpen()).isTrue();
    }

    @Test
    void idle() {
        opened();
        session.setMaxIdleTimeout(1_000);
        pass(Duration.ofMillis(900));
        session.look(ticker.nanoTime());
        assertThat(session.isOpen()).isTrue();
        connection.in.feed(text("x"));
        connection.run();
        pass(Duration.ofMillis(900));
        session.look(ticker.nanoTime());
        assertThat(session.isOpen()).isTrue();
        pass(Duration.ofMillis(200));
        session.look(ticker.nanoTime());
        connection.run();
        assertThat(connection.sent()).contains("03e9");
        assertThat(journal).containsExactly("text x", "close 1006");
    }

    @Test
    void pingsAndPongsKeepAConnectionFromBeingIdle() throws IOException {
        opened();
        session.setMaxIdleTimeout(1_000);
        for (int frame : new int[] {0x89, 0x8a}) {
            pass(Duration.ofMillis(900));
            connection.in.feed(RawClient.bytes(frame, new byte[] {1}));
            session.look(ticker.nanoTime());
            assertThat(session.isOpen()).isTrue();
        }
        pass(Duration.ofMillis(900));
        session.getBasicRemote().sendPing(ByteBuffer.allocate(1));
        pass(Duration.ofMillis(900));
        session.look(ticker.nanoTime());
        assertThat(session.isOpen()).isTrue();
        // The answer to a ping of the server's own is no sign of the application.
        connection.in.feed(RawClient.bytes(0x8a, "keelson?".getBytes(StandardCharsets.UTF_8)));
        pass(Duration.ofMillis(200));
        session.look(ticker.nanoTime());
        assertThat(session.isOpen()).isFalse();
    }

    @Test
    void theReasonComesBeforeWhatTheEndpointSaysOfAMessageThatIsTooLarge() {
        opened();
        session.setMaxTextMessageBufferSize(4);
        callbacks.answering = true;
        connection.in.feed(text("12345"));
        connection.run();
        assertThat(connection.sent()).startsWith("88").contains("03f1");
        assertThat(journal).first().asString().startsWith("error ");
        assertThat(journal).endsWith("close 1009");
    }

    @Test
    void anEncoderThatThrowsFailsTheSend() {
        opened();
        Object broken = new Object() {
            @Override
            public String toString() {
                throw new IllegalStateException("as asked");
            }
        };
        Future<Void> sent = session.getAsyncRemote().sendObject(broken);
        assertThatThrownBy(sent::get).isInstanceOf(ExecutionException.class).hasMessageContaining("as asked");
    }

    @Test
    void aSilentClientIsAskedAndThenCutOff() {
        opened();
        session.look(ticker.nanoTime());
        pass(Duration.ofSeconds(61));
        session.look(ticker.nanoTime());
        session.look(ticker.nanoTime());
        String ping = connection.sent();
        assertThat(ping).startsWith("8908").hasSize(20);
        pass(Duration.ofSeconds(60));
        session.look(ticker.nanoTime());
        assertThat(connection.sent()).isEqualTo(ping);
        // An answer, which the application does not see.
        connection.in.feed(RawClient.bytes(0x8a, java.util.HexFormat.of().parseHex(ping.substring(4))));
        connection.run();
        assertThat(journal).isEmpty();
        pass(Duration.ofSeconds(179));
        session.look(ticker.nanoTime());
        assertThat(connection.aborted).isFalse();
        pass(Duration.ofSeconds(2));
        session.look(ticker.nanoTime());
        connection.run();
        assertThat(connection.aborted).isTrue();
        assertThat(journal).containsExactly("close 1006");
    }

    @Test
    void batches() throws IOException {
        opened();
        session.getAsyncRemote().setBatchingAllowed(true);
        assertThat(session.getAsyncRemote().sendText("1").isDone()).isTrue();
        assertThat(connection.sent()).isEmpty();
        session.getAsyncRemote().flushBatch();
        assertThat(connection.sent()).isEqualTo("810131");
        session.getAsyncRemote().sendBinary(ByteBuffer.wrap(new byte[8_000]));
        session.getAsyncRemote().sendBinary(ByteBuffer.wrap(new byte[8_000]));
        assertThat(connection.sent()).as("the first of two that do not fit").hasSize(2 * 8_004);
        session.getAsyncRemote().sendText("2");
        session.getAsyncRemote().setBatchingAllowed(false);
        assertThat(connection.sent()).endsWith("810132");
        session.getAsyncRemote().setBatchingAllowed(true);
        session.getAsyncRemote().sendText("3");
        session.close();
        assertThat(connection.sent()).isEqualTo("810133" + "880203e8");
    }

    @Test
    void messagesInPartsDoNotMix() throws IOException {
        opened();
        session.getBasicRemote().sendText("a\ud800", false);
        assertThatThrownBy(() -> session.getBasicRemote().sendText("b")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> session.getBasicRemote().sendBinary(ByteBuffer.allocate(1), true))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> session.getAsyncRemote().sendText("b")).isInstanceOf(IllegalStateException.class);
        session.getBasicRemote().sendText("\udc00", true);
        assertThat(connection.sent()).isEqualTo("010161" + "8004f0908080");
        try (java.io.OutputStream stream = session.getBasicRemote().getSendStream()) {
            stream.write(new byte[9_000]);
        }
        assertThat(connection.sent()).startsWith("027e2000").contains("807e0328");
        session.getBasicRemote().getSendStream().close();
        session.getBasicRemote().getSendWriter().close();
        assertThat(connection.sent()).isEmpty();
    }

    @Test
    void noMoreThanOneHandlerOfAKind() {
        opened();
        MessageHandler.Whole<String> second = message -> {};
        assertThatThrownBy(() -> session.addMessageHandler(String.class, second))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("TEXT");
        session.removeMessageHandler(callbacks.handler);
        assertThat(session.getMessageHandlers()).isEmpty();
        session.addMessageHandler(String.class, second);
        assertThat(session.getMessageHandlers()).containsExactly(second);
    }

    @Test
    void theHandlerOfTheBeginningGetsAllOfAMessage() {
        opened();
        session.removeMessageHandler(callbacks.handler);
        callbacks.parts = true;
        session.addMessageHandler(String.class, (MessageHandler.Partial<String>) (part, last) -> {});
        connection.in.feed(RawClient.bytes(0x01, "one ".getBytes(StandardCharsets.UTF_8)));
        connection.run();
        session.getMessageHandlers().forEach(session::removeMessageHandler);
        callbacks.parts = false;
        session.addMessageHandler(String.class, callbacks.handler);
        connection.in.feed(RawClient.bytes(0x80, "two".getBytes(StandardCharsets.UTF_8)));
        connection.in.feed(text("three"));
        connection.run();
        assertThat(journal).containsExactly("part one ", "part two", "text three");
    }

    @Test
    void goesAwayWithLittlePatience() {
        opened();
        session.goAway(Duration.ofSeconds(1));
        connection.run();
        assertThat(journal).containsExactly("close 1001");
        pass(Duration.ofMillis(1_100));
        assertThat(connection.ended).isTrue();
    }

    // ---- around the session

    private final class Callbacks implements EndpointCallbacks {
        final MessageHandler.Whole<String> handler = message -> {};
        boolean failToOpen;
        boolean answering;
        boolean parts;
        Error failing;

        @Override
        public String name() {
            return "test";
        }

        @Override
        public void open(Session opened) {
            if (failToOpen) {
                throw new IllegalStateException("no");
            }
            journal.add("open");
            opened.addMessageHandler(String.class, handler);
        }

        @Override
        public void close(Session closed, CloseReason reason) {
            journal.add("close " + reason.getCloseCode().getCode());
        }

        @Override
        public boolean error(Session failed, Throwable failure) {
            journal.add("error " + failure.getMessage());
            if (answering) {
                try {
                    failed.getBasicRemote().sendText("sorry");
                } catch (IOException e) {
                    journal.add("not sent");
                }
            }
            return true;
        }

        @Override
        public Map<Channel, Binding> bind(MessageHandler added, Class<?> type, boolean inParts) {
            return Map.of(Channel.TEXT, new Binding(added, inParts, -1, (content, last) -> {
                if (failing != null) {
                    throw failing;
                }
                journal.add((inParts ? "part " : "text ") + content);
            }));
        }

        @Override
        public Class<?> typeOf(MessageHandler added) {
            return String.class;
        }

        @Override
        public Object encode(Object message) {
            return message.toString();
        }

        @Override
        public void release() {}
    }

    private final class Timer implements SocketsProvider.Pending {
        private final long at;
        private final Runnable action;

        private Timer(long at, Runnable action) {
            this.at = at;
            this.action = action;
        }

        @Override
        public void cancel() {
            timers.remove(this);
        }
    }

    private final class Host implements SessionHost, SocketsProvider.Clock {
        @Override
        public String application() {
            return "test";
        }

        @Override
        public WebSocketContainer container() {
            return (WebSocketContainer) Proxy.newProxyInstance(
                    Host.class.getClassLoader(),
                    new Class<?>[] {WebSocketContainer.class},
                    (proxy, method, arguments) ->
                            method.getReturnType() == long.class ? (Object) (-1L) : (Object) 64_000);
        }

        @Override
        public SocketSettings settings() {
            return new SocketSettings(
                    DataSize.parse("64KiB"),
                    Duration.ZERO,
                    Duration.ofSeconds(20),
                    DataSize.parse("64KiB"),
                    Duration.ofSeconds(10),
                    Duration.ofMinutes(1),
                    SocketSettings.Compression.SHARED,
                    false);
        }

        @Override
        public SocketsProvider.Clock clock() {
            return this;
        }

        @Override
        public Set<Session> openSessions(SocketSession of) {
            return Set.of();
        }

        @Override
        public void opened(SocketSession opened) {}

        @Override
        public void closed(SocketSession closed) {}

        @Override
        public void ended(SocketSession gone) {}

        @Override
        public Ticker ticker() {
            return ticker;
        }

        @Override
        public SocketsProvider.Pending after(Duration delay, Runnable action) {
            Timer timer = new Timer(ticker.nanoTime() + delay.toNanos(), action);
            timers.add(timer);
            return timer;
        }
    }
}
