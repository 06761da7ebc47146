package io.keelson.session.forward;

import io.keelson.base.work.WorkManager;
import io.keelson.http.HttpExchange;
import io.keelson.http.HttpHeaders;
import io.keelson.http.RequestBody;
import io.keelson.http.RequestHead;
import io.keelson.http.ResponseWriter;
import io.keelson.http.Traffic;
import io.keelson.net.spi.TlsSession;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** A request that another server has taken here, as if its client had sent it here. Owned as the exchange that it is. */
final class PassedOnExchange implements HttpExchange, RequestHead {
    private final HttpExchange exchange;
    private final PassageSeal.Client client;

    PassedOnExchange(HttpExchange exchange, PassageSeal.Client client) {
        this.exchange = exchange;
        this.client = client;
    }

    @Override
    public InetSocketAddress remoteAddress() {
        return client.address();
    }

    @Override
    public boolean secure() {
        return client.secure();
    }

    @Override
    public String scheme() {
        return client.secure() ? "https" : "http";
    }

    /** The connection between the servers is not the client's. */
    @Override
    public @Nullable TlsSession tls() {
        return null;
    }

    // ---- as it is

    @Override
    public RequestHead request() {
        return this;
    }

    @Override
    public RequestBody body() {
        return exchange.body();
    }

    @Override
    public ResponseWriter response() {
        return exchange.response();
    }

    @Override
    public boolean handOver(WorkManager manager, Runnable work) {
        return exchange.handOver(manager, work);
    }

    @Override
    public void overloaded() {
        exchange.overloaded();
    }

    @Override
    public void reply(int status, String text) {
        exchange.reply(status, text);
    }

    @Override
    public void abort(@Nullable Throwable cause) {
        exchange.abort(cause);
    }

    @Override
    public void onEnd(Runnable listener) {
        exchange.onEnd(listener);
    }

    @Override
    public InetSocketAddress localAddress() {
        return exchange.localAddress();
    }

    @Override
    public String channel() {
        return exchange.channel();
    }

    @Override
    public long id() {
        return exchange.id();
    }

    @Override
    public long connectionId() {
        return exchange.connectionId();
    }

    @Override
    public String protocolRequestId() {
        return exchange.protocolRequestId();
    }

    @Override
    public boolean abandoned() {
        return exchange.abandoned();
    }

    @Override
    public void countFor(Traffic traffic) {
        exchange.countFor(traffic);
    }

    @Override
    public void user(@Nullable String name) {
        exchange.user(name);
    }

    @Override
    public String method() {
        return exchange.request().method();
    }

    @Override
    public String target() {
        return exchange.request().target();
    }

    @Override
    public String path() {
        return exchange.request().path();
    }

    @Override
    public @Nullable String query() {
        return exchange.request().query();
    }

    @Override
    public String protocol() {
        return exchange.request().protocol();
    }

    @Override
    public @Nullable String authority() {
        return exchange.request().authority();
    }

    @Override
    public HttpHeaders headers() {
        return exchange.request().headers();
    }
}
