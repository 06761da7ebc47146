package io.keelson.servlet.request;

import io.keelson.http.RequestBody;
import io.keelson.servlet.field.MediaTypes;
import io.keelson.servlet.registration.DeployedServlet;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.Part;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UnsupportedEncodingException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Collection;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The body of a request, as a stream, as text, as parameters or as parts. Confined to the
 * request's thread.
 *
 * <p>Specification: Servlet 6.1, 3.1 HTTP Protocol Parameters; Servlet 6.1, 3.2 File Upload; Servlet 6.1, 3.8 Non-Blocking IO; Servlet 6.1,
 * 3.13 Request Data Encoding.
 */
public abstract sealed class RequestContent extends ArrivedRequest permits WebRequest {
    private final RequestForm form;
    private RequestBody body;
    private @Nullable RequestInput input;
    private @Nullable BufferedReader reader;
    private boolean streamTaken;
    private @Nullable String encoding;

    RequestContent(RequestExchange exchange, String path) {
        super(exchange, path);
        this.body = exchange.http().body();
        this.form = new RequestForm(this);
    }

    /** The end of the request: parts are deleted, and nobody who kept it sees the next one of the connection. */
    @Override
    public void release() {
        form.release();
        RequestInput stream = input;
        if (stream != null) {
            stream.end();
        }
        super.release();
    }

    /** The client has gone: who waits for its body is told. */
    public void gone(IOException why) {
        RequestInput stream = input;
        if (stream != null) {
            stream.gone(why);
        }
    }

    /** Returns whether {@link #release} may have files to delete. */
    public boolean hasFiles() {
        return form.hasParts();
    }

    void body(RequestBody saved) {
        body = saved;
    }

    RequestBody body() {
        return body;
    }

    boolean bodyTaken() {
        return streamTaken || reader != null;
    }

    RequestInput input() {
        RequestInput stream = input;
        if (stream == null) {
            stream = new RequestInput(body, exchange());
            input = stream;
        }
        return stream;
    }

    @Override
    public ServletInputStream getInputStream() {
        if (reader != null) {
            throw new IllegalStateException("getReader has been called for this request");
        }
        streamTaken = true;
        return input();
    }

    @Override
    public BufferedReader getReader() throws IOException {
        if (streamTaken) {
            throw new IllegalStateException("getInputStream has been called for this request");
        }
        BufferedReader ready = reader;
        if (ready == null) {
            ready = new BufferedReader(new InputStreamReader(input(), bodyCharset()));
            reader = ready;
        }
        return ready;
    }

    /**
     * The charset of the body: as the request says, else as the application does, else ISO-8859-1, but US-ASCII for a form, where what is
     * not encoded by percent signs has to be that (3.13).
     */
    Charset bodyCharset() throws UnsupportedEncodingException {
        String name = getCharacterEncoding();
        try {
            return name != null
                    ? Charset.forName(name)
                    : isForm() ? StandardCharsets.US_ASCII : StandardCharsets.ISO_8859_1;
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            UnsupportedEncodingException failure = new UnsupportedEncodingException(name);
            failure.initCause(e);
            throw failure;
        }
    }

    private boolean isForm() {
        String type = getContentType();
        return type != null && MediaTypes.type(type).equals(RequestForm.FORM);
    }

    @Override
    public @Nullable String getCharacterEncoding() {
        if (encoding != null) {
            return encoding;
        }
        String type = getContentType();
        String named = type == null ? null : MediaTypes.parameter(type, "charset");
        return named == null ? application().text().requestEncoding() : named;
    }

    @Override
    public void setCharacterEncoding(String name) throws UnsupportedEncodingException {
        if (reader != null || form.read()) {
            return;
        }
        try {
            Charset.forName(name);
        } catch (IllegalArgumentException e) {
            UnsupportedEncodingException failure = new UnsupportedEncodingException(name);
            failure.initCause(e);
            throw failure;
        }
        encoding = name;
    }

    @Override
    public @Nullable String getParameter(String name) {
        String[] values = parameters(multipart()).get(name);
        return values == null ? null : values[0];
    }

    @Override
    public Enumeration<String> getParameterNames() {
        return Collections.enumeration(parameters(multipart()).keySet());
    }

    @Override
    public String @Nullable [] getParameterValues(String name) {
        String[] values = parameters(multipart()).get(name);
        return values == null ? null : values.clone();
    }

    @Override
    public Map<String, String[]> getParameterMap() {
        return Collections.unmodifiableMap(parameters(multipart()));
    }

    @Override
    public Collection<Part> getParts() throws IOException, ServletException {
        return form.parts(multipart());
    }

    @Override
    public @Nullable Part getPart(String name) throws IOException, ServletException {
        return named(form.parts(multipart()), name);
    }

    /** Returns the first part of a name; null where there is none. */
    public static @Nullable Part named(Collection<Part> parts, String name) {
        for (Part part : parts) {
            if (part.getName().equals(name)) {
                return part;
            }
        }
        return null;
    }

    /** The configuration of the servlet that the request came for; null where it reads no multipart form. */
    public @Nullable MultipartConfigElement multipart() {
        DeployedServlet servlet = mapped();
        return servlet == null ? null : servlet.multipart();
    }

    /** The parameters for a servlet with a configuration for multipart forms, or without one: the same object while nothing is added. */
    public Map<String, String[]> parameters(@Nullable MultipartConfigElement config) {
        return form.parameters(config);
    }

    /** The parts for a servlet with a configuration for multipart forms, or without one. */
    public Collection<Part> parts(@Nullable MultipartConfigElement config) throws IOException, ServletException {
        return form.parts(config);
    }

    /** HTTP/1 has trailer fields with chunks only; a stream of HTTP/2 says at its end whether it has any. */
    @Override
    public boolean isTrailerFieldsReady() {
        boolean possible = headers().contains("Transfer-Encoding") || multiplexed();
        return !possible || body.finished();
    }

    @Override
    public Map<String, String> getTrailerFields() {
        if (!isTrailerFieldsReady()) {
            throw new IllegalStateException(
                    "the body has not been read to its end: its trailer fields are not there yet");
        }
        if (!body.finished()) {
            return Map.of();
        }
        Map<String, String> fields = new LinkedHashMap<>();
        body.trailers()
                .forEach((name, value) -> fields.merge(name.toLowerCase(Locale.ROOT), value, (a, b) -> a + ", " + b));
        return fields;
    }
}
