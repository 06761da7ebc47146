package io.keelson.remoting.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.AbstractByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledHeapByteBuf;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FrameReaderTest {
    private static final int FRAME = Frames.HEADER + Frames.MOST_IN_HANDSHAKE;

    private final List<byte[]> seen = new ArrayList<>();
    private final List<ByteBuf> made = new ArrayList<>();
    private final ByteBufAllocator allocator = new AbstractByteBufAllocator(false) {
        @Override
        protected ByteBuf newHeapBuffer(int initial, int most) {
            ByteBuf buffer = new UnpooledHeapByteBuf(this, initial, most);
            made.add(buffer);
            return buffer;
        }

        @Override
        protected ByteBuf newDirectBuffer(int initial, int most) {
            return newHeapBuffer(initial, most);
        }

        @Override
        public boolean isDirectBufferPooled() {
            return false;
        }
    };
    private final FrameReader reader = new FrameReader(true, allocator, (type, flags, id, payload) -> {
        byte[] bytes = new byte[payload.readableBytes()];
        payload.readBytes(bytes);
        seen.add(bytes);
    });

    private static ByteBuf frames(List<byte[]> payloads) {
        ByteBuf all = Unpooled.buffer().writeBytes(Frames.MAGIC);
        for (byte[] payload : payloads) {
            Frames.header(all, payload.length, FrameType.STREAM, 0, 0);
            all.writeBytes(payload);
        }
        return all;
    }

    private void read(ByteBuf all, int piece) throws ProtocolException {
        while (all.isReadable()) {
            ByteBuf in = all.readBytes(Math.min(piece, all.readableBytes()));
            reader.read(in);
            assertThat(in.refCnt()).isZero();
        }
    }

    /** While the next frame has always begun, as on a connection that is busy, what was read before must not be kept. */
    @Test
    void whatHasBeenReadIsNotKept() throws Exception {
        List<byte[]> payloads = new ArrayList<>();
        Random random = new Random(1);
        for (int i = 0; i < 200; i++) {
            byte[] payload = new byte[Frames.MOST_IN_HANDSHAKE];
            random.nextBytes(payload);
            payloads.add(payload);
        }
        read(frames(payloads), 64 * 1024);

        assertThat(seen).containsExactlyElementsOf(payloads);
        assertThat(made).isNotEmpty().allSatisfy(buffer -> {
            assertThat(buffer.capacity()).isLessThanOrEqualTo(FRAME);
            assertThat(buffer.refCnt()).isZero();
        });
    }

    @Test
    void piecesOfAnySizeAreTheSameFrames() throws Exception {
        for (int piece : new int[] {1, 2, 3, 8, 9, 10, 11, 50, 300, 5_000, 20_000, 1_000_000}) {
            List<byte[]> payloads = new ArrayList<>();
            Random random = new Random(piece);
            for (int i = 0; i < 100; i++) {
                byte[] payload = new byte[i % 5 == 0 ? 0 : random.nextInt(i % 7 == 0 ? Frames.MOST_IN_HANDSHAKE : 20)];
                random.nextBytes(payload);
                payloads.add(payload);
            }
            FrameReaderTest other = new FrameReaderTest();
            other.read(frames(payloads), piece);
            assertThat(other.seen).as("%d at a time", piece).containsExactlyElementsOf(payloads);
            assertThat(other.made)
                    .allSatisfy(buffer -> assertThat(buffer.refCnt()).isZero());
        }
    }

    @Test
    void aFrameThatIsTooLongTakesNoMemory() throws Exception {
        ByteBuf all = Unpooled.buffer().writeBytes(Frames.MAGIC);
        Frames.header(all, Frames.MOST_IN_HANDSHAKE + 1, FrameType.STREAM, 0, 0);
        assertThatThrownBy(() -> read(all, 8))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("at most");
        reader.release();
        assertThat(made).allSatisfy(buffer -> assertThat(buffer.capacity()).isLessThan(64));
        assertThat(made).allSatisfy(buffer -> assertThat(buffer.refCnt()).isZero());
    }

    @Test
    void afterTheEndNothingIsReadAndNothingKept() throws Exception {
        ByteBuf all = frames(List.of(new byte[100], new byte[100]));
        reader.read(all.readBytes(150));
        assertThat(seen).hasSize(1);
        reader.close();
        reader.release();
        reader.read(all.readBytes(all.readableBytes()));
        assertThat(seen).hasSize(1);
        assertThat(made).allSatisfy(buffer -> assertThat(buffer.refCnt()).isZero());
    }
}
