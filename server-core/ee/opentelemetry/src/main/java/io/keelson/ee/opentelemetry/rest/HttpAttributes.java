package io.keelson.ee.opentelemetry.rest;

import io.opentelemetry.api.common.AttributeKey;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Set;

/** Names of OpenTelemetry's semantic conventions of HTTP, and the values that they allow. */
final class HttpAttributes {
    static final AttributeKey<String> METHOD = AttributeKey.stringKey("http.request.method");
    static final AttributeKey<String> METHOD_ORIGINAL = AttributeKey.stringKey("http.request.method_original");
    static final AttributeKey<Long> STATUS = AttributeKey.longKey("http.response.status_code");
    static final AttributeKey<String> ROUTE = AttributeKey.stringKey("http.route");
    static final AttributeKey<String> ERROR = AttributeKey.stringKey("error.type");
    static final AttributeKey<String> SCHEME = AttributeKey.stringKey("url.scheme");
    static final AttributeKey<String> PATH = AttributeKey.stringKey("url.path");
    static final AttributeKey<String> QUERY = AttributeKey.stringKey("url.query");
    static final AttributeKey<String> FULL = AttributeKey.stringKey("url.full");
    static final AttributeKey<String> SERVER = AttributeKey.stringKey("server.address");
    static final AttributeKey<Long> PORT = AttributeKey.longKey("server.port");
    static final AttributeKey<String> CLIENT = AttributeKey.stringKey("client.address");
    static final AttributeKey<String> USER_AGENT = AttributeKey.stringKey("user_agent.original");
    static final AttributeKey<String> PROTOCOL_VERSION = AttributeKey.stringKey("network.protocol.version");

    private static final String OTHER = "_OTHER";
    private static final Set<String> METHODS =
            Set.of("GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH");

    private HttpAttributes() {}

    /** Returns the method; {@code _OTHER} for what clients may invent, as each value is a time series. */
    static String method(String method) {
        return METHODS.contains(method) ? method : OTHER;
    }

    /** Returns {@code 1.1} of {@code HTTP/1.1}. */
    static String version(String protocol) {
        return protocol.startsWith("HTTP/") ? protocol.substring("HTTP/".length()) : protocol;
    }

    /** Returns an address without the user and password in it. */
    static String withoutUser(URI address) {
        if (address.getRawUserInfo() == null) {
            return address.toString();
        }
        try {
            return new URI(
                            address.getScheme(),
                            null,
                            address.getHost(),
                            address.getPort(),
                            address.getPath(),
                            address.getQuery(),
                            null)
                    .toString();
        } catch (URISyntaxException e) {
            return address.getScheme() + "://" + address.getHost();
        }
    }
}
