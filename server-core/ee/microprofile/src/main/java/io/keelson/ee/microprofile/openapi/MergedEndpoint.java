package io.keelson.ee.microprofile.openapi;

import io.keelson.base.subsystem.ServiceLookup;
import io.keelson.ee.microprofile.MicroProfileLog;
import io.keelson.http.HttpExchange;
import io.keelson.http.HttpHandler;
import io.keelson.http.HttpServer;
import io.keelson.http.RequestHead;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Answers {@code /openapi} of the server with one document of all web modules that have one. Each module's document is made on the work
 * manager of its application; the last that ends merges them and sends the answer. The lock of this object guards the documents.
 *
 * <p>Specification: MicroProfile OpenAPI 4.1, 5 OpenAPI Endpoint.
 */
public final class MergedEndpoint implements HttpHandler, AutoCloseable {
    static final String PATH = "/openapi";
    static final String NO_FORMAT = "The format of a document is JSON or YAML.";
    static final String FAILED = "The document cannot be made; the server's log says why.";

    private static final Set<String> METHODS = Set.of("GET", "HEAD");

    private final ServiceLookup services;
    private volatile Documents documents = new Documents(List.of());
    private HttpServer.@Nullable Registration registration;

    /** Makes that of a server; it serves nothing before the first document. */
    public MergedEndpoint(ServiceLookup services) {
        this.services = services;
    }

    /** Adds a document; the first begins to serve the path. One with the same context root is replaced. */
    public synchronized void add(ModuleDocument document) {
        List<ModuleDocument> next = new ArrayList<>(documents.all);
        next.removeIf(other -> other.contextPath().equals(document.contextPath()));
        next.add(document);
        documents = new Documents(List.copyOf(next));
        Optional<HttpServer> http = services.find(HttpServer.class);
        if (registration == null && http.isPresent()) {
            try {
                registration = http.get().register(PATH, HttpServer.Audience.APPLICATION, this);
            } catch (IllegalStateException taken) {
                MicroProfileLog.LOG.pathTaken(PATH, document.name());
            }
        }
    }

    /** Removes a document; the last gives the path back. Does nothing where it is not there. */
    public synchronized void remove(ModuleDocument document) {
        List<ModuleDocument> next = new ArrayList<>(documents.all);
        if (next.remove(document)) {
            documents = new Documents(List.copyOf(next));
        }
        if (next.isEmpty()) {
            close();
        }
    }

    /** Gives the path back. */
    @Override
    public synchronized void close() {
        if (registration != null) {
            registration.close();
            registration = null;
        }
    }

    @Override
    public void handle(HttpExchange exchange) {
        RequestHead request = exchange.request();
        if (!METHODS.contains(request.method())) {
            exchange.response().headers().set("Allow", "GET, HEAD");
            exchange.reply(405, "The document is read by GET.");
            return;
        }
        if (!request.path().equals(PATH)) {
            exchange.reply(404, "There is nothing below " + PATH + ".");
            return;
        }
        Optional<Format> format =
                Format.of(parameter(request.query()), request.headers().get("Accept"));
        if (format.isEmpty()) {
            exchange.reply(400, NO_FORMAT);
            return;
        }
        new Round(exchange, format.get(), documents).begin();
    }

    private static @Nullable String parameter(@Nullable String query) {
        for (String parameter : query == null ? new String[0] : query.split("&", -1)) {
            if (parameter.startsWith("format=")) {
                return parameter.substring("format=".length());
            }
        }
        return null;
    }

    /** Documents at one time, with what they are together, made by the first who has them all. */
    private static final class Documents {
        private final List<ModuleDocument> all;
        private volatile @Nullable Rendered merged;

        Documents(List<ModuleDocument> all) {
            this.all = all;
        }

        Rendered merged(AtomicReferenceArray<Rendered> made) {
            Rendered known = merged;
            if (known == null) {
                Merge merge = new Merge();
                for (int i = 0; i < all.size(); i++) {
                    Rendered one = made.get(i);
                    if (one != null) {
                        merge.add(all.get(i), one);
                    }
                }
                known = merge.rendered();
                merged = known;
            }
            return known;
        }
    }

    /** One request. */
    private static final class Round {
        private final HttpExchange exchange;
        private final Format format;
        private final Documents documents;
        private final AtomicReferenceArray<Rendered> made;
        private final AtomicInteger left;
        private volatile boolean refused;

        Round(HttpExchange exchange, Format format, Documents documents) {
            this.exchange = exchange;
            this.format = format;
            this.documents = documents;
            this.made = new AtomicReferenceArray<>(documents.all.size());
            this.left = new AtomicInteger(documents.all.size());
        }

        void begin() {
            if (documents.all.isEmpty()) {
                exchange.reply(404, "No application has a document any more.");
            }
            for (int i = 0; i < documents.all.size(); i++) {
                int place = i;
                ModuleDocument document = documents.all.get(i);
                if (!document.workManager().offer(() -> make(place, document))) {
                    refused = true;
                    done();
                }
            }
        }

        private void make(int place, ModuleDocument document) {
            try {
                document.rendered().ifPresent(rendered -> made.set(place, rendered));
            } catch (InterruptedException e) {
                refused = true;
                Thread.currentThread().interrupt();
            } finally {
                done();
            }
        }

        private void done() {
            if (left.decrementAndGet() > 0) {
                return;
            }
            if (refused) {
                exchange.overloaded();
                return;
            }
            try {
                send(documents.merged(made).bytes(format));
            } catch (RuntimeException e) {
                MicroProfileLog.LOG.mergeFailed(e);
                exchange.reply(500, FAILED);
            }
        }

        private void send(byte[] body) {
            exchange.response().headers().set("Content-Type", format.contentType());
            exchange.response().headers().set("Vary", "Accept");
            exchange.response().headers().set("X-Content-Type-Options", "nosniff");
            try {
                exchange.response().writeNow(ByteBuffer.wrap(body), true);
            } catch (IOException e) {
                exchange.abort(e);
            }
        }
    }
}
