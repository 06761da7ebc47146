package io.keelson.remoting.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.remoting.internal.auth.AnonymousLogin;
import io.netty.buffer.Unpooled;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WireConnectionTest {
    private static final Duration STEP = Duration.ofMillis(200);

    private static byte[] bytes(int size) {
        byte[] bytes = new byte[size];
        java.util.Arrays.fill(bytes, (byte) 'x');
        return bytes;
    }

    private static Hello hello(int lowest, int highest, long features, List<String> mechanisms) {
        Hello own = Hello.of(Pair.settings(), mechanisms);
        return new Hello(
                lowest,
                highest,
                features,
                own.maxMessageSize(),
                own.window(),
                own.maxFrame(),
                own.peerTimeoutMillis(),
                7,
                "another build",
                mechanisms);
    }

    private static Pair pair(Hello client, Hello server) {
        return new Pair(Pair.settings(), client, Pair.settings(), server, new AnonymousLogin(), Pair.anyone());
    }

    @Test
    void callsAndRepliesGoBothWays() {
        Pair pair = new Pair(Pair.settings(), Pair.settings()).open();

        pair.client.call(1, "hello");
        pair.server.call(1, "callback");
        pair.run();
        pair.server.reply(1, "answer");
        pair.run();

        assertThat(pair.server.calls).containsExactly("1:hello");
        assertThat(pair.client.calls).containsExactly("1:callback");
        assertThat(pair.client.replies).containsExactly("1:answer");
        assertThat(pair.client.sent).containsExactly(1);
    }

    @Test
    void bytesMayArriveInAnyPieces() {
        Pair pair = new Pair(Pair.settings(), Pair.settings());
        pair.client.chunk = 1;
        pair.server.chunk = 3;
        pair.open();

        pair.client.call(1, "hello");
        pair.client.call(2, bytes(40_000));
        pair.run();

        assertThat(pair.server.calls).containsExactlyInAnyOrder("1:hello", "2:40000 bytes");
    }

    @Test
    void anOlderAndANewerBuildAgreeOnWhatBothSpeak() {
        Pair newer = pair(hello(1, 3, ~0L, List.of()), hello(1, 1, Feature.ALL, List.of("ANONYMOUS")))
                .open();
        Pair older = pair(hello(1, 1, 0, List.of()), hello(1, 2, ~0L, List.of("ANONYMOUS")))
                .open();

        assertThat(newer.client.terms.version()).isEqualTo(1);
        assertThat(newer.server.terms.version()).isEqualTo(1);
        assertThat(newer.client.terms.has(Feature.CANCEL)).isTrue();
        assertThat(older.server.terms.has(Feature.CANCEL)).isFalse();
        older.client.call(1, "hello");
        older.client.wire.postCancel(1);
        older.run();
        older.client.wire.postCancel(1);
        older.run();
        assertThat(older.server.cancelled)
                .as("a peer that does not know CANCEL is sent none")
                .isEmpty();
        assertThat(older.server.closed).isNull();
    }

    @Test
    void aClientIsToldOfAddressesThatComeAndGo() {
        Pair pair = new Pair(Pair.settings(), Pair.settings()).open();

        pair.server.wire.postPeer("keelson://b:1", true);
        pair.server.wire.postPeer("keelson://a:1", false);
        pair.server.call(1, "after");
        pair.run();

        assertThat(pair.client.peers).containsExactly("+keelson://b:1", "-keelson://a:1");
        assertThat(pair.client.calls).containsExactly("1:after");
    }

    @Test
    void anOlderClientIsToldNoneLater() {
        Pair pair = pair(hello(1, 1, 7, List.of()), hello(1, 1, Feature.ALL, List.of("ANONYMOUS")))
                .open();

        pair.server.wire.postPeer("keelson://b:1", true);
        pair.server.call(1, "after");
        pair.run();

        assertThat(pair.client.peers).isEmpty();
        assertThat(pair.client.calls).containsExactly("1:after");
    }

    @Test
    void aServerIsNotToldByItsClient() {
        Pair pair = new Pair(Pair.settings(), Pair.settings()).open();

        pair.client.wire.postPeer("keelson://b:1", true);
        pair.run();

        assertThat(pair.server.peers).isEmpty();
        assertThat(pair.server.closed).hasMessageContaining("PEERS");
    }

    @Test
    void withoutAVersionInCommonBothSidesSayWhy() {
        Pair pair = pair(hello(2, 3, 0, List.of()), hello(1, 1, 0, List.of("ANONYMOUS")))
                .open();

        assertThat(pair.client.closed).hasMessageContaining("no version").hasMessageContaining("2 to 3");
        assertThat(pair.server.closed).hasMessageContaining("no version").hasMessageContaining("update the older");
        assertThat(pair.client.terms).isNull();
    }

    @Test
    void fieldsOfANewerHelloArePassedOver() throws Exception {
        Hello own = Hello.of(Pair.settings(), List.of("ANONYMOUS"));
        var buffer = Unpooled.buffer();
        own.write(buffer);
        buffer.writeByte(200).writeShort(3).writeBytes(new byte[] {1, 2, 3});

        assertThat(Hello.read(buffer)).isEqualTo(own);
    }

    /** The bytes of version 1; they never change. */
    @Test
    void theFirstBytesOfVersionOne() {
        var buffer = Unpooled.buffer();
        new Hello(1, 1, 3, 0x100000, 0x200000, 0x4000, 10_000, 5, "k", List.of("A")).write(buffer);

        assertThat(HexFormat.of().formatHex(io.netty.buffer.ByteBufUtil.getBytes(buffer)))
                .isEqualTo("00010001" + "0000000000000003" + "01" + "0008" + "0000000000100000" + "02" + "0008"
                        + "0000000000200000" + "03" + "0008" + "0000000000004000" + "04" + "0008"
                        + "0000000000002710" + "07" + "0008" + "0000000000000005" + "05" + "0001" + "6b" + "06" + "0001"
                        + "41");
        assertThat(Frames.MAGIC).containsExactly(0x8b, 'K', 'L', 'S');
    }

    @Test
    void aFrameThatIsNotKnownAndMayBeSkippedIsSkipped() {
        Pair pair = new Pair(Pair.settings(), Pair.settings()).open();
        pair.server.wire.received(Unpooled.copiedBuffer(new byte[] {0, 0, 1, 70, 0, 0, 0, 0, 0, 9}), pair.now);
        pair.client.call(1, "hello");
        pair.run();

        assertThat(pair.server.calls).containsExactly("1:hello");

        pair.server.wire.received(Unpooled.copiedBuffer(new byte[] {0, 0, 0, 33, 0, 0, 0, 0, 0}), pair.now);
        pair.run();
        assertThat(pair.server.closed).hasMessageContaining("unknown type 33");
        assertThat(pair.client.closed).hasMessageContaining("unknown type 33");
    }

    @Test
    void smallMessagesOvertakeLargeOnes() {
        Pair pair = new Pair(Pair.settings(), Pair.settings()).open();
        pair.client.writable = 2;
        pair.client.call(1, bytes(1_000_000));
        pair.tasks.poll().run();
        pair.client.call(2, "small");
        pair.run();

        assertThat(pair.server.calls).containsExactly("2:small", "1:1000000 bytes");
    }

    @Test
    void twoLargeMessagesTakeTurns() {
        Pair pair = new Pair(Pair.settings(), Pair.settings()).open();
        pair.client.writable = 1;
        pair.client.call(1, bytes(1_000_000));
        pair.client.call(2, bytes(100_000));
        pair.run();

        assertThat(pair.server.calls).containsExactly("2:100000 bytes", "1:1000000 bytes");
    }

    @Test
    void whoDoesNotReadIsSentNoMoreThanItsWindow() {
        WireSettings small = Pair.settings(64 * 1024, 4096, Duration.ofSeconds(10));
        Pair pair = new Pair(Pair.settings(), small).open();
        pair.server.consumes = false;
        for (int i = 1; i <= 100; i++) {
            pair.client.call(i, bytes(10_000));
        }
        pair.run();

        long room = small.effectiveWindow() / WireSettings.cost(10_000);
        assertThat(pair.server.calls).hasSize((int) room);
        assertThat(pair.server.closed).isNull();

        pair.server.consumes = true;
        for (int i = 0; i < room; i++) {
            pair.server.wire.consumed(10_000);
        }
        pair.run();
        assertThat(pair.server.calls).hasSize(100);
    }

    @Test
    void aLargeMessageIsNotOvertakenForEver() {
        WireSettings small = Pair.settings(256 * 1024, 4096, Duration.ofSeconds(10));
        Pair pair = new Pair(Pair.settings(), small).open();
        pair.server.consumes = false;
        int unread = 0;
        while (small.effectiveWindow() - unread * WireSettings.cost(4000) > 150_000) {
            pair.client.call(++unread, bytes(4000));
        }
        pair.run();
        pair.client.call(1_000_000, bytes(200_000));
        pair.run();
        assertThat(pair.server.calls).doesNotContain("1000000:200000 bytes");

        int overtaken = 0;
        while (!pair.server.calls.contains("1000000:200000 bytes") && overtaken < 1000) {
            // For each that is read another small one comes.
            pair.client.call(2_000_000 + overtaken++, bytes(4000));
            pair.server.wire.consumed(4000);
            pair.run();
        }
        assertThat(pair.server.calls).contains("1000000:200000 bytes");
    }

    /** Many messages of all sizes, both ways, in random pieces: all of them arrive, whole, and credit never runs out. */
    @Test
    void allArrives() {
        for (long seed = 1; seed <= 30; seed++) {
            Random random = new Random(seed);
            WireSettings settings = Pair.settings(64 * 1024, 1024 + random.nextInt(4000), Duration.ofSeconds(10));
            Pair pair = new Pair(settings, settings).open();
            List<String> expected = new ArrayList<>();
            for (int i = 1; i <= 300; i++) {
                int size = 101 + random.nextInt(random.nextBoolean() ? 500 : 60_000);
                expected.add(i + ":" + size + " bytes");
                pair.client.call(i, bytes(size));
                pair.server.call(i, bytes(size));
                pair.client.chunk = 1 + random.nextInt(5000);
                pair.server.writable = 1 + random.nextInt(5);
                if (random.nextInt(10) == 0) {
                    pair.run();
                }
            }
            pair.run();
            assertThat(pair.server.calls).as("seed " + seed).containsExactlyInAnyOrderElementsOf(expected);
            assertThat(pair.client.calls).as("seed " + seed).containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    @Test
    void whoSendsMoreThanTheLargestMessageIsRefusedByTheNameOfTheSetting() {
        Pair pair = new Pair(Pair.settings(), Pair.settings()).open();
        var first = Unpooled.buffer();
        Frames.header(first, 8, FrameType.CALL, Frames.FIRST, 1);
        first.writeInt(Pair.settings().maxMessageSize() + 1).writeInt(0);
        pair.server.wire.received(first, pair.now);
        pair.run();

        assertThat(pair.client.closed).hasMessageContaining("max-message-size");
    }

    @Test
    void whoSendsMoreThanItsCreditIsRefused() {
        WireSettings small = Pair.settings(64 * 1024, 4096, Duration.ofSeconds(10));
        Pair pair = new Pair(small, small).open();
        pair.server.consumes = false;
        for (int i = 0; i < 100 && pair.server.closed == null; i++) {
            var frame = Unpooled.buffer();
            Frames.header(frame, 4000, FrameType.CALL, Frames.FIRST | Frames.LAST, i);
            frame.writeZero(4000);
            pair.server.wire.received(frame, pair.now);
        }
        assertThat(pair.server.closed).hasMessageContaining("credit");
    }

    @Test
    void anIdleConnectionStaysByItsHeartBeats() {
        Pair pair = new Pair(Pair.settings(), Pair.settings()).open();

        pair.pass(Duration.ofMinutes(5), STEP);

        assertThat(pair.client.closed).isNull();
        assertThat(pair.server.closed).isNull();
    }

    @Test
    void aPeerThatStopsIsGivenUpAfterItsTimeout() {
        WireSettings quick = Pair.settings(64 * 1024, 4096, Duration.ofSeconds(2));
        Pair pair = new Pair(quick, Pair.settings()).open();
        pair.server.stopped = true;

        pair.pass(Duration.ofMillis(1800), STEP);
        assertThat(pair.client.closed).isNull();
        pair.pass(Duration.ofMillis(800), STEP);

        assertThat(pair.client.closed).hasMessageContaining("peer-timeout (2000 ms)");
    }

    @Test
    void whoWasStoppedItselfReadsBeforeItJudges() {
        WireSettings quick = Pair.settings(64 * 1024, 4096, Duration.ofSeconds(2));
        Pair pair = new Pair(quick, quick).open();
        pair.now += Duration.ofSeconds(30).toNanos();

        pair.client.tick();
        pair.server.tick();
        pair.run();
        pair.pass(Duration.ofSeconds(5), STEP);

        assertThat(pair.client.closed).isNull();
        assertThat(pair.server.closed).isNull();
    }

    @Test
    void aHandshakeThatDoesNotEndIsCutOff() {
        Pair pair = new Pair(Pair.settings(), Pair.settings());
        pair.server.wire.open(pair.now);
        pair.pass(Duration.ofSeconds(9), STEP);
        assertThat(pair.server.closed).isNull();
        pair.pass(Duration.ofSeconds(2), STEP);

        assertThat(pair.server.closed).hasMessageContaining("handshake");
    }

    @Test
    void aCallThatWasNotSentIsTakenBackAndOneThatWasIsCancelled() {
        Pair pair = new Pair(Pair.settings(), Pair.settings()).open();
        pair.client.writable = 0;
        pair.client.call(1, "not sent");
        pair.run();
        pair.client.wire.postCancel(1);
        pair.run();
        pair.client.writable = 100;
        pair.client.call(2, "sent");
        pair.run();
        pair.client.wire.postCancel(2);
        pair.run();

        assertThat(pair.server.calls).containsExactly("2:sent");
        assertThat(pair.server.cancelled).containsExactly(2);
        assertThat(pair.client.dropped).containsExactly(1);
    }

    @Test
    void aServerThatDrainsIsSentNoMoreCallsAndAnswersThoseItHas() {
        Pair pair = new Pair(Pair.settings(), Pair.settings()).open();
        pair.client.call(1, "before");
        pair.run();
        pair.client.writable = 0;
        pair.client.call(2, "not sent");
        pair.tasks.poll().run();

        pair.server.wire.drain("shutting down");
        pair.run();
        pair.client.writable = 100;
        pair.client.wire.writable();
        pair.client.call(3, "after");
        pair.run();

        assertThat(pair.client.draining).isEqualTo("shutting down");
        assertThat(pair.client.dropped).containsExactly(2, 3);
        assertThat(pair.server.silent).isTrue();
        pair.server.reply(1, "answer");
        pair.run();
        assertThat(pair.client.replies).containsExactly("1:answer");
        assertThat(pair.server.calls).containsExactly("1:before");
    }

    @Test
    void whatWaitsWhenTheSocketGoesIsDropped() {
        Pair pair = new Pair(Pair.settings(), Pair.settings()).open();
        pair.client.writable = 0;
        pair.client.call(1, "not sent");
        pair.tasks.poll().run();

        pair.client.wire.lost(new java.io.IOException("gone"));

        assertThat(pair.client.dropped).containsExactly(1);
        assertThat(pair.client.closed).hasMessage("gone");
        pair.client.call(2, "after");
        pair.run();
        assertThat(pair.client.dropped).containsExactly(1, 2);
    }

    /** Whatever arrives, a connection ends with a reason and throws nothing. */
    @Test
    void rubbishEndsTheConnection() {
        for (long seed = 1; seed <= 2000; seed++) {
            Random random = new Random(seed);
            Pair pair = new Pair(Pair.settings(), Pair.settings());
            if (random.nextBoolean()) {
                pair.open();
            } else {
                pair.server.wire.open(pair.now);
                pair.server.wire.received(Unpooled.wrappedBuffer(Frames.MAGIC.clone()), pair.now);
            }
            for (int i = 0; i < 20; i++) {
                int length = random.nextInt(40);
                byte[] frame = new byte[Frames.HEADER + length];
                random.nextBytes(frame);
                frame[0] = 0;
                frame[1] = 0;
                frame[2] = (byte) length;
                frame[3] = (byte) (1 + random.nextInt(10));
                pair.server.wire.received(Unpooled.wrappedBuffer(frame), pair.now);
                pair.run();
            }
        }
    }
}
