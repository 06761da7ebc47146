package io.keelson.cache.rest;

import io.keelson.base.work.WorkManager;
import io.keelson.cache.access.OpenCaches;
import io.keelson.http.HttpExchange;
import io.keelson.http.HttpHandler;
import io.keelson.security.Realm;

/**
 * The resources of the caches on the server's channels: {@code /rest/v2/caches}, {@code .../NAME} and {@code .../NAME/KEY}. Each request
 * runs on an execute thread. See docs/manual/caches.md.
 */
public final class RestCaches implements HttpHandler {
    /** Below what path they lie. */
    public static final String PREFIX = "/rest/v2/caches";

    private final OpenCaches caches;
    private final Realm realm;
    private final WorkManager work;

    /** Of these caches, for users of the realm. */
    public RestCaches(OpenCaches caches, Realm realm, WorkManager work) {
        this.caches = caches;
        this.realm = realm;
        this.work = work;
    }

    @Override
    public boolean limitsBody() {
        return true;
    }

    @Override
    public void handle(HttpExchange exchange) {
        if (!exchange.handOver(work, () -> serve(exchange))) {
            exchange.overloaded();
        }
    }

    private void serve(HttpExchange exchange) {
        if (!exchange.abandoned()) {
            new RestRequest(caches, realm, exchange).serve();
        }
    }
}
