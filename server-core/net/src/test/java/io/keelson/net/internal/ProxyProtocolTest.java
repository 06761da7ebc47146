package io.keelson.net.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.net.internal.ProxyProtocol.Header;
import io.keelson.net.internal.ProxyProtocol.MalformedException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProxyProtocolTest {
    private static final String SIGNATURE = "0d0a0d0a000d0a515549540a";

    private static ByteBuf text(String text) {
        return Unpooled.copiedBuffer(text, StandardCharsets.ISO_8859_1);
    }

    private static ByteBuf hex(String digits) {
        return Unpooled.wrappedBuffer(ByteBufUtil.decodeHexDump(digits.replace(" ", "")));
    }

    /** Every cut of a header asks for more, and the whole of it leaves what follows. */
    private static Header whole(ByteBuf bytes) throws MalformedException {
        for (int n = 1; n < bytes.readableBytes(); n++) {
            ByteBuf cut = bytes.copy(0, n);
            assertThat(ProxyProtocol.read(cut)).isNull();
            assertThat(cut.readableBytes()).isEqualTo(n);
        }
        ByteBuf more = Unpooled.wrappedBuffer(bytes, text("GET "));
        Header header = ProxyProtocol.read(more);
        assertThat(more.toString(StandardCharsets.US_ASCII)).isEqualTo("GET ");
        return header;
    }

    @Test
    void readsLines() throws Exception {
        assertThat(whole(text("PROXY TCP4 192.0.2.1 198.51.100.2 56324 443\r\n")))
                .isEqualTo(new Header(
                        new InetSocketAddress("192.0.2.1", 56324), new InetSocketAddress("198.51.100.2", 443), false));
        assertThat(whole(text("PROXY TCP6 2001:db8::1 ::1 0 65535\r\n")))
                .isEqualTo(new Header(
                        new InetSocketAddress("2001:db8::1", 0), new InetSocketAddress("::1", 65535), false));
        assertThat(whole(text("PROXY UNKNOWN\r\n"))).isEqualTo(Header.OWN);
        assertThat(whole(text("PROXY UNKNOWN ffff::1 ffff::2 1 2\r\n"))).isEqualTo(Header.OWN);
    }

    @Test
    void readsBinaryHeaders() throws Exception {
        assertThat(whole(hex(SIGNATURE + "21 11 000c c0000201 c6336402 dc04 01bb")))
                .isEqualTo(new Header(
                        new InetSocketAddress("192.0.2.1", 56324), new InetSocketAddress("198.51.100.2", 443), false));
        assertThat(whole(hex(SIGNATURE + "21 21 0024 20010db8000000000000000000000001"
                        + "00000000000000000000000000000001 0001 0002")))
                .isEqualTo(new Header(new InetSocketAddress("2001:db8::1", 1), new InetSocketAddress("::1", 2), false));
        assertThat(whole(hex(SIGNATURE + "20 00 0000"))).isEqualTo(Header.OWN);
        assertThat(whole(hex(SIGNATURE + "20 11 000c c0000201 c6336402 dc04 01bb")))
                .isEqualTo(Header.OWN);
        // A Unix socket, and what is not told.
        assertThat(whole(hex(SIGNATURE + "21 31 0002 abcd"))).isEqualTo(Header.OWN);
    }

    @Test
    void learnsThatTheClientSpeaksTls() throws Exception {
        String address = "c0000201 c6336402 dc04 01bb";
        // An unknown extension of two bytes, then that of TLS: client bits, verification.
        assertThat(whole(hex(SIGNATURE + "21 11 0019" + address + "e0 0002 0102 20 0005 01 00000000"))
                        .secure())
                .isTrue();
        assertThat(whole(hex(SIGNATURE + "21 11 0014" + address + "20 0005 00 00000000"))
                        .secure())
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET / HTTP/1.1\r\n",
                "PROXX",
                "PROXY\t",
                "PROXY TCP4 192.0.2.1 198.51.100.2 56324 443\n",
                "PROXY TCP4 192.0.2.1 198.51.100.2 56324\r\n",
                "PROXY TCP4 192.0.2.1 198.51.100.2 56324 443 1\r\n",
                "PROXY TCP4 192.0.2.256 198.51.100.2 56324 443\r\n",
                "PROXY TCP4 ::1 ::1 56324 443\r\n",
                "PROXY TCP6 192.0.2.1 198.51.100.2 56324 443\r\n",
                "PROXY TCP4 192.0.2.1 198.51.100.2 65536 443\r\n",
                "PROXY TCP4 192.0.2.1 198.51.100.2 -1 443\r\n",
                "PROXY TCP4 192.0.2.1 198.51.100.2 01 443\r\n",
                "PROXY TCP4 localhost localhost 1 443\r\n",
                "PROXY UDP4 192.0.2.1 198.51.100.2 1 443\r\n",
                "PROXY \r\n",
            })
    void refusesLinesThatAreNone(String line) {
        assertThatThrownBy(() -> ProxyProtocol.read(text(line))).isInstanceOf(MalformedException.class);
    }

    @Test
    void refusesALineWithoutAnEnd() {
        assertThatThrownBy(() -> ProxyProtocol.read(text("PROXY UNKNOWN " + "x".repeat(200))))
                .isInstanceOf(MalformedException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "11 11 000c c0000201c6336402dc0401bb",
                "22 11 000c c0000201c6336402dc0401bb",
                "21 11 000b c0000201c6336402dc0401",
                "21 21 000c c0000201c6336402dc0401bb",
                "21 11 1001",
                "21 11 000e c0000201c6336402dc0401bb 2000",
                "21 11 0010 c0000201c6336402dc0401bb 20 0005 01",
            })
    void refusesBinaryHeadersThatAreNone(String rest) {
        assertThatThrownBy(() -> ProxyProtocol.read(hex(SIGNATURE + rest))).isInstanceOf(MalformedException.class);
    }
}
