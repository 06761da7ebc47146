package io.keelson.ee.opentelemetry.rest;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.context.propagation.TextMapGetter;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Values that a span takes from a request. */
final class RequestFields {
    /** Reads fields of a request for propagators. */
    static final TextMapGetter<HttpServletRequest> GETTER = new Getter();

    private static final String PARENT = "traceparent";
    private static final String SERVERS_PARENT = "io.keelson.traceparent";
    private static final String RECORDED = "-01";
    private static final Pattern PATH_PARAMETERS = Pattern.compile(";[^/]*");

    private RequestFields() {}

    /** Returns the attributes that only a span has: figures by them would be one for each client. */
    static Attributes attributes(HttpServletRequest request) {
        AttributesBuilder attributes = Attributes.builder()
                .put(
                        HttpAttributes.PATH,
                        PATH_PARAMETERS.matcher(request.getRequestURI()).replaceAll(""))
                .put(HttpAttributes.SERVER, request.getServerName())
                .put(HttpAttributes.PORT, (long) request.getServerPort())
                .put(HttpAttributes.CLIENT, request.getRemoteAddr());
        put(attributes, request);
        return attributes.build();
    }

    private static void put(AttributesBuilder attributes, HttpServletRequest request) {
        String query = request.getQueryString();
        if (query != null) {
            attributes.put(HttpAttributes.QUERY, query);
        }
        String agent = request.getHeader("User-Agent");
        if (agent != null) {
            attributes.put(HttpAttributes.USER_AGENT, agent);
        }
        if (!HttpAttributes.method(request.getMethod()).equals(request.getMethod())) {
            attributes.put(HttpAttributes.METHOD_ORIGINAL, request.getMethod());
        }
    }

    private static final class Getter implements TextMapGetter<HttpServletRequest> {
        @Override
        @SuppressWarnings("deprecation") // older propagators ask for it
        public Iterable<String> keys(HttpServletRequest request) {
            return Collections.list(request.getHeaderNames());
        }

        /** The server's own span, where it records the request, is the parent; it goes on from the client's. */
        @Override
        public @Nullable String get(@Nullable HttpServletRequest request, String name) {
            if (request == null) {
                return null;
            }
            if (name.equals(PARENT)
                    && request.getAttribute(SERVERS_PARENT) instanceof String servers
                    && servers.endsWith(RECORDED)) {
                return servers;
            }
            return request.getHeader(name);
        }
    }
}
