package io.keelson.servlet.response;

import io.keelson.http.HttpHeaders;
import io.keelson.http.ResponseWriter;
import io.keelson.servlet.field.FieldText;
import io.keelson.servlet.field.HttpDates;
import io.keelson.servlet.field.SetCookie;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletResponse;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Status, header fields, cookies, type and locale of a response. What is set once the response is
 * committed or closed has no effect. Confined to the request's thread.
 *
 * <p>Specification: Servlet 6.1, 5.2 Headers; Servlet 6.1, 5.6 Internationalization.
 */
abstract sealed class ResponseHead implements HttpServletResponse permits WebResponse {
    private final ResponseExchange exchange;
    private final ResponseWriter writer;
    private final HttpHeaders headers;
    private final ResponseType type;
    /** A 1xx status that was set before an upgrade, which sends it; 0 where there is none. It is no status of an answer. */
    private int announced;

    /** The cookies of the request's sessions, as they were set: the sessions go on, whatever becomes of the response. */
    private List<String> sessionCookies = List.of();

    private boolean ended;

    ResponseHead(ResponseExchange exchange) {
        this.exchange = exchange;
        this.writer = exchange.http().response();
        this.headers = writer.headers();
        this.type = new ResponseType(exchange.runtime().text(), headers);
    }

    ResponseExchange exchange() {
        return exchange;
    }

    ResponseWriter writer() {
        return writer;
    }

    ResponseType type() {
        return type;
    }

    /** Returns whether what is set has no effect any more. */
    abstract boolean readOnly();

    /** The response has ended: what it said is the next one's to say. */
    void headEnded() {
        ended = true;
    }

    boolean ended() {
        return ended;
    }

    void forgetAnnounced() {
        announced = 0;
    }

    /** Forgets status and fields, but for what leads the client to its session: the application did not set that. */
    void resetHead() {
        headers.clear();
        sessionCookies.forEach(value -> headers.add("Set-Cookie", value));
        announced = 0;
        writer.status(200);
        type.resetAll();
    }

    /** Forgets what described the content. */
    void resetContentFields(int status) {
        type.reset();
        for (String name : List.of("Content-Length", "Content-Type", "Content-Encoding", "ETag", "Last-Modified")) {
            headers.remove(name);
        }
        writer.status(status);
    }

    void setField(String name, @Nullable String value) {
        if (value == null) {
            headers.remove(name);
        } else {
            headers.set(name, value);
        }
    }

    // ---- type, charset, locale

    @Override
    public @Nullable String getContentType() {
        return type.contentType();
    }

    @Override
    public void setContentType(@Nullable String contentType) {
        if (!readOnly()) {
            type.contentType(contentType);
        }
    }

    @Override
    public String getCharacterEncoding() {
        return type.charset();
    }

    @Override
    public void setCharacterEncoding(@Nullable String encodingName) {
        if (!readOnly()) {
            type.charset(encodingName);
        }
    }

    @Override
    public void setCharacterEncoding(@Nullable Charset encodingCharset) {
        setCharacterEncoding(encodingCharset == null ? null : encodingCharset.name());
    }

    @Override
    public void setLocale(@Nullable Locale next) {
        if (!readOnly()) {
            type.locale(next);
        }
    }

    @Override
    public Locale getLocale() {
        return type.locale();
    }

    // ---- status and header fields

    @Override
    public void setStatus(int status) {
        if (readOnly()) {
            return;
        }
        announced = status >= 100 && status < 200 ? status : 0;
        if (announced == 0) {
            writer.status(status);
        }
    }

    @Override
    public int getStatus() {
        return announced == 0 ? writer.status() : announced;
    }

    @Override
    public void setHeader(String name, @Nullable String value) {
        if (name == null || name.isEmpty() || readOnly()) {
            return;
        }
        if (!special(name, value)) {
            setField(name, value == null ? null : FieldText.of(value));
        }
    }

    @Override
    public void addHeader(String name, @Nullable String value) {
        if (name == null || name.isEmpty() || value == null || readOnly()) {
            return;
        }
        if (!special(name, value)) {
            headers.add(name, FieldText.of(value));
        }
    }

    /** Fields that have a meaning for the response itself. */
    private boolean special(String name, @Nullable String value) {
        if (name.length() == 12 && name.equalsIgnoreCase("Content-Type")) {
            setContentType(value);
            return true;
        }
        if (name.length() == 14 && name.equalsIgnoreCase("Content-Length")) {
            setContentLengthLong(value == null ? -1 : Long.parseLong(value.trim()));
            return true;
        }
        return false;
    }

    @Override
    public void setDateHeader(String name, long date) {
        setHeader(name, HttpDates.format(date));
    }

    @Override
    public void addDateHeader(String name, long date) {
        addHeader(name, HttpDates.format(date));
    }

    @Override
    public void setIntHeader(String name, int value) {
        setHeader(name, Integer.toString(value));
    }

    @Override
    public void addIntHeader(String name, int value) {
        addHeader(name, Integer.toString(value));
    }

    @Override
    public boolean containsHeader(String name) {
        return !ended && headers.contains(name);
    }

    @Override
    public @Nullable String getHeader(String name) {
        return ended ? null : headers.get(name);
    }

    @Override
    public Collection<String> getHeaders(String name) {
        return ended ? List.of() : headers.all(name);
    }

    @Override
    public Collection<String> getHeaderNames() {
        return ended ? List.of() : headers.names();
    }

    @Override
    public void addCookie(Cookie cookie) {
        if (!readOnly()) {
            headers.add(
                    "Set-Cookie",
                    SetCookie.format(
                            cookie,
                            exchange.runtime().server().timers().ticker().currentTimeMillis()));
        }
    }

    /** Sets the session's cookie, in place of one that was set before in this response. */
    public void sessionCookie(Cookie cookie) {
        String prefix = cookie.getName() + "=";
        String path = "; Path=" + cookie.getPath() + ";";
        String value = SetCookie.format(
                cookie, exchange.runtime().server().timers().ticker().currentTimeMillis());
        List<String> all = replaced(headers.all("Set-Cookie"), prefix, path, value);
        headers.remove("Set-Cookie");
        all.forEach(each -> headers.add("Set-Cookie", each));
        sessionCookies = replaced(sessionCookies, prefix, path, value);
    }

    /** The one of another application that the request was dispatched to has its path. */
    private static List<String> replaced(List<String> before, String prefix, String path, String next) {
        List<String> all = new ArrayList<>(before.size() + 1);
        for (String value : before) {
            if (!value.startsWith(prefix) || !(value + ";").contains(path)) {
                all.add(value);
            }
        }
        all.add(next);
        return all;
    }

    // ---- URLs

    @Override
    public String encodeURL(String url) {
        return exchange.encode(url);
    }

    @Override
    public String encodeRedirectURL(String url) {
        return exchange.encode(url);
    }
}
