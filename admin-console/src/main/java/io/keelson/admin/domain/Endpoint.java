package io.keelson.admin.domain;

import jakarta.json.Json;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonString;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Address at which a server is called, as it says itself. Immutable.
 *
 * @param authority host and port; an IPv6 address in brackets
 * @param certificates the SHA-256 fingerprints, in lower-case hexadecimal digits, of the certificates that the server shows
 *     there; empty where it speaks no TLS, or is on another machine
 * @param peer on which other machine of the domain it is, which has to show the certificate of that machine; null for this one
 */
public record Endpoint(
        String authority,
        List<String> certificates,
        @Nullable Peer peer) {
    private static final String CERTIFICATES = "-certificates";

    public Endpoint {
        certificates = List.copyOf(certificates);
    }

    /** One of this machine. */
    public Endpoint(String authority, List<String> certificates) {
        this(authority, certificates, null);
    }

    /**
     * Another machine.
     *
     * @param domain the domain's directory on this machine, which has what it takes to speak to the other
     * @param machine the other's name
     */
    public record Peer(Path domain, String machine) {}

    /** The same on another machine of the domain. */
    public Endpoint on(Path domain, String machine) {
        return new Endpoint(authority, List.of(), new Peer(domain, machine));
    }

    /** One without TLS. */
    public static Endpoint inTheClear(String authority) {
        return new Endpoint(authority, List.of());
    }

    /** Returns whether the server speaks TLS there. */
    public boolean secure() {
        return !certificates.isEmpty() || peer != null;
    }

    /** Scheme, host and port. */
    public String url() {
        return (secure() ? "https://" : "http://") + authority;
    }

    /** Returns where to call it from the same machine: a server that listens on all addresses is called on the loopback one. */
    public Endpoint reachable() {
        int colon = authority.lastIndexOf(':');
        String host = authority.substring(0, colon);
        boolean any = host.equals("0.0.0.0") || host.equals("[::]") || host.equals("[0:0:0:0:0:0:0:0]");
        return any
                ? new Endpoint(
                        InetAddress.getLoopbackAddress().getHostAddress() + authority.substring(colon),
                        certificates,
                        peer)
                : this;
    }

    /** The endpoint of that name in a record; null where it has none. */
    static @Nullable Endpoint read(JsonObject record, String name) {
        String authority = record.getString(name, null);
        if (authority == null) {
            return null;
        }
        return record.containsKey(name + CERTIFICATES)
                ? new Endpoint(
                        authority,
                        record.getJsonArray(name + CERTIFICATES).getValuesAs(JsonString.class).stream()
                                .map(JsonString::getString)
                                .toList())
                : inTheClear(authority);
    }

    /** Adds the endpoint to a record. */
    void write(JsonObjectBuilder record, String name) {
        record.add(name, authority);
        if (!certificates.isEmpty()) {
            JsonArrayBuilder array = Json.createArrayBuilder();
            certificates.forEach(array::add);
            record.add(name + CERTIFICATES, array);
        }
    }
}
