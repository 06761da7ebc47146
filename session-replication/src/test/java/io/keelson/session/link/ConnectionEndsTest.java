package io.keelson.session.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.base.time.Ticker;
import io.keelson.cluster.io.Decoder;
import io.keelson.cluster.io.MalformedMessageException;
import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.remoting.ServerStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Both ends of a direct connection, without threads: what is sent arrives when the test says so. */
class ConnectionEndsTest {
    private static final ClusterMember A = new ClusterMember("a", "0".repeat(32));
    private static final ClusterMember B = new ClusterMember("b", "1".repeat(32));

    /** One end's stream: keeps tasks and messages until they are asked for. */
    private static final class Pipe implements ServerStream {
        final Deque<Runnable> tasks = new ArrayDeque<>();
        final Deque<byte[]> out = new ArrayDeque<>();
        String closed = "";
        long waiting;

        void run() {
            for (Runnable next = tasks.poll(); next != null; next = tasks.poll()) {
                next.run();
            }
        }

        @Override
        public void execute(Runnable task) {
            tasks.add(task);
        }

        @Override
        public void send(int most, Writer writer) {
            ByteBuffer buffer = ByteBuffer.allocate(most);
            writer.write(buffer);
            byte[] bytes = new byte[buffer.flip().remaining()];
            buffer.get(bytes);
            out.add(bytes);
        }

        @Override
        public void send(List<ByteBuffer> parts) {
            send(
                    parts.stream().mapToInt(ByteBuffer::remaining).sum(),
                    to -> parts.forEach(part -> to.put(part.duplicate())));
        }

        @Override
        public void flush() {}

        @Override
        public int maxMessageSize() {
            return 1_000;
        }

        @Override
        public int wholeMessageSize() {
            return 100;
        }

        @Override
        public long waiting() {
            return waiting;
        }

        @Override
        public void close(String why) {
            closed = why;
        }
    }

    /** A message that says what became of it. */
    private static final class Told implements Parcel {
        final byte[] bytes;
        final List<String> told = new ArrayList<>();

        Told(int... bytes) {
            this.bytes = new byte[bytes.length];
            for (int i = 0; i < bytes.length; i++) {
                this.bytes[i] = (byte) bytes[i];
            }
        }

        @Override
        public int most() {
            return bytes.length + 3; // may be less in the end
        }

        @Override
        public void write(ByteBuffer to) {
            to.put(bytes);
        }

        @Override
        public List<ByteBuffer> parts() {
            return List.of(
                    ByteBuffer.wrap(bytes, 0, bytes.length / 2),
                    ByteBuffer.wrap(bytes).position(bytes.length / 2));
        }

        @Override
        public void acknowledged(ClusterMember by) {
            told.add("had by " + by.server());
        }

        @Override
        public void lost(ClusterMember to) {
            told.add("lost to " + to.server());
        }
    }

    private final Pipe sending = new Pipe();
    private final Pipe receiving = new Pipe();
    private final List<UpdateLink> ended = new ArrayList<>();
    private final UpdateLink sender = new UpdateLink(B, sending, CompressionRules.NONE, Ticker.system(), ended::add);
    private final List<byte[]> received = new ArrayList<>();
    private final Random lengths = new Random(5);
    private final CopyLink receiver = new CopyLink(A, this::take, (link, why) -> {});

    ConnectionEndsTest() {
        receiver.over(receiving);
    }

    /** Items that begin with 0 are answered otherwise. */
    private boolean take(ClusterMember from, Decoder item) {
        byte[] bytes = item.rest();
        received.add(bytes);
        return bytes[0] != 0;
    }

    /** One turn of each loop. */
    private void turn() {
        sending.run();
        sending.out.forEach(bytes -> {
            if (bytes.length > sending.wholeMessageSize()) {
                receiver.received(fragments(bytes));
            } else {
                receiver.received(ByteBuffer.wrap(bytes));
            }
        });
        sending.out.clear();
        receiver.readComplete();
    }

    /** Pieces of all lengths, as they may arrive. */
    private List<ByteBuffer> fragments(byte[] bytes) {
        List<ByteBuffer> fragments = new ArrayList<>();
        for (int at = 0; at < bytes.length; ) {
            int length = Math.min(bytes.length - at, lengths.nextInt(90));
            ByteBuffer fragment = ByteBuffer.allocateDirect(length + 2).position(1);
            fragments.add(fragment.put(bytes, at, length).flip().position(1));
            at += length;
        }
        return fragments;
    }

    private void back() {
        receiving.out.forEach(bytes -> sender.received(ByteBuffer.wrap(bytes)));
        receiving.out.clear();
    }

    private Told offer(int... bytes) {
        Told parcel = new Told(bytes);
        assertThat(sender.offer(parcel)).isTrue();
        return parcel;
    }

    @Test
    void whatWaitsIsOneMessageAndHasOneAcknowledgement() {
        List<Told> all = List.of(offer(1, 1), offer(1, 2), offer(1, 3));
        sending.run();
        assertThat(sending.out).hasSize(1);
        turn();
        turn();
        assertThat(received).containsExactly(new byte[] {1, 1}, new byte[] {1, 2}, new byte[] {1, 3});
        assertThat(receiving.out).hasSize(1);
        assertThat(receiving.out.peek()).hasSize(12);
        back();
        assertThat(all).allSatisfy(one -> assertThat(one.told).containsExactly("had by b"));
    }

    @Test
    void whatIsAnsweredOtherwiseIsLeftOut() {
        List<Told> all = List.of(offer(0), offer(1), offer(0), offer(0), offer(1), offer(1), offer(0));
        turn();
        back();
        assertThat(all.stream().map(one -> one.told.size())).containsExactly(0, 1, 0, 0, 1, 1, 0);
        Told next = offer(1);
        turn();
        back();
        assertThat(next.told).containsExactly("had by b");
        assertThat(sending.closed).isEmpty();
    }

    @Test
    void batchesKeepToTheLengthThatIsSentWhole() {
        for (int i = 0; i < 30; i++) {
            offer(1, i);
        }
        int[] large = new Random(2).ints(500, 0, 256).toArray();
        offer(large);
        sending.run();
        assertThat(sending.out).hasSizeGreaterThan(3);
        assertThat(sending.out.stream().filter(bytes -> bytes.length > 100)).hasSize(1);
        turn();
        assertThat(received).hasSize(31);
        assertThat(received.get(30)).isEqualTo(new Told(large).bytes);
    }

    @Test
    void largeOnesAmongOthersAreReadWhereTheyStand() {
        Random random = new Random(17);
        List<Told> all = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            all.add(offer(random.ints(1 + random.nextInt(600), 0, 100).toArray()));
            if (random.nextInt(3) == 0) {
                turn();
                back();
            }
        }
        turn();
        back();
        assertThat(sending.closed + receiving.closed).isEmpty();
        assertThat(received).hasSize(500);
        for (int i = 0; i < 500; i++) {
            assertThat(received.get(i)).isEqualTo(all.get(i).bytes);
            assertThat(all.get(i).told).hasSize(all.get(i).bytes[0] == 0 ? 0 : 1);
        }
    }

    /** What a receiver reads of an item, and what it leaves, is no matter of the next one. */
    @Test
    void anItemThatIsNotReadToItsEndDoesNotMoveTheNext() {
        List<Integer> firsts = new ArrayList<>();
        CopyLink careless = new CopyLink(
                A,
                (from, item) -> {
                    try {
                        firsts.add(item.tag());
                    } catch (MalformedMessageException e) {
                        firsts.add(-1);
                    }
                    return true;
                },
                (link, why) -> {});
        careless.over(receiving);
        byte[] message = ByteBuffer.allocate(4 + 400 + 4 + 0 + 4 + 300)
                .putInt(400)
                .put(4, (byte) 1)
                .position(404)
                .putInt(0)
                .putInt(300)
                .put((byte) 3)
                .array();
        message[4] = 1;
        careless.received(fragments(message));
        assertThat(firsts).containsExactly(1, -1, 3);
        assertThat(receiving.closed).isEmpty();
    }

    @Test
    void anySequenceIsAcknowledgedRightly() {
        Random random = new Random(11);
        List<Told> all = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            all.add(offer(random.nextInt(3), i & 0xFF));
            if (random.nextInt(10) == 0) {
                turn();
            }
            if (random.nextInt(20) == 0) {
                back();
            }
        }
        turn();
        back();
        assertThat(sending.closed + receiving.closed).isEmpty();
        assertThat(all).allSatisfy(one -> assertThat(one.told).hasSize(one.bytes[0] == 0 ? 0 : 1));
    }

    @Test
    void theEndIsToldToEachOneWhoIsNotAcknowledgedOnce() {
        Told had = offer(1);
        turn();
        back();
        Told sent = offer(1);
        turn();
        Told waits = offer(1);
        sender.closed(new IOException("cut"));
        assertThat(ended).containsExactly(sender);
        assertThat(had.told).containsExactly("had by b");
        assertThat(sent.told).containsExactly("lost to b");
        assertThat(waits.told).containsExactly("lost to b");
        assertThat(sender.offer(new Told(1))).isFalse();
        sending.run();
        assertThat(sending.out).isEmpty();
    }

    @Test
    void whatComesAfterTooMuchWaitsIsDropped() {
        offer(1);
        sending.waiting = UpdateLink.MOST_WAITING;
        Told late = offer(1);
        assertThat(sender.dropped()).isEqualTo(1);
        sending.waiting = 0;
        Told next = offer(1);
        turn();
        back();
        assertThat(late.told).isEmpty();
        assertThat(next.told).containsExactly("had by b");
    }

    @Test
    void whatIsTooLargeIsNotTaken() {
        assertThat(sender.fits(996)).isTrue();
        assertThat(sender.fits(997)).isFalse();
    }

    @Test
    void nonsenseEndsTheConnection() {
        offer(1);
        turn();
        sender.received(ByteBuffer.allocate(12).putLong(0).putInt(2).flip());
        assertThat(sending.closed).contains("cannot be read");
        sending.closed = "";
        sender.received(ByteBuffer.allocate(5));
        assertThat(sending.closed).contains("cannot be read");
        receiver.received(ByteBuffer.allocate(8).putInt(100).putInt(1).flip());
        assertThat(receiving.closed).contains("an item of 100 bytes");
        receiving.closed = "";
        receiver.received(ByteBuffer.allocate(3));
        assertThat(receiving.closed).contains("cannot be read");
        receiving.closed = "";
        receiver.received(
                List.of(ByteBuffer.allocate(2), ByteBuffer.allocate(2).put(1, (byte) 100), ByteBuffer.allocate(4)));
        assertThat(receiving.closed).contains("an item of 100 bytes");
        receiving.closed = "";
        receiver.received(List.of(ByteBuffer.allocate(2), ByteBuffer.allocate(1)));
        assertThat(receiving.closed).contains("cannot be read");
    }

    @Test
    void anOfferIsReadAsItWasWrittenAndAnotherVersionIsNotReadFurther() throws Exception {
        byte[] ticket = new byte[Offer.TICKET];
        ticket[3] = 9;
        Offer offer = Offer.of(new Offer(Offer.VERSION, ticket, List.of("keelson://h:1"), 0).toBytes());
        assertThat(offer.ticket()).isEqualTo(ticket);
        assertThat(offer.addresses()).containsExactly("keelson://h:1");
        assertThat(Offer.of(new byte[] {7, 99, 99}).version()).isEqualTo(7);
    }
}
