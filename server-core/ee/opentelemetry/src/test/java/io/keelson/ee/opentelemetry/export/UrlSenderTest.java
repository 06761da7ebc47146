package io.keelson.ee.opentelemetry.export;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.sdk.common.export.HttpSenderConfig;
import io.opentelemetry.sdk.common.export.MessageWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class UrlSenderTest {
    /** A collector that accepts and never answers; the request is in another state each time. */
    @RepeatedTest(50)
    void aRequestIsBrokenOff() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            UrlSender sender = new UrlSender(config(URI.create("http://127.0.0.1:" + silent.getLocalPort())));
            CompletableFuture<Throwable> failed = new CompletableFuture<>();
            Thread sending = new Thread(() -> sender.send(message(), answer -> {}, failed::complete));
            sending.start();
            silent.accept().getInputStream().read();

            sender.abort();

            assertThat(failed.get()).isInstanceOf(IOException.class);
            sending.join();
        }
    }

    @Test
    void nothingIsSentAfterTheEnd() {
        UrlSender sender = new UrlSender(config(URI.create("http://127.0.0.1:1")));
        CompletableFuture<Throwable> failed = new CompletableFuture<>();
        sender.abort();

        sender.send(message(), answer -> {}, failed::complete);

        assertThat(failed.join()).rootCause().hasMessageContaining("ended");
    }

    private static MessageWriter message() {
        return new MessageWriter() {
            @Override
            public void writeMessage(OutputStream out) throws IOException {
                out.write(new byte[] {1, 2, 3});
            }

            @Override
            public int getContentLength() {
                return 3;
            }
        };
    }

    private static HttpSenderConfig config(URI endpoint) {
        Supplier<Map<String, List<String>>> none = Map::of;
        return (HttpSenderConfig) Proxy.newProxyInstance(
                UrlSenderTest.class.getClassLoader(),
                new Class<?>[] {HttpSenderConfig.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "getEndpoint" -> endpoint;
                    case "getContentType" -> "application/x-protobuf";
                    case "getTimeout", "getConnectTimeout" -> Duration.ofSeconds(50);
                    case "getHeadersSupplier" -> none;
                    default -> null;
                });
    }
}
