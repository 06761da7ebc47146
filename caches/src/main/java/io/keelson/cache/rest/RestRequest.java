package io.keelson.cache.rest;

import io.keelson.cache.access.CacheRoles;
import io.keelson.cache.access.OpenCaches;
import io.keelson.cache.config.CacheSettings;
import io.keelson.cache.spi.CacheAwayException;
import io.keelson.cache.spi.CacheEngine.Grant;
import io.keelson.cache.spi.EntryStore;
import io.keelson.cache.spi.StoredEntry;
import io.keelson.cache.spi.StoredValue;
import io.keelson.http.HttpExchange;
import io.keelson.http.HttpHeaders;
import io.keelson.http.RequestHead;
import io.keelson.kernel.context.Caller;
import io.keelson.security.Realm;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** One request for a cache, on one execute thread. */
final class RestRequest {
    private static final String JSON = "application/json";
    private static final String TEXT = "text/plain; charset=UTF-8";
    private static final int MOST_KEYS = 10_000;
    private static final int LONGEST_TYPE = 200;

    private final OpenCaches caches;
    private final Realm realm;
    private final HttpExchange exchange;
    private final RequestHead head;

    RestRequest(OpenCaches caches, Realm realm, HttpExchange exchange) {
        this.caches = caches;
        this.realm = realm;
        this.exchange = exchange;
        this.head = exchange.request();
    }

    /** A request is answered so, and nothing else is done. */
    private static final class Refused extends Exception {
        private static final long serialVersionUID = 1L;

        private final int status;

        Refused(int status, String why) {
            super(why);
            this.status = status;
        }
    }

    void serve() {
        try {
            answer();
        } catch (Refused e) {
            refuse(e.status, String.valueOf(e.getMessage()));
        } catch (CacheAwayException e) {
            refuse(503, e.getMessage() + "; try again");
        } catch (IOException e) {
            exchange.abort(e);
        }
    }

    private void refuse(int status, String why) {
        if (exchange.response().committed()) {
            exchange.abort(null);
            return;
        }
        HttpHeaders headers = exchange.response().headers();
        if (status == 401) {
            headers.set(
                    "WWW-Authenticate", "Basic realm=\"" + realm.name().replace("\"", "") + "\", charset=\"UTF-8\"");
        }
        if (status == 503) {
            headers.set("Retry-After", "1");
        }
        try {
            send(status, TEXT, why.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            exchange.abort(e);
        }
    }

    private void answer() throws Refused, IOException {
        refuseOtherSites();
        RestPath path = RestPath.of(head.path().substring(RestCaches.PREFIX.length()));
        if (path == null) {
            throw new Refused(400, "the path is " + RestCaches.PREFIX + "/CACHE/KEY, percent-encoded");
        }
        Caller caller = caller();
        if (caller != null) {
            exchange.user(caller.principal().getName());
        }
        String cache = path.cache();
        if (cache == null) {
            list(caller);
            return;
        }
        byte[] key = path.key();
        if (key == null) {
            cache(cache, caller);
        } else {
            entry(cache, key, caller);
        }
    }

    /** A page of another site must not use the login that the browser keeps. */
    private void refuseOtherSites() throws Refused {
        String site = head.headers().get("Sec-Fetch-Site");
        String origin = head.headers().get("Origin");
        boolean other = site != null && !site.equals("same-origin") && !site.equals("none");
        if (other || origin != null && !origin.equals(head.scheme() + "://" + head.authority())) {
            throw new Refused(403, "a page of another site may not use caches");
        }
    }

    private @Nullable Caller caller() throws Refused {
        String authorization = head.headers().get("Authorization");
        if (authorization == null) {
            return null;
        }
        if (!exchange.secure() && !exchange.remoteAddress().getAddress().isLoopbackAddress()) {
            throw new Refused(403, "a password is taken over TLS only");
        }
        String[] words = authorization.split(" +", 2);
        if (words.length != 2 || !words[0].toLowerCase(Locale.ROOT).equals("basic")) {
            throw new Refused(401, "the login is BASIC");
        }
        String login;
        try {
            login = new String(Base64.getDecoder().decode(words[1].strip()), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new Refused(401, "the login is no base64");
        }
        int colon = login.indexOf(':');
        if (colon < 0) {
            throw new Refused(401, "the login has no password");
        }
        char[] password = login.substring(colon + 1).toCharArray();
        try {
            Optional<Caller> caller = realm.authenticate(login.substring(0, colon), password);
            return caller.orElseThrow(() -> new Refused(401, "user or password are wrong"));
        } finally {
            Arrays.fill(password, '\0');
        }
    }

    /** Refuses who may not, and says of a cache that nobody may see no more than of one that is not there. */
    private EntryStore permitted(String cache, @Nullable Caller caller, Grant least) throws Refused {
        EntryStore store = caches.store(cache);
        Grant grant = caches.roles().grant(cache, caller);
        if (store != null && CacheRoles.includes(grant, least)) {
            return store;
        }
        if (caller == null) {
            throw new Refused(401, "log in as somebody who may use the cache");
        }
        if (store == null || grant == Grant.NOTHING) {
            throw new Refused(404, "there is no cache of that name that you may use");
        }
        throw new Refused(403, "the cache may be read by you and no more, or not be cleared");
    }

    private void list(@Nullable Caller caller) throws Refused, IOException {
        require("GET", "HEAD");
        List<String> names = caches.settings().keySet().stream()
                .filter(name -> CacheRoles.includes(caches.roles().grant(name, caller), Grant.READ))
                .toList();
        if (names.isEmpty() && caller == null) {
            throw new Refused(401, "log in as somebody who may use a cache");
        }
        StringBuilder json = new StringBuilder("[");
        names.forEach(name -> json.append(json.length() > 1 ? "," : "")
                .append('"')
                .append(name)
                .append('"'));
        send(200, JSON, json.append(']').toString().getBytes(StandardCharsets.UTF_8));
    }

    private void require(String... methods) throws Refused {
        if (!List.of(methods).contains(head.method())) {
            exchange.response().headers().set("Allow", String.join(", ", methods));
            throw new Refused(405, "the method " + head.method() + " is not for this");
        }
    }

    private void cache(String cache, @Nullable Caller caller) throws Refused, IOException {
        String action = action();
        switch (action == null ? "" : action) {
            case "" -> {
                require("HEAD");
                permitted(cache, caller, Grant.READ);
                send(200, JSON, new byte[0]);
            }
            case "size" -> {
                require("GET", "HEAD");
                long size = await(permitted(cache, caller, Grant.READ).size());
                send(200, JSON, String.valueOf(size).getBytes(StandardCharsets.UTF_8));
            }
            case "keys" -> {
                require("GET", "HEAD");
                keys(permitted(cache, caller, Grant.READ));
            }
            case "clear" -> {
                require("POST");
                Boolean unused =
                        await(permitted(cache, caller, Grant.ADMINISTER).clear());
                send(204, null, new byte[0]);
            }
            default -> throw new Refused(400, "the actions are size, keys and clear");
        }
    }

    private @Nullable String action() {
        String query = head.query();
        if (query == null) {
            return null;
        }
        return Arrays.stream(query.split("&"))
                .filter(part -> part.startsWith("action="))
                .map(part -> part.substring("action=".length()))
                .findFirst()
                .orElse(null);
    }

    private void keys(EntryStore store) throws IOException {
        StringBuilder json = new StringBuilder("[");
        for (byte[] key : store.keys(MOST_KEYS)) {
            json.append(json.length() > 1 ? "," : "").append('"');
            escape(json, new String(key, StandardCharsets.UTF_8));
            json.append('"');
        }
        send(200, JSON, json.append(']').toString().getBytes(StandardCharsets.UTF_8));
    }

    private static void escape(StringBuilder json, String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                json.append('\\').append(c);
            } else if (c < ' ') {
                json.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                json.append(c);
            }
        }
    }

    private void entry(String cache, byte[] key, @Nullable Caller caller) throws Refused, IOException {
        require("GET", "HEAD", "PUT", "POST", "DELETE");
        switch (head.method()) {
            case "GET", "HEAD" -> get(cache, permitted(cache, caller, Grant.READ), key);
            case "DELETE" -> {
                boolean there = await(permitted(cache, caller, Grant.WRITE).remove(key));
                send(there ? 204 : 404, null, new byte[0]);
            }
            case "PUT" -> {
                EntryStore store = permitted(cache, caller, Grant.WRITE);
                Boolean unused = await(store.put(key, value()));
                send(204, null, new byte[0]);
            }
            default -> {
                EntryStore store = permitted(cache, caller, Grant.WRITE);
                boolean put = await(store.putIfAbsent(key, value()));
                if (!put) {
                    throw new Refused(409, "there is an entry of that key; PUT replaces it");
                }
                send(204, null, new byte[0]);
            }
        }
    }

    private void get(String cache, EntryStore store, byte[] key) throws Refused, IOException {
        StoredEntry entry = await(store.get(key));
        if (entry == null) {
            throw new Refused(404, "there is no entry of that key");
        }
        StoredValue value = entry.value();
        CacheSettings settings = Objects.requireNonNull(caches.settings().get(cache), cache);
        String named = value.contentType();
        String type = named == null ? settings.values().contentType() : named;
        if (!Acceptance.accepts(head.headers().all("Accept"), type)) {
            throw new Refused(406, "the entry is of the type " + type);
        }
        String tag = '"'
                + Long.toHexString(entry.version())
                + '-'
                + Integer.toHexString(Arrays.hashCode(value.bytes()))
                + '"';
        HttpHeaders headers = exchange.response().headers();
        headers.set("ETag", tag);
        headers.set("Cache-Control", "no-cache");
        // What somebody has put must not act as a page of this server.
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("Content-Security-Policy", "sandbox; default-src 'none'");
        if (value.lifespanMillis() >= 0) {
            headers.set("timeToLiveSeconds", String.valueOf(value.lifespanMillis() / 1000));
        }
        if (value.maxIdleMillis() >= 0) {
            headers.set("maxIdleTimeSeconds", String.valueOf(value.maxIdleMillis() / 1000));
        }
        String known = head.headers().get("If-None-Match");
        if (known != null
                && (known.equals("*") || List.of(known.split("\\s*,\\s*")).contains(tag))) {
            send(304, null, new byte[0]);
        } else {
            send(200, type, value.bytes());
        }
    }

    private StoredValue value() throws Refused {
        long lifespan = seconds("timeToLiveSeconds");
        long maxIdle = seconds("maxIdleTimeSeconds");
        String type = head.headers().get("Content-Type");
        if (type != null && (type.length() > LONGEST_TYPE || !type.matches("[!-~]+/[!-~]+( *;[ -~]*)?"))) {
            throw new Refused(400, "Content-Type is malformed");
        }
        return new StoredValue(body(), 0, type, lifespan, maxIdle);
    }

    private long seconds(String name) throws Refused {
        String text = head.headers().get(name);
        if (text == null) {
            return -1;
        }
        try {
            long seconds = Long.parseLong(text.strip());
            if (seconds >= -1 && seconds <= Integer.MAX_VALUE) {
                return seconds <= 0 ? -1 : seconds * 1000;
            }
        } catch (NumberFormatException e) {
            throw new Refused(400, name + " is a number of seconds");
        }
        throw new Refused(400, name + " is a number of seconds");
    }

    private byte[] body() throws Refused {
        long most = caches.grid().maxValueSize().bytes();
        if (exchange.body().length() > most) {
            throw new Refused(413, "a value has at most " + most + " bytes; see grid.max-value-size");
        }
        exchange.body().limit(most + 1);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] part = new byte[8192];
        try {
            for (int n = exchange.body().read(part, 0, part.length);
                    n >= 0;
                    n = exchange.body().read(part, 0, part.length)) {
                bytes.write(part, 0, n);
                if (bytes.size() > most) {
                    throw new Refused(413, "a value has at most " + most + " bytes; see grid.max-value-size");
                }
            }
        } catch (IOException e) {
            throw new Refused(400, "the body broke off: " + e.getMessage());
        }
        return bytes.toByteArray();
    }

    private <T extends @Nullable Object> T await(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture()
                    .get(caches.grid().requestTimeout().toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof CacheAwayException away) {
                throw away;
            }
            throw new CacheAwayException("the cache failed: " + e.getCause(), e.getCause());
        } catch (TimeoutException e) {
            throw new CacheAwayException("the cache did not answer in time", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CacheAwayException("the wait for the cache was interrupted", e);
        }
    }

    private void send(int status, @Nullable String type, byte[] body) throws IOException {
        exchange.response().status(status);
        if (type != null) {
            exchange.response().headers().set("Content-Type", type);
        }
        boolean bodiless = status == 204 || status == 304;
        if (!bodiless) {
            exchange.response().headers().set("Content-Length", String.valueOf(body.length));
        }
        boolean empty = bodiless || head.method().equals("HEAD");
        exchange.response().write(ByteBuffer.wrap(empty ? new byte[0] : body), true);
    }
}
