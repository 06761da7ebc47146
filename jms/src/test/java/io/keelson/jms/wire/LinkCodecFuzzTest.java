package io.keelson.jms.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.keelson.jms.message.ByteReader;
import io.keelson.jms.message.ByteWriter;
import java.util.Arrays;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** Requests, replies and deliveries of a link: read, the same when written and read again, or refused; never more than is there. */
class LinkCodecFuzzTest {
    @FuzzTest
    void frames(byte[] bytes) {
        if (bytes.length == 0) {
            return;
        }
        byte[] frame = Arrays.copyOfRange(bytes, 1, bytes.length);
        switch (bytes[0] & 3) {
            case 0 -> check(frame, LinkCodec::readRequest, LinkCodec::write);
            case 1 -> check(frame, LinkCodec::readReply, LinkCodec::write);
            case 2 -> check(frame, LinkCodec::readFailure, LinkCodec::write);
            default -> check(frame, LinkCodec::readDeliveries, LinkCodec::writeDeliveries);
        }
    }

    private static <T> void check(byte[] frame, Function<ByteReader, T> read, BiConsumer<T, ByteWriter> write) {
        ByteReader in = new ByteReader(frame);
        T value;
        try {
            value = read.apply(in);
        } catch (IllegalArgumentException e) {
            assertThat(e).hasMessageMatching("(?s).+");
            return;
        }
        byte[] written = bytes(value, write);
        ByteReader again = new ByteReader(written);
        T same = read.apply(again);
        assertThat(again.left()).isZero();
        assertThat(bytes(same, write)).as("written, read and written again").isEqualTo(written);
        assertThatThrownBy(() -> read.apply(new ByteReader(written, 0, written.length - 1)))
                .as("cut off")
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static <T> byte[] bytes(T value, BiConsumer<T, ByteWriter> write) {
        ByteWriter out = new ByteWriter(64);
        write.accept(value, out);
        return out.toBytes();
    }
}
