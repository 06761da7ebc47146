package io.keelson.remoting.internal.iiop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.base.config.DataSize;
import io.keelson.net.spi.ProtocolProvider.Match;
import io.keelson.remoting.config.AnonymousAccess;
import io.keelson.remoting.config.IiopSettings;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Messages of GIOP in the bytes of clients. */
class GiopFramesTest {
    private static final int MOST = 1024;
    private final GiopFrames frames = new GiopFrames(MOST);

    static byte[] message(int minor, int flags, int type, int size) {
        byte[] bytes = header(minor, flags, type, size);
        byte[] whole = new byte[GiopFrames.HEADER + size];
        System.arraycopy(bytes, 0, whole, 0, bytes.length);
        return whole;
    }

    static byte[] header(int minor, int flags, int type, int size) {
        ByteBuffer header = ByteBuffer.allocate(GiopFrames.HEADER);
        header.put("GIOP".getBytes(StandardCharsets.US_ASCII))
                .put((byte) 1)
                .put((byte) minor)
                .put((byte) flags)
                .put((byte) type);
        header.putInt((flags & 1) == 0 ? size : Integer.reverseBytes(size));
        return header.array();
    }

    private List<byte[]> read(byte[] bytes, int step) throws IOException {
        List<byte[]> messages = new ArrayList<>();
        for (int at = 0; at < bytes.length; at += step) {
            ByteBuf piece = Unpooled.wrappedBuffer(bytes, at, Math.min(step, bytes.length - at));
            while (piece.isReadable()) {
                byte[] whole = frames.next(piece);
                if (whole != null) {
                    messages.add(whole);
                }
            }
        }
        return messages;
    }

    @ParameterizedTest
    @CsvSource({"1", "5", "12", "13", "100", "4096"})
    void messagesAreTheSameHoweverTheyArrive(int step) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.write(message(0, 0, 0, 30));
        all.write(message(2, 1, 3, 0));
        all.write(message(2, 1, 0, MOST - GiopFrames.HEADER));
        List<byte[]> messages = read(all.toByteArray(), step);
        assertThat(messages).hasSize(3);
        assertThat(messages.get(0)).isEqualTo(message(0, 0, 0, 30));
        assertThat(messages.get(1)).isEqualTo(message(2, 1, 3, 0));
        assertThat(messages.get(2)).hasSize(MOST);
        assertThat(frames.partial()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "2, 0, 0, 1013, 'at most 1024'",
        "2, 0, 0, -1, 'at most 1024'",
        "2, 1, 0, 2147483647, 'at most 1024'",
        "3, 0, 0, 4, 'GIOP 1.3'",
        "2, 0, 8, 4, 'type 8'",
        "0, 0, 7, 4, 'type 7'"
    })
    void aWrongHeaderIsRefusedBeforeItsBody(int minor, int flags, int type, int size, String why) {
        ByteBuf in = Unpooled.wrappedBuffer(header(minor, flags, type, size));
        assertThatThrownBy(() -> frames.next(in))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(why);
    }

    @Test
    void fragmentsTogetherAreBounded() throws IOException {
        read(message(2, 2, 0, 400), 4096);
        read(message(2, 2, 7, 400), 4096);
        assertThatThrownBy(() -> read(message(2, 2, 7, 400), 4096))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("fragments of more than");
    }

    @Test
    void fragmentsThatEndAreCountedNoMore() throws IOException {
        for (int i = 0; i < 10; i++) {
            assertThat(read(message(2, 2, 0, 400), 4096)).hasSize(1);
            assertThat(read(message(2, 0, 7, 400), 4096)).hasSize(1);
        }
    }

    @Test
    void aFragmentOfNoMessageIsRefused() {
        assertThatThrownBy(() -> read(message(2, 0, 7, 4), 4096))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("of no message");
    }

    @Test
    void theFirstBytesTell() {
        IiopSettings settings = new IiopSettings(true, DataSize.parse("64KiB"), 1, false, List.of());
        IiopProtocol protocol = new IiopProtocol(settings, AnonymousAccess.LOOPBACK, address -> Optional.empty());
        assertThat(protocol.match(bytes("G"))).isEqualTo(Match.UNDECIDED);
        assertThat(protocol.match(bytes("GIO"))).isEqualTo(Match.UNDECIDED);
        assertThat(protocol.match(bytes("GIOP"))).isEqualTo(Match.YES);
        assertThat(protocol.match(bytes("GIOPx"))).isEqualTo(Match.YES);
        assertThat(protocol.match(bytes("GET "))).isEqualTo(Match.NO);
        assertThat(protocol.match(bytes("H"))).isEqualTo(Match.NO);
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
    }
}
