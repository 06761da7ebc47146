package io.keelson.servlet.statics;

import io.keelson.servlet.descriptor.ServerSettings.DirectoryOrder;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The page that lists a directory, where an application asks for that.
 *
 * <p>Specification: Servlet 6.1, 10.10 Welcome Files.
 */
final class DirectoryListing {
    private DirectoryListing() {}

    /** The children of a directory in an order; what is alike in that stays in the order of names. */
    static List<String> sorted(WebResources resources, String path, DirectoryOrder order) {
        List<String> children = new ArrayList<>(resources.children(path));
        if (order != DirectoryOrder.NAME) {
            Map<String, Long> keys = new HashMap<>();
            for (String child : children) {
                WebResource found = resources.find(child).orElse(null);
                keys.put(
                        child,
                        found == null ? 0 : order == DirectoryOrder.SIZE ? found.length() : found.lastModified());
            }
            children.sort(Comparator.comparingLong(child -> keys.getOrDefault(child, 0L)));
        }
        return children;
    }

    static void send(String contextPath, String path, List<String> children, HttpServletResponse response, boolean head)
            throws IOException {
        StringBuilder html = new StringBuilder(
                        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>")
                .append(escape(contextPath + path))
                .append("</title></head><body><h1>")
                .append(escape(contextPath + path))
                .append("</h1><ul>\n");
        if (!path.equals("/")) {
            html.append("<li><a href=\"../\">../</a></li>\n");
        }
        for (String child : children) {
            if (!WebResources.isPrivate(child)) {
                html.append("<li><a href=\"")
                        .append(escape(encode(contextPath + child)))
                        .append("\">")
                        .append(escape(child.substring(path.length())))
                        .append("</a></li>\n");
            }
        }
        byte[] page = html.append("</ul></body></html>\n").toString().getBytes(StandardCharsets.UTF_8);
        response.setContentType("text/html;charset=utf-8");
        response.setContentLength(page.length);
        if (!head) {
            response.getOutputStream().write(page);
        }
    }

    private static String encode(String path) {
        try {
            return new URI(null, null, path, null).toASCIIString();
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("no path: " + path, e);
        }
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
