package io.keelson.servlet.response;

import io.keelson.http.FileBody;
import io.keelson.http.HttpHeaders;
import io.keelson.http.ResponseWriter;
import io.keelson.servlet.compress.Compression;
import io.keelson.servlet.server.ContainerLog;
import io.keelson.servlet.statics.FileSink;
import jakarta.servlet.ServletOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UnsupportedEncodingException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The response of a request: its body, how it is buffered and closed, errors and redirects. Confined to the
 * request's thread. After the end of the request it takes nothing any more.
 *
 * <p>Specification: Servlet 6.1, 5 The Response.
 */
public final class WebResponse extends ResponseHead implements FileSink {
    private final ResponseWriter writer;
    private final ResponseOutput output;
    private @Nullable PrintWriter text;
    private @Nullable ResponseText encoding;
    private boolean streamTaken;
    private @Nullable Supplier<Map<String, String>> trailers;
    private @Nullable String errorMessage;
    private boolean errorPending;
    private boolean closed;

    /** Makes the response of an exchange. */
    public WebResponse(ResponseExchange exchange) {
        super(exchange);
        this.writer = exchange.runtime().parts().compression().response(exchange.http());
        this.output =
                new ResponseOutput(writer, exchange, exchange.runtime().server().buffers(), this::beforeCommit);
        output.onWholeBody(() -> {
            if (trailers == null) {
                setContentLengthLong(output.pending());
            }
        });
    }

    // ---- state that the container looks at

    /** Returns whether an error is to be answered that {@code sendError} was called for. */
    public boolean errorPending() {
        return errorPending;
    }

    /** Returns what {@code sendError} was given; null for nothing. */
    public @Nullable String errorMessage() {
        return errorMessage;
    }

    /** Returns whether the head is on its way to the client. */
    public boolean headSent() {
        return writer.committed();
    }

    /** Returns whether the application has closed the stream or the writer: what it wrote is all that it wanted to. */
    public boolean closedByApplication() {
        return output.closed();
    }

    /** Returns whether the connection has failed under a write. */
    public boolean connectionLost() {
        return output.failed();
    }

    /** Returns whether the application may write no more. */
    public boolean closedForApplication() {
        return closed;
    }

    /** Returns whether the client has got a part of the response, and not all that the application wanted to send. */
    public boolean unfinished() {
        return headSent() && !closed && !output.closed() && !output.full();
    }

    /** The client has gone: who waits until more can be written is told. */
    public void gone(IOException why) {
        output.gone(why);
    }

    /** The application may write no more; what it wrote goes out when the request ends. */
    public void closeForApplication() throws IOException {
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
    public void openForErrorPage() {
        errorPending = false;
        forgetAnnounced();
        closed = false;
        output.reset();
        output.reopen();
        forgetBody();
    }

    private void forgetBody() {
        text = null;
        encoding = null;
        streamTaken = false;
        type().locked(false);
    }

    /** Forgets body, length and type of what failed. */
    public void resetForError(int status) {
        openForErrorPage();
        output.length(-1);
        resetContentFields(status);
    }

    /** Writes a page of the container's. */
    public void plain(String html) throws IOException {
        output.length(-1);
        setField("Content-Length", null);
        setField("Content-Encoding", null);
        type().contentType("text/html;charset=utf-8");
        output.write(html.getBytes(StandardCharsets.UTF_8));
        closed = true;
    }

    /** Keeps the byte that completes the response until {@link #finish}. */
    public void hold() {
        output.hold();
    }

    /** Keeps all of it that fits the buffer until {@link #finish}. */
    public void holdWhole() {
        output.holdWhole();
    }

    /** Ends the response. */
    public void finish() {
        if (ended()) {
            return;
        }
        try {
            output.mute(false);
            endText();
        } catch (IOException e) {
            ContainerLog.LOG.debugf(e, "the client has gone before the end of the response");
        }
        output.finish();
        Compression.release(writer);
        headEnded();
        if (output.failed()) {
            exchange().http().abort(null);
        }
    }

    /** Returns true if {@link #finish} neither waits, nor compresses, nor asks the application for trailer fields. */
    @SuppressWarnings("ReferenceEquality") // the same object, where nothing stands before it
    public boolean endsWithoutWaiting() {
        return trailers == null && writer == exchange().http().response() && output.endsWithoutWaiting();
    }

    /** The connection is gone: nothing is written any more. */
    public void release() {
        headEnded();
        closed = true;
        output.mute(true);
        output.release();
        Compression.release(writer);
    }

    @Override
    boolean readOnly() {
        return ended() || closed || writer.committed();
    }

    private void beforeCommit() {
        if (writer.committed()) {
            return;
        }
        exchange().beforeHead();
        if (trailers != null) {
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
        if (writer.committed()) {
            type().locked(true);
        } else {
            type().use(name);
        }
        ResponseText encoded = new ResponseText(output, known);
        ready = new PrintWriter(encoded);
        encoding = encoded;
        text = ready;
        return ready;
    }

    @Override
    public FileBody openFile(Path file) throws IOException {
        return writer.openFile(file);
    }

    @Override
    public void writeFile(FileBody file, long position, long count) throws IOException {
        if (!closed && !ended()) {
            output.write(new FilePart(file, position, count));
        }
    }

    @Override
    public void endWithFile(FileBody file, long position, long count) throws IOException {
        if (closed || ended()) {
            file.close();
        } else {
            output.endWith(new FilePart(file, position, count));
        }
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
        // What goes on in another protocol gets its head, 101, when the filters have returned.
        if (!ended() && !closed && !exchange().upgrading()) {
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
        resetHead();
        forgetBody();
        trailers = null;
    }

    private void checkNotCommitted(String what) {
        if (closed || writer.committed()) {
            throw new IllegalStateException("the response has been committed: too late to " + what);
        }
    }

    @Override
    public boolean isCommitted() {
        return closed || ended() || writer.committed() || output.full() || output.closed();
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
        setField("Content-Length", length < 0 ? null : Long.toString(length));
        output.length(Math.max(-1, length));
        try {
            output.sendWhole();
        } catch (IOException e) {
            ContainerLog.LOG.debugf(e, "the client has gone before the end of the response");
        }
    }

    // ---- trailer fields

    @Override
    public void setTrailerFields(@Nullable Supplier<Map<String, String>> supplier) {
        if (writer.committed()) {
            throw new IllegalStateException("the response has been committed: too late for trailer fields");
        }
        if (exchange().http().request().protocol().equals("HTTP/1.0")) {
            throw new IllegalStateException("HTTP/1.0 has no trailer fields");
        }
        trailers = supplier;
    }

    @Override
    public @Nullable Supplier<Map<String, String>> getTrailerFields() {
        return trailers;
    }

    // ---- errors, redirects

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
        String absolute = exchange().absolute(location);
        if (clearBuffer) {
            openForErrorPage();
        }
        writer.status(status);
        setField("Location", absolute);
        if (clearBuffer) {
            String url = StandardErrorPage.escape(absolute);
            plain("<!DOCTYPE html>\n<html lang=\"en\"><title>" + status + "</title><a href=\"" + url + "\">" + url
                    + "</a></html>\n");
        }
        closeForApplication();
    }
}
