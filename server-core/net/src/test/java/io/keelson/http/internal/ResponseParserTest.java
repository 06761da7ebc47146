package io.keelson.http.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.http.HttpHeaders;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResponseParserTest implements ResponseParser.Events {
    private final ResponseParser parser = new ResponseParser(this);
    private final List<String> told = new ArrayList<>();
    private final StringBuilder body = new StringBuilder();

    @Override
    public void interim(int status, HttpHeaders headers) {
        told.add("interim " + status);
    }

    @Override
    public void head(int status, HttpHeaders headers, long length) {
        told.add("head " + status + " " + length);
        headers.forEach((name, value) -> told.add(name + "=" + value));
    }

    @Override
    public void data(ByteBuf bytes) {
        body.append(bytes.toString(StandardCharsets.ISO_8859_1));
    }

    @Override
    public void responseEnded(HttpHeaders trailers) {
        told.add("end " + trailers.size());
    }

    private int read(String text) throws Refusal {
        ByteBuf in = Unpooled.copiedBuffer(text, StandardCharsets.ISO_8859_1);
        parser.read(in);
        return in.readableBytes();
    }

    /** However the bytes arrive, the same is told. */
    private void answer(String method, String text) throws Refusal {
        told.clear();
        body.setLength(0);
        parser.expect(method);
        assertThat(read(text)).as("left over").isZero();
        List<String> atOnce = List.copyOf(told);
        String whole = body.toString();
        boolean persistent = parser.persistent();
        told.clear();
        body.setLength(0);
        ResponseParser slow = new ResponseParser(this);
        slow.expect(method);
        for (int i = 0; i < text.length(); i++) {
            slow.read(Unpooled.copiedBuffer(text.substring(i, i + 1), StandardCharsets.ISO_8859_1));
        }
        assertThat(told).isEqualTo(atOnce);
        assertThat(body.toString()).isEqualTo(whole);
        assertThat(slow.persistent()).isEqualTo(persistent);
    }

    @Test
    void readsALength() throws Refusal {
        answer("GET", "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nX:  a b \r\n\r\nabc");
        assertThat(told).containsExactly("head 200 3", "Content-Length=3", "X=a b", "end 0");
        assertThat(body.toString()).isEqualTo("abc");
        assertThat(parser.persistent()).isTrue();
    }

    @Test
    void readsChunksAndTrailers() throws Refusal {
        answer("GET", "HTTP/1.1 200\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1;x=y\r\nc\r\n0\r\nT: 1\r\n\r\n");
        assertThat(told).containsExactly("head 200 -1", "Transfer-Encoding=chunked", "end 1");
        assertThat(body.toString()).isEqualTo("abc");
    }

    @Test
    void readsToTheEndOfTheConnection() throws Refusal {
        parser.expect("GET");
        read("HTTP/1.0 200 OK\r\n\r\nabc");
        assertThat(told).containsExactly("head 200 -1");
        assertThat(parser.inputEnded()).isTrue();
        assertThat(told).endsWith("end 0");
        assertThat(parser.persistent()).isFalse();
    }

    @Test
    void readsInterimResponsesBeforeTheFinalOne() throws Refusal {
        answer("PUT", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early\r\nLink: x\r\n\r\nHTTP/1.1 204 No\r\n\r\n");
        assertThat(told).containsExactly("interim 100", "interim 103", "head 204 0", "end 0");
    }

    @Test
    void expectsNoBodyWhereThereIsNone() throws Refusal {
        answer("HEAD", "HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n");
        assertThat(told).contains("head 200 0", "end 0");
        told.clear();
        answer("GET", "HTTP/1.1 304 Not Modified\r\nContent-Length: 7\r\n\r\n");
        assertThat(told).contains("head 304 0", "end 0");
    }

    @Test
    void passesEverythingOnAfterAnUpgrade() throws Refusal {
        parser.expect("GET");
        read("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n\u0081\u0000HTTP/1.1");
        assertThat(told).startsWith("head 101 -1");
        assertThat(body.toString()).isEqualTo("\u0081\u0000HTTP/1.1");
        assertThat(parser.next()).isEqualTo(ResponseParser.Next.RAW);
    }

    @Test
    void leavesWhatComesAfterTheResponse() throws Refusal {
        parser.expect("GET");
        assertThat(read("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\naHTTP")).isEqualTo(4);
    }

    @Test
    void knowsWhenTheConnectionIsNotKept() throws Refusal {
        answer("GET", "HTTP/1.1 200 OK\r\nConnection: x, Close\r\nContent-Length: 0\r\n\r\n");
        assertThat(parser.persistent()).isFalse();
        answer("GET", "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 0\r\n\r\n");
        assertThat(parser.persistent()).isTrue();
    }

    @Test
    void noticesAnEndTooEarly() throws Refusal {
        parser.expect("GET");
        read("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nab");
        assertThat(parser.inputEnded()).isFalse();
        assertThat(parser.begun()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/2.0 200 OK\r\n\r\n",
                "http/1.1 200 OK\r\n\r\n",
                "HTTP/1.1 20 OK\r\n\r\n",
                "HTTP/1.1 2000\r\n\r\n",
                "HTTP/1.1 099 OK\r\n\r\n",
                "HTTP/1.1 200 OK\n\n",
                "\r\nHTTP/1.1 200 OK\r\n\r\n",
                "HTTP/1.1 200 OK\r\n folded\r\n\r\n",
                "HTTP/1.1 200 OK\r\nA : b\r\n\r\n",
                "HTTP/1.1 200 OK\r\nA: b\u0000\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 1, 1\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: +1\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
                "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n"
            })
    void refusesWhatCouldBeReadInTwoWays(String text) {
        parser.expect("GET");
        assertThatThrownBy(() -> read(text)).isInstanceOf(Refusal.class);
    }

    @Test
    void refusesAHeadWithoutAnEnd() {
        parser.expect("GET");
        assertThatThrownBy(() -> read("HTTP/1.1 200 OK\r\nA: " + "x".repeat(ResponseParser.MOST_HEAD)))
                .isInstanceOf(Refusal.class);
    }
}
