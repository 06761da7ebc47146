package io.keelson.servlet.container;

import io.keelson.http.HttpHeaders;
import io.keelson.http.ResponseWriter;
import io.keelson.servlet.request.HttpDates;
import io.keelson.servlet.request.MediaTypes;
import io.keelson.servlet.response.FieldText;
import io.keelson.servlet.response.SetCookie;
import io.keelson.servlet.response.StandardErrorPage;
import io.keelson.servlet.statics.FileSink;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UnsupportedEncodingException;
import java.nio.channels.FileChannel;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The response of a request (Servlet 6.1, 5). Confined to the request's thread. After the end of the request it takes nothing
 * any more.
 */
final class WebResponse implements HttpServletResponse, FileSink {
    private final ServletExchange exchange;
    private final ResponseWriter writer;
    private final HttpHeaders headers;
    private final ResponseOutput output;
    private @Nullable PrintWriter text;
    private @Nullable ResponseText encoding;
    private boolean streamTaken;
    private @Nullable String contentType;
    private @Nullable String charset;
    private boolean charsetByLocale;
    private @Nullable Locale locale;
    private @Nullable Supplier<Map<String, String>> trailers;
    private @Nullable String errorMessage;
    /** A 1xx status that was set before an upgrade, which sends it; 0 where there is none. It is no status of an answer. */
    private int announced;

    private boolean errorPending;
    private boolean closed;
    private boolean ended;

    WebResponse(ServletExchange exchange) {
        this.exchange = exchange;
        this.writer = exchange.http().response();
        this.headers = writer.headers();
        this.output = new ResponseOutput(
                writer,
                new ExchangeStreams(exchange),
                exchange.application().server().buffers(),
                this::beforeCommit);
        output.onWholeBody(() -> {
            if (trailers == null) {
                setContentLengthLong(output.pending());
            }
        });
    }

    // ---- state that the container looks at

    boolean errorPending() {
        return errorPending;
    }

    @Nullable
    String errorMessage() {
        return errorMessage;
    }

    /** Whether the head is on its way to the client. */
    boolean headSent() {
        return writer.committed();
    }

    boolean connectionLost() {
        return output.failed();
    }

    boolean closedForApplication() {
        return closed;
    }

    /** The application may write no more; what it wrote goes out when the request ends. */
    void closeForApplication() throws IOException {
        endText();
        closed = true;
        output.mute(true);
    }

    private void endText() throws IOException {
        ResponseText encoded = encoding;
        if (encoded != null && !output.closed()) {
            encoded.end();
        }
    }

    /** An error page is about to be written. Cookies and other fields that were set stay (10.9, {@code sendError}). */
    void openForErrorPage() {
        errorPending = false;
        announced = 0;
        closed = false;
        output.reset();
        output.reopen();
        text = null;
        encoding = null;
        streamTaken = false;
    }

    /** Forgets body, length and type of what failed. */
    void resetForError(int status) {
        openForErrorPage();
        output.length(-1);
        contentType = null;
        charset = null;
        for (String name : List.of("Content-Length", "Content-Type", "Content-Encoding", "ETag", "Last-Modified")) {
            headers.remove(name);
        }
        writer.status(status);
    }

    /** Writes a page of the container's. */
    void plain(String html) throws IOException {
        output.length(-1);
        headers.remove("Content-Length");
        contentType = "text/html";
        charset = "utf-8";
        applyContentType();
        output.write(html.getBytes(StandardCharsets.UTF_8));
        closed = true;
    }

    /** Ends the response. */
    void finish() {
        if (ended) {
            return;
        }
        try {
            output.mute(false);
            endText();
        } catch (IOException e) {
            ContainerLog.LOG.debugf(e, "the client has gone before the end of the response");
        }
        output.finish();
        ended = true;
        if (output.failed()) {
            exchange.http().abort(null);
        }
    }

    /** The connection is gone: nothing is written any more. */
    void release() {
        ended = true;
        closed = true;
        output.mute(true);
        output.release();
    }

    private boolean readOnly() {
        return ended || closed || writer.committed();
    }

    private void beforeCommit() {
        if (!writer.committed() && trailers != null) {
            Supplier<Map<String, String>> supplier = trailers;
            writer.trailers(() -> {
                HttpHeaders fields = new HttpHeaders();
                Map<String, String> given = supplier.get();
                if (given != null) {
                    given.forEach(fields::add);
                }
                return fields;
            });
        }
    }

    // ---- body

    @Override
    public ServletOutputStream getOutputStream() {
        if (text != null) {
            throw new IllegalStateException("getWriter has been called for this response");
        }
        streamTaken = true;
        return output;
    }

    @Override
    public PrintWriter getWriter() throws IOException {
        PrintWriter ready = text;
        if (ready != null) {
            return ready;
        }
        if (streamTaken) {
            throw new IllegalStateException("getOutputStream has been called for this response");
        }
        String name = getCharacterEncoding();
        Charset known;
        try {
            known = Charset.forName(name);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            throw new UnsupportedEncodingException(name);
        }
        if (charset == null) {
            charset = name;
            applyContentType();
        }
        ResponseText encoded = new ResponseText(output, known);
        ready = new PrintWriter(encoded);
        encoding = encoded;
        text = ready;
        return ready;
    }

    @Override
    public void writeFile(FileChannel file, long position, long count) throws IOException {
        if (closed || ended) {
            file.close();
            return;
        }
        output.flushBeforeFile();
        beforeCommit();
        writer.writeFile(file, position, count, false);
        output.wroteFile(count);
    }

    @Override
    public void setBufferSize(int size) {
        if (headSent() || output.used()) {
            throw new IllegalStateException("something has been written already: the buffer cannot change its size");
        }
        output.bufferSize(size);
    }

    @Override
    public int getBufferSize() {
        return output.bufferSize();
    }

    @Override
    public void flushBuffer() throws IOException {
        if (!ended && !closed) {
            output.flushPending();
        }
    }

    @Override
    public void resetBuffer() {
        checkNotCommitted("reset");
        output.reset();
    }

    @Override
    public void reset() {
        checkNotCommitted("reset");
        output.reset();
        output.reopen();
        output.length(-1);
        headers.clear();
        announced = 0;
        writer.status(200);
        text = null;
        encoding = null;
        streamTaken = false;
        contentType = null;
        charset = null;
        charsetByLocale = false;
        locale = null;
        trailers = null;
    }

    private void checkNotCommitted(String what) {
        if (closed || writer.committed()) {
            throw new IllegalStateException("the response has been committed: too late to " + what);
        }
    }

    @Override
    public boolean isCommitted() {
        return closed || ended || writer.committed() || output.full() || output.closed();
    }

    @Override
    public void setContentLength(int length) {
        setContentLengthLong(length);
    }

    @Override
    public void setContentLengthLong(long length) {
        if (readOnly()) {
            return;
        }
        if (length < 0) {
            headers.remove("Content-Length");
        } else {
            headers.set("Content-Length", Long.toString(length));
        }
        output.length(Math.max(-1, length));
    }

    // ---- type, charset, locale

    @Override
    public @Nullable String getContentType() {
        String type = contentType;
        String known = charset;
        return type == null || known == null ? type : type + ";charset=" + known;
    }

    @Override
    public void setContentType(@Nullable String type) {
        if (readOnly()) {
            return;
        }
        if (type == null) {
            contentType = null;
            if (text == null) {
                charset = null;
            }
            headers.remove("Content-Type");
            return;
        }
        String given = MediaTypes.parameter(type, "charset");
        if (given == null) {
            contentType = type;
        } else {
            contentType = MediaTypes.without(type, "charset");
            if (text == null) {
                charset = given;
                charsetByLocale = false;
            }
        }
        applyContentType();
    }

    private void applyContentType() {
        String value = getContentType();
        if (value != null && !writer.committed()) {
            headers.set("Content-Type", value);
        }
    }

    @Override
    public String getCharacterEncoding() {
        String known = charset;
        if (known != null) {
            return known;
        }
        String standard = exchange.application().responseEncoding();
        return standard == null ? "ISO-8859-1" : standard;
    }

    @Override
    public void setCharacterEncoding(@Nullable String encodingName) {
        if (readOnly() || text != null) {
            return;
        }
        charset = encodingName;
        charsetByLocale = false;
        applyContentType();
    }

    @Override
    public void setCharacterEncoding(@Nullable Charset encodingCharset) {
        setCharacterEncoding(encodingCharset == null ? null : encodingCharset.name());
    }

    @Override
    public void setLocale(@Nullable Locale next) {
        if (readOnly()) {
            return;
        }
        locale = next;
        if (next == null) {
            headers.remove("Content-Language");
            if (charsetByLocale && text == null) {
                charset = null;
                applyContentType();
            }
            return;
        }
        headers.set("Content-Language", next.toLanguageTag());
        if (text == null && (charset == null || charsetByLocale)) {
            String mapped = charsetOf(next);
            if (mapped != null) {
                charset = mapped;
                charsetByLocale = true;
                applyContentType();
            }
        }
    }

    private @Nullable String charsetOf(Locale wanted) {
        Map<String, String> mapped = exchange.application().descriptor().localeEncodings();
        String exact = mapped.get(wanted.toString());
        return exact == null ? mapped.get(wanted.getLanguage()) : exact;
    }

    @Override
    public Locale getLocale() {
        Locale set = locale;
        return set == null ? Locale.getDefault() : set;
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
            if (value == null) {
                headers.remove(name);
            } else {
                headers.set(name, FieldText.of(value));
            }
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
                    SetCookie.format(cookie, exchange.application().ticker().currentTimeMillis()));
        }
    }

    /** Sets the session's cookie, in place of one that was set before in this response. */
    void sessionCookie(Cookie cookie) {
        String prefix = cookie.getName() + "=";
        List<String> before = headers.all("Set-Cookie");
        headers.remove("Set-Cookie");
        before.stream().filter(value -> !value.startsWith(prefix)).forEach(value -> headers.add("Set-Cookie", value));
        headers.add(
                "Set-Cookie",
                SetCookie.format(cookie, exchange.application().ticker().currentTimeMillis()));
    }

    @Override
    public void setTrailerFields(@Nullable Supplier<Map<String, String>> supplier) {
        if (writer.committed()) {
            throw new IllegalStateException("the response has been committed: too late for trailer fields");
        }
        if (exchange.http().request().protocol().equals("HTTP/1.0")) {
            throw new IllegalStateException("HTTP/1.0 has no trailer fields");
        }
        trailers = supplier;
    }

    @Override
    public @Nullable Supplier<Map<String, String>> getTrailerFields() {
        return trailers;
    }

    // ---- errors, redirects, URLs

    @Override
    public void sendError(int status) throws IOException {
        sendError(status, null);
    }

    @Override
    public void sendError(int status, @Nullable String message) throws IOException {
        if (isCommitted()) {
            throw new IllegalStateException("the response has been committed: too late for error " + status);
        }
        resetForError(status);
        errorPending = true;
        errorMessage = message;
        closed = true;
        output.mute(true);
    }

    @Override
    public void sendRedirect(String location, int status, boolean clearBuffer) throws IOException {
        if (isCommitted()) {
            throw new IllegalStateException("the response has been committed: too late to redirect");
        }
        String absolute = RequestUrls.encodeIllegal(exchange.request().absolute(location));
        if (clearBuffer) {
            openForErrorPage();
        }
        writer.status(status);
        headers.set("Location", absolute);
        if (clearBuffer) {
            String url = StandardErrorPage.escape(absolute);
            plain("<!DOCTYPE html>\n<html lang=\"en\"><title>" + status + "</title><a href=\"" + url + "\">" + url
                    + "</a></html>\n");
        }
        closeForApplication();
    }

    @Override
    public String encodeURL(String url) {
        return exchange.request().encode(url);
    }

    @Override
    public String encodeRedirectURL(String url) {
        return exchange.request().encode(url);
    }
}
