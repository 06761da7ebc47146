package io.keelson.http.internal;

import io.keelson.http.HttpExchange;
import io.keelson.http.HttpHandler;
import io.keelson.http.RequestBodyException;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a connection made of bytes that came in certain pieces.
 *
 * @param requests those that came whole
 * @param statuses of all responses but 100
 * @param open whether the connection is
 * @param closeSaid whether the last response said that it closes
 * @param leaked bytes of buffers that nobody gave back
 */
record Conversation(List<Request> requests, List<Integer> statuses, boolean open, boolean closeSaid, long leaked) {
    private static final Pattern HEAD = Pattern.compile("HTTP/1\\.1 (\\d{3}) [^\r]*\r\n((?:[^\r]+\r\n)*)\r\n");

    /** A request as a handler sees it. Values of fields and the body are octets as characters. */
    record Request(
            String method,
            String target,
            String protocol,
            String authority,
            List<Map.Entry<String, String>> headers,
            String body,
            List<Map.Entry<String, String>> trailers) {}

    /** Has a connection read the bytes, in pieces of these lengths. */
    static Conversation of(byte[] bytes, Map<String, Object> limits, int... pieces) {
        UnpooledByteBufAllocator memory = new UnpooledByteBufAllocator(false, true);
        Recorder recorder = new Recorder();
        String sent;
        boolean open;
        try (EmbeddedHttp http = new EmbeddedHttp(recorder, limits)) {
            http.channel.config().setAllocator(memory);
            StringBuilder all = new StringBuilder();
            int from = 0;
            for (int piece : pieces) {
                http.send(memory.buffer(piece).writeBytes(bytes, from, piece));
                from += piece;
                all.append(http.sent());
            }
            sent = all.toString();
            open = http.open();
        }
        List<Integer> statuses = new ArrayList<>();
        String last = "";
        Matcher heads = HEAD.matcher(sent);
        while (heads.find()) {
            int status = Integer.parseInt(heads.group(1));
            if (status >= 200) {
                statuses.add(status);
                last = heads.group(2);
            }
        }
        long left = memory.metric().usedHeapMemory() + memory.metric().usedDirectMemory();
        return new Conversation(
                List.copyOf(recorder.requests), List.copyOf(statuses), open, last.contains("Connection: close"), left);
    }

    /** Keeps each request that comes whole, and answers when its body has come. */
    private static final class Recorder implements HttpHandler {
        private final List<Request> requests = new ArrayList<>();

        @Override
        public void handle(HttpExchange exchange) {
            collect(exchange, new ByteArrayOutputStream());
        }

        private void collect(HttpExchange exchange, ByteArrayOutputStream body) {
            byte[] bytes = new byte[61];
            try {
                int n;
                while ((n = exchange.body().poll(bytes, 0, bytes.length)) > 0) {
                    body.write(bytes, 0, n);
                }
                if (n == 0) {
                    exchange.body().onReadable(() -> collect(exchange, body));
                    return;
                }
            } catch (RequestBodyException e) {
                exchange.response().headers().set("Connection", "close");
                exchange.reply(e.status(), "no body");
                return;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            requests.add(new Request(
                    exchange.request().method(),
                    exchange.request().target(),
                    exchange.request().protocol(),
                    String.valueOf(exchange.request().authority()),
                    fields(exchange.request().headers()),
                    body.toString(StandardCharsets.ISO_8859_1),
                    fields(exchange.body().trailers())));
            exchange.reply(200, "taken");
        }

        private static List<Map.Entry<String, String>> fields(io.keelson.http.HttpHeaders headers) {
            List<Map.Entry<String, String>> fields = new ArrayList<>();
            headers.forEach((name, value) -> fields.add(Map.entry(name, value)));
            return fields;
        }
    }
}
