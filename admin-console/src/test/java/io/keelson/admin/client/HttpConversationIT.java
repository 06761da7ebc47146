package io.keelson.admin.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.admin.client.HttpConversation.Body;
import io.keelson.admin.client.HttpConversation.Response;
import io.keelson.admin.domain.Endpoint;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command line's HTTP against a peer that says what the test wants. */
@Timeout(30)
class HttpConversationIT {
    private static final Body ARCHIVE = new Body() {
        @Override
        public long length() {
            return 10;
        }

        @Override
        public String type() {
            return "application/octet-stream";
        }

        @Override
        public void writeTo(OutputStream out) throws IOException {
            out.write("0123456789".getBytes(StandardCharsets.US_ASCII));
        }
    };

    /** What the peer received. */
    private String received = "";

    /** Asks a peer that reads the head, says {@code first}, reads {@code bodyBytes} and says {@code then}. */
    private Response ask(Body body, String first, int bodyBytes, String then) throws Exception {
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<String> peer = CompletableFuture.supplyAsync(
                    () -> serve(listener, first, bodyBytes, then), Executors.newSingleThreadExecutor(r -> {
                        Thread thread = new Thread(r);
                        thread.setDaemon(true);
                        return thread;
                    }));
            try (HttpConversation conversation =
                    new HttpConversation(Endpoint.inTheClear("127.0.0.1:" + listener.getLocalPort()))) {
                return conversation.ask("PUT", "/x", "Bearer t", body, 5_000);
            } finally {
                received = peer.get();
            }
        }
    }

    private static String serve(ServerSocket listener, String first, int bodyBytes, String then) {
        try (Socket socket = listener.accept()) {
            InputStream in = socket.getInputStream();
            ByteArrayOutputStream head = new ByteArrayOutputStream();
            while (!head.toString(StandardCharsets.US_ASCII).endsWith("\r\n\r\n")) {
                head.write(in.read());
            }
            socket.getOutputStream().write(first.getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().flush();
            head.write(in.readNBytes(bodyBytes));
            socket.getOutputStream().write(then.getBytes(StandardCharsets.US_ASCII));
            return head.toString(StandardCharsets.US_ASCII);
        } catch (IOException e) {
            return "broken: " + e;
        }
    }

    private static String text(Response response) {
        return new String(response.body(), StandardCharsets.US_ASCII);
    }

    @Test
    void sendsTheBodyWhenTheServerWantsIt() throws Exception {
        Response response = ask(
                ARCHIVE, "HTTP/1.1 100 Continue\r\n\r\n", 10, "HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\nokxx");
        assertThat(response.status()).isEqualTo(201);
        assertThat(text(response)).isEqualTo("ok");
        assertThat(received)
                .contains(
                        "PUT /x HTTP/1.1\r\n",
                        "Authorization: Bearer t\r\n",
                        "Content-Length: 10\r\n",
                        "Host: 127.0.0.1:")
                .endsWith("\r\n\r\n0123456789");
    }

    @Test
    void hearsAServerThatDoesNotWantTheBody() throws Exception {
        Response response = ask(ARCHIVE, "HTTP/1.1 413 Too large\r\nContent-Length: 3\r\n\r\nbig", 0, "");
        assertThat(response.status()).isEqualTo(413);
        assertThat(text(response)).isEqualTo("big");
        assertThat(received).doesNotContain("0123456789");
    }

    @Test
    void sendsTheBodyToAServerThatDoesNotKnowTheExpectation() throws Exception {
        Response response = ask(ARCHIVE, "", 10, "HTTP/1.1 204 No Content\r\n\r\n");
        assertThat(response.status()).isEqualTo(204);
        assertThat(received).endsWith("0123456789");
    }

    @Test
    void readsChunksAndContentUpToTheEnd() throws Exception {
        assertThat(text(ask(
                        null,
                        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3;x=y\r\nabc\r\n2\r\nde\r\n0\r\n\r\n",
                        0,
                        "")))
                .isEqualTo("abcde");
        assertThat(text(ask(null, "HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\n\r\nuntil the end", 0, "")))
                .isEqualTo("until the end");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "SSH-2.0-x\r\n\r\n",
                "HTTP/1.1 2 OK\r\n\r\n",
                "HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabc",
                "HTTP/1.1 200 OK\r\nContent-Length: -x\r\n\r\nabc",
                "HTTP/1.1 200 OK\r\nContent-Length: 2147483647\r\n\r\nabc",
                "HTTP/1.1 200 OK\r\nContent-Length: 4294967295\r\n\r\nabc",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n7fffffff\r\nab",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab"
            })
    void whatIsNoAnswerIsAnError(String answer) {
        assertThatThrownBy(() -> ask(null, answer, 0, "")).isInstanceOf(IOException.class);
    }

    @Test
    void anAnswerWithoutEndIsGivenUp() {
        String chunk = "400000\r\n" + "x".repeat(0x400000) + "\r\n";
        String chunks = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk.repeat(17);
        assertThatThrownBy(() -> ask(null, chunks, 0, ""))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("larger than 64 MiB");
    }
}
