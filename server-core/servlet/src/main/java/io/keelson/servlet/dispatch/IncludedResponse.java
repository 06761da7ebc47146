package io.keelson.servlet.dispatch;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.nio.charset.Charset;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The response as an included resource sees it: it may write the body, and what it does to the head is ignored.
 *
 * <p>Specification: Servlet 6.1, 9.3 The Include Method.
 */
final class IncludedResponse extends HttpServletResponseWrapper {
    IncludedResponse(HttpServletResponse response) {
        super(response);
    }

    @Override
    public void addCookie(Cookie cookie) {}

    @Override
    public void sendError(int status, String message) {}

    @Override
    public void sendError(int status) {}

    @Override
    public void sendRedirect(String location, int status, boolean clearBuffer) {}

    @Override
    public void sendRedirect(String location) {}

    @Override
    public void sendRedirect(String location, int status) {}

    @Override
    public void sendRedirect(String location, boolean clearBuffer) {}

    @Override
    public void setDateHeader(String name, long date) {}

    @Override
    public void addDateHeader(String name, long date) {}

    @Override
    public void setHeader(String name, @Nullable String value) {}

    @Override
    public void addHeader(String name, @Nullable String value) {}

    @Override
    public void setIntHeader(String name, int value) {}

    @Override
    public void addIntHeader(String name, int value) {}

    @Override
    public void setStatus(int status) {}

    @Override
    public void setTrailerFields(@Nullable Supplier<Map<String, String>> supplier) {}

    @Override
    public void setCharacterEncoding(@Nullable String encoding) {}

    @Override
    public void setCharacterEncoding(@Nullable Charset encoding) {}

    @Override
    public void setContentLength(int length) {}

    @Override
    public void setContentLengthLong(long length) {}

    @Override
    public void setContentType(@Nullable String type) {}

    @Override
    public void setBufferSize(int size) {}

    @Override
    public void reset() {}

    @Override
    public void setLocale(@Nullable Locale locale) {}
}
