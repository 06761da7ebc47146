package io.keelson.servlet.statics;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/** The page that lists a directory, where an application asks for that. */
final class DirectoryListing {
    private DirectoryListing() {}

    static void send(String contextPath, String path, Set<String> children, HttpServletResponse response, boolean head)
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
