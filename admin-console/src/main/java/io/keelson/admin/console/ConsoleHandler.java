package io.keelson.admin.console;

import io.keelson.base.work.WorkManager;
import io.keelson.http.HttpExchange;
import io.keelson.http.HttpHandler;
import io.keelson.http.HttpHeaders;
import io.keelson.http.RequestHead;
import io.keelson.http.ResponseWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Serves the console's files to whoever asks: they hold nothing that is secret, and the login is the management interface's. Every answer
 * says that the pages may load nothing from elsewhere, run no script that stands in a page, and be shown in no other site's frame.
 * Thread-safe. See docs/design/console.md.
 */
public final class ConsoleHandler implements HttpHandler {
    /** Address below which the console is. */
    public static final String PREFIX = "/console";

    private static final Map<String, String> ALWAYS = Map.of(
            "Content-Security-Policy",
            "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
            "X-Content-Type-Options",
            "nosniff",
            "X-Frame-Options",
            "DENY",
            "Referrer-Policy",
            "no-referrer",
            "Cross-Origin-Opener-Policy",
            "same-origin",
            "Cross-Origin-Embedder-Policy",
            "require-corp",
            "Cross-Origin-Resource-Policy",
            "same-origin",
            "Permissions-Policy",
            "camera=(), geolocation=(), microphone=()",
            // The files change with the server's version: always ask, and be told 304.
            "Cache-Control",
            "no-cache");

    private final ConsoleFiles files;
    private final WorkManager workManager;
    private final Predicate<HttpExchange> needsTls;

    /**
     * The console.
     *
     * @param workManager whose threads read the jars: administration's own, so that it works when all others are busy
     * @param needsTls who is sent to the same address with TLS, as they could not log in without
     */
    public ConsoleHandler(WorkManager workManager, Predicate<HttpExchange> needsTls) {
        this.needsTls = needsTls;
        this.files = new ConsoleFiles(ConsoleHandler.class.getClassLoader());
        this.workManager = workManager;
    }

    @Override
    public void handle(HttpExchange exchange) {
        if (!exchange.handOver(workManager, () -> work(exchange))) {
            exchange.overloaded();
        }
    }

    private void work(HttpExchange exchange) {
        try {
            answer(exchange);
        } catch (IOException e) {
            exchange.abort(e);
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        RequestHead request = exchange.request();
        ResponseWriter response = exchange.response();
        ALWAYS.forEach(response.headers()::set);
        if (!request.method().equals("GET") && !request.method().equals("HEAD")) {
            response.headers().set("Allow", "GET, HEAD");
            text(response, 405, "The console's files can only be read; changes are made at /management/v1.\n");
            return;
        }
        if (needsTls.test(exchange)) {
            response.headers().set("Location", "https://" + request.authority() + PREFIX + "/");
            text(response, 308, "The console is reached over TLS from other machines.\n");
            return;
        }
        if (request.path().equals(PREFIX)) {
            response.headers().set("Location", PREFIX + "/");
            text(response, 301, "The console is at " + PREFIX + "/\n");
            return;
        }
        Optional<ConsoleFile> file = files.find(request.path().substring(PREFIX.length() + 1));
        if (file.isEmpty()) {
            text(response, 404, "The console has no such file; it begins at " + PREFIX + "/\n");
            return;
        }
        send(request, response, file.get());
    }

    private static void send(RequestHead request, ResponseWriter response, ConsoleFile file) throws IOException {
        byte[] zipped = file.zipped();
        boolean zip = zipped != null && takesGzip(request.headers());
        String tag = zip ? file.zippedTag() : file.tag();
        HttpHeaders headers = response.headers();
        headers.set("ETag", tag);
        if (zipped != null) {
            headers.set("Vary", "Accept-Encoding");
        }
        if (matches(request.headers(), tag)) {
            response.status(304);
            response.write(ByteBuffer.allocate(0), true);
            return;
        }
        headers.set("Content-Type", file.type());
        if (zip) {
            headers.set("Content-Encoding", "gzip");
        }
        response.status(200);
        response.write(ByteBuffer.wrap(zip && zipped != null ? zipped : file.content()), true);
    }

    private static void text(ResponseWriter response, int status, String text) throws IOException {
        response.status(status);
        response.headers().set("Content-Type", "text/plain; charset=utf-8");
        response.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), true);
    }

    /** Returns whether a field If-None-Match has the tag; it compares weakly (RFC 9110, 13.1.2). */
    private static boolean matches(HttpHeaders headers, String tag) {
        for (String field : headers.all("If-None-Match")) {
            for (String one : field.split(",")) {
                String given = one.strip();
                if (given.equals("*") || (given.startsWith("W/") ? given.substring(2) : given).equals(tag)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Returns whether gzip is named with a weight above nothing (RFC 9110, 12.5.3). */
    private static boolean takesGzip(HttpHeaders headers) {
        for (String field : headers.all("Accept-Encoding")) {
            for (String one : field.toLowerCase(Locale.ROOT).split(",")) {
                String[] parts = one.strip().split(";", 2);
                if (parts[0].strip().equals("gzip")) {
                    return parts.length == 1 || !parts[1].strip().matches("q\\s*=\\s*0(\\.0*)?");
                }
            }
        }
        return false;
    }
}
