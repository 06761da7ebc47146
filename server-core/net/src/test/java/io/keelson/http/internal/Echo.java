package io.keelson.http.internal;

import io.keelson.http.HttpExchange;
import io.keelson.http.HttpHandler;
import io.keelson.http.RequestBodyException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Answers with what it understood of a request, on the loop, as the body arrives. */
final class Echo implements HttpHandler {
    @Override
    public void handle(HttpExchange exchange) {
        collect(exchange, new StringBuilder());
    }

    private void collect(HttpExchange exchange, StringBuilder body) {
        byte[] bytes = new byte[7];
        try {
            int n;
            while ((n = exchange.body().poll(bytes, 0, bytes.length)) > 0) {
                body.append(new String(bytes, 0, n, StandardCharsets.ISO_8859_1));
            }
            if (n == 0) {
                exchange.body().onReadable(() -> collect(exchange, body));
                return;
            }
        } catch (RequestBodyException e) {
            exchange.response().headers().set("Connection", "close");
            exchange.reply(e.status(), "body: " + e.getMessage());
            return;
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        StringBuilder text = new StringBuilder()
                .append(exchange.request().method())
                .append(' ')
                .append(exchange.request().target())
                .append(' ')
                .append(
                        exchange.request().authority() == null
                                ? "-"
                                : exchange.request().authority())
                .append(" [")
                .append(body)
                .append(']');
        exchange.body()
                .trailers()
                .forEach((name, value) ->
                        text.append(' ').append(name).append('=').append(value));
        exchange.reply(200, text.toString());
    }
}
