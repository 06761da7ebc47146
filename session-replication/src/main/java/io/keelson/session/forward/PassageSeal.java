package io.keelson.session.forward;

import io.keelson.http.HttpExchange;
import io.keelson.net.config.AddressRange;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Seal over the client of a request that a server takes to another one. It has address, port and scheme, and an
 * HMAC-SHA-256 over that, the method, the target and the cookies of the request. Whoever has seen one can send that
 * request again, in the name of that client, and no other one. Immutable and thread-safe.
 */
final class PassageSeal {
    /** The header field. A request that has it is taken to no other server any more, whoever has set it. */
    static final String FIELD = "Keelson-Passed-On";

    private static final String HMAC = "HmacSHA256";
    private static final String VERSION = "1";

    private final byte[] key;

    /** With a key that the servers of a domain share, for nothing else. */
    PassageSeal(byte[] key) {
        this.key = key.clone();
    }

    /** Client that sent a request. */
    record Client(InetSocketAddress address, boolean secure) {}

    /** The value of the field; null where the client's address is not known. */
    @Nullable
    String of(HttpExchange exchange) {
        InetAddress address = exchange.remoteAddress().getAddress();
        if (address == null) {
            return null;
        }
        String text = address.getHostAddress();
        int zone = text.indexOf('%');
        String said = VERSION
                + ' '
                + (zone < 0 ? text : text.substring(0, zone))
                + ' '
                + exchange.remoteAddress().getPort()
                + ' '
                + (exchange.secure() ? "https" : "http");
        return said + ' ' + code(said, exchange);
    }

    /** Whom a request is of that another server has taken here; null where it was none of this domain. */
    @Nullable
    Client read(HttpExchange exchange) {
        String field = exchange.request().headers().get(FIELD);
        String[] parts = field == null ? new String[0] : field.split(" ", -1);
        if (field == null || parts.length != 5 || !parts[0].equals(VERSION)) {
            return null;
        }
        String said = field.substring(0, field.lastIndexOf(' '));
        byte[] expected = code(said, exchange).getBytes(StandardCharsets.US_ASCII);
        InetAddress address = AddressRange.address(parts[1]);
        return MessageDigest.isEqual(expected, parts[4].getBytes(StandardCharsets.ISO_8859_1)) && address != null
                ? new Client(new InetSocketAddress(address, Integer.parseInt(parts[2])), parts[3].equals("https"))
                : null;
    }

    private String code(String said, HttpExchange exchange) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(key, HMAC));
            String cookies = String.join("; ", exchange.request().headers().all("Cookie"));
            String all = said
                    + '\n'
                    + exchange.request().method()
                    + '\n'
                    + exchange.request().target()
                    + '\n'
                    + cookies;
            return Base64.getUrlEncoder()
                    .withoutPadding()
                    .encodeToString(mac.doFinal(all.getBytes(StandardCharsets.ISO_8859_1)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + HMAC, e);
        }
    }
}
