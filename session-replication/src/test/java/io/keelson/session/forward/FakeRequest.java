package io.keelson.session.forward;

import io.keelson.http.HttpExchange;
import io.keelson.http.HttpHeaders;
import io.keelson.http.RequestHead;
import io.keelson.net.spi.TlsSession;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Requests of clients, as far as their passage looks at them; what else is asked of them fails. */
final class FakeRequest {
    private FakeRequest() {}

    /** A GET on the channel Default from port 4711; {@code fields} are names and values. */
    static HttpExchange of(String client, boolean secure, String target, String... fields) {
        return on("Default", null, client, secure, target, fields);
    }

    static HttpExchange on(
            String channel, @Nullable TlsSession tls, String client, boolean secure, String target, String... fields) {
        HttpHeaders headers = new HttpHeaders();
        for (int i = 0; i < fields.length; i += 2) {
            headers.add(fields[i], fields[i + 1]);
        }
        RequestHead head = fake(RequestHead.class, Map.of("method", "GET", "target", target, "headers", headers));
        Map<String, @Nullable Object> answers = new HashMap<>();
        answers.put("request", head);
        answers.put("remoteAddress", new InetSocketAddress(address(client), 4711));
        answers.put("secure", secure);
        answers.put("channel", channel);
        answers.put("tls", tls);
        return fake(HttpExchange.class, answers);
    }

    private static InetAddress address(String digits) {
        try {
            return InetAddress.getByName(digits);
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    static <T> T fake(Class<T> type, Map<String, ? extends @Nullable Object> answers) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    if (!answers.containsKey(method.getName())) {
                        throw new UnsupportedOperationException(method.getName());
                    }
                    return answers.get(method.getName());
                }));
    }
}
