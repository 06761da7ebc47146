package io.keelson.servlet.response;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.jspecify.annotations.Nullable;

/**
 * The page for an error that the application has no page for: status and message, nothing about the server. A stack
 * trace is shown only where the caller asks for it: in development mode, to a browser on the same machine.
 *
 * <p>Specification: Servlet 6.1, 10.9.2 Error Pages.
 */
public final class StandardErrorPage {
    private StandardErrorPage() {}

    /** The page, as HTML in UTF-8. */
    public static String html(int status, String reason, @Nullable String message, @Nullable Throwable trace) {
        StringBuilder page = new StringBuilder(256)
                .append("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>")
                .append(status)
                .append(' ')
                .append(escape(reason))
                .append("</title></head>\n<body><h1>")
                .append(status)
                .append(' ')
                .append(escape(reason))
                .append("</h1>\n");
        if (message != null && !message.isEmpty() && !message.equals(reason)) {
            page.append("<p>").append(escape(message)).append("</p>\n");
        }
        if (trace != null) {
            StringWriter text = new StringWriter();
            trace.printStackTrace(new PrintWriter(text));
            page.append("<pre>").append(escape(text.toString())).append("</pre>\n");
        }
        return page.append("</body></html>\n").toString();
    }

    /** Text as HTML. */
    public static String escape(String text) {
        StringBuilder escaped = new StringBuilder(text.length() + 16);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '&' -> escaped.append("&amp;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                default -> escaped.append(c);
            }
        }
        return escaped.toString();
    }

    /** The reason phrase of a status (RFC 9110, 15); {@code Error} where it is not a known one. */
    public static String reason(int status) {
        return switch (status) {
            case 400 -> "Bad Request";
            case 401 -> "Unauthorized";
            case 402 -> "Payment Required";
            case 403 -> "Forbidden";
            case 404 -> "Not Found";
            case 405 -> "Method Not Allowed";
            case 406 -> "Not Acceptable";
            case 407 -> "Proxy Authentication Required";
            case 408 -> "Request Timeout";
            case 409 -> "Conflict";
            case 410 -> "Gone";
            case 411 -> "Length Required";
            case 412 -> "Precondition Failed";
            case 413 -> "Content Too Large";
            case 414 -> "URI Too Long";
            case 415 -> "Unsupported Media Type";
            case 416 -> "Range Not Satisfiable";
            case 417 -> "Expectation Failed";
            case 421 -> "Misdirected Request";
            case 422 -> "Unprocessable Content";
            case 426 -> "Upgrade Required";
            case 428 -> "Precondition Required";
            case 429 -> "Too Many Requests";
            case 431 -> "Request Header Fields Too Large";
            case 500 -> "Internal Server Error";
            case 501 -> "Not Implemented";
            case 502 -> "Bad Gateway";
            case 503 -> "Service Unavailable";
            case 504 -> "Gateway Timeout";
            case 505 -> "HTTP Version Not Supported";
            default -> "Error";
        };
    }
}
