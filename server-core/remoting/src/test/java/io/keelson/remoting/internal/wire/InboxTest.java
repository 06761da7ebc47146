package io.keelson.remoting.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages of streams in fragments. */
class InboxTest {
    private static final int SIZE = 100_000;

    private final Inbox inbox = new Inbox(WireSettings.standard(1, "test"), UnpooledByteBufAllocator.DEFAULT);
    private final byte[] content = new byte[SIZE];
    /** What has been received; who reads it lets it go. */
    private final List<ByteBuf> received = new ArrayList<>();

    InboxTest() {
        new Random(7).nextBytes(content);
    }

    /** Takes the message in fragments of that length, a few of them in each buffer that is received. */
    private ByteBuf take(int fragment) throws ProtocolException {
        ByteBuf whole = null;
        for (int at = 0; at < SIZE; at += fragment) {
            int length = Math.min(fragment, SIZE - at);
            boolean first = at == 0;
            ByteBuf in = Unpooled.buffer();
            if (first) {
                in.writeInt(SIZE);
            }
            in.writeBytes(content, at, length);
            received.add(in);
            int flags = (first ? Frames.FIRST : 0) | (at + length == SIZE ? Frames.LAST : 0);
            whole = inbox.take(FrameType.STREAM, flags, 0, in.readSlice(in.readableBytes()));
            in.release();
        }
        return whole;
    }

    private void check(ByteBuf whole) {
        byte[] bytes = new byte[SIZE];
        whole.getBytes(whole.readerIndex(), bytes);
        assertThat(bytes).isEqualTo(content);
        assertThat(whole.release()).isTrue();
        assertThat(received).allMatch(in -> in.refCnt() == 0);
    }

    @Test
    void largeOnesStayWhereTheyWereReceived() throws Exception {
        ByteBuf whole = take(16_000);
        assertThat(whole)
                .isInstanceOfSatisfying(
                        CompositeByteBuf.class,
                        pieces -> assertThat(pieces.numComponents()).isEqualTo(7));
        assertThat(received.get(0).refCnt()).isEqualTo(1);
        check(whole);
    }

    /** A byte each would take a hundred times its memory. */
    @ParameterizedTest
    @ValueSource(ints = {1, 100, 8_191})
    void smallOnesArePutTogether(int fragment) throws Exception {
        ByteBuf whole = take(fragment);
        assertThat(whole).isNotInstanceOf(CompositeByteBuf.class);
        check(whole);
    }

    @Test
    void whatHasBegunIsLetGoAtTheEnd() throws Exception {
        ByteBuf in = Unpooled.buffer().writeInt(SIZE).writeBytes(content, 0, 20_000);
        assertThat(inbox.take(FrameType.STREAM, Frames.FIRST, 0, in.readSlice(in.readableBytes())))
                .isNull();
        in.release();
        assertThat(in.refCnt()).isEqualTo(1);
        inbox.release();
        assertThat(in.refCnt()).isZero();
    }
}
