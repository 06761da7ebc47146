package io.keelson.servlet.container;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Media types by file extension: the application's, then the usual ones. Immutable. */
final class MimeTypes {
    private static final String[] USUAL = {
        "avif", "image/avif", "bin", "application/octet-stream", "bmp", "image/bmp", "class", "application/java-vm",
        "css", "text/css", "csv", "text/csv", "doc", "application/msword", "docx",
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document", "eot", "application/vnd.ms-fontobject",
        "gif", "image/gif", "gz", "application/gzip", "htm", "text/html", "html", "text/html", "ico",
        "image/vnd.microsoft.icon", "ics", "text/calendar", "jar", "application/java-archive", "jpeg", "image/jpeg",
        "jpg", "image/jpeg", "js", "text/javascript", "json", "application/json", "jsonld", "application/ld+json",
        "log", "text/plain", "map", "application/json", "md", "text/markdown", "mid", "audio/midi", "midi", "audio/midi",
        "mjs", "text/javascript", "mov", "video/quicktime", "mp3", "audio/mpeg", "mp4", "video/mp4", "mpeg", "video/mpeg",
        "oga", "audio/ogg", "ogg", "audio/ogg", "ogv", "video/ogg", "otf", "font/otf", "pdf", "application/pdf", "png",
        "image/png", "ppt", "application/vnd.ms-powerpoint", "pptx",
        "application/vnd.openxmlformats-officedocument.presentationml.presentation", "ps", "application/postscript",
        "rtf", "application/rtf", "sh", "application/x-sh", "svg", "image/svg+xml", "tar", "application/x-tar", "tif",
        "image/tiff", "tiff", "image/tiff", "ttf", "font/ttf", "txt", "text/plain", "wasm", "application/wasm", "wav",
        "audio/wav", "weba", "audio/webm", "webm", "video/webm", "webmanifest", "application/manifest+json", "webp",
        "image/webp", "woff", "font/woff", "woff2", "font/woff2", "xhtml", "application/xhtml+xml", "xls",
        "application/vnd.ms-excel", "xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "xml",
        "application/xml", "xsd", "application/xml", "xsl", "application/xml", "yaml", "application/yaml", "yml",
        "application/yaml", "zip", "application/zip"
    };

    private final Map<String, String> types = new HashMap<>();

    MimeTypes(Map<String, String> declared) {
        for (int i = 0; i < USUAL.length; i += 2) {
            types.put(USUAL[i], USUAL[i + 1]);
        }
        types.putAll(declared);
    }

    /** The type of an extension in lower case; null where it is not known. */
    @Nullable
    String type(String extension) {
        return types.get(extension);
    }
}
