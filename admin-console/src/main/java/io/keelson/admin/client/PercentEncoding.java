package io.keelson.admin.client;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/**
 * Texts as parts of an address, as the management interface reads them (RFC 3986, 2.1). Forms of HTML write a space as a plus sign, which
 * is a plus sign here.
 */
public final class PercentEncoding {
    private PercentEncoding() {}

    /** Returns a text as it stands in a segment of a path, or as a value of a query. */
    public static String of(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
