package io.keelson.servlet;

import io.keelson.http.FileBody;
import io.keelson.servlet.field.HttpDates;
import io.keelson.servlet.statics.FileSink;
import io.keelson.servlet.statics.MimeTypes;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ReadListener;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** One exchange for tests of what stands in front of or behind the chain: only what those ask for is answered. */
public final class FakeHttp {
    public String method = "GET";
    public String path;
    public String query;
    public String uri;
    public DispatcherType dispatcher = DispatcherType.REQUEST;
    public boolean secure;
    public byte[] requestBody = {};
    public final Map<String, List<String>> requestHeaders = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    public final Map<String, String> parameters = new HashMap<>();
    public final Map<String, Object> attributes = new HashMap<>();
    public final Map<String, String> initParameters = new HashMap<>();

    public int status = 200;
    public boolean errorSent;
    public String forwardedTo;
    public String forwardedMethod;
    public String sessionIdFromUrl;
    public int sessionIdChanges;
    public long fileRegionBytes = -1;
    public int openFiles;
    public final Map<String, String> responseHeaders = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    public final ByteArrayOutputStream body = new ByteArrayOutputStream();

    public FakeHttp(String path) {
        this.path = path;
    }

    public FakeHttp method(String value) {
        method = value;
        return this;
    }

    public FakeHttp header(String name, String value) {
        requestHeaders.computeIfAbsent(name, n -> new ArrayList<>()).add(value);
        return this;
    }

    public FakeHttp parameter(String name, String value) {
        parameters.put(name, value);
        return this;
    }

    public String text() {
        return body.toString(StandardCharsets.UTF_8);
    }

    public String response(String header) {
        return responseHeaders.get(header);
    }

    private String header(String name) {
        List<String> values = requestHeaders.get(name);
        return values == null ? null : values.get(0);
    }

    public HttpServletRequest request() {
        return proxy(
                (method, arguments) -> switch (method) {
                    case "getMethod" -> this.method;
                    case "getServletPath" -> path;
                    case "getPathInfo" -> null;
                    case "getContextPath" -> "/shop";
                    case "getRequestURI" -> uri != null ? uri : "/shop" + path;
                    case "getQueryString" -> query;
                    case "getDispatcherType" -> dispatcher;
                    case "isSecure" -> secure;
                    case "getProtocol" -> "HTTP/1.1";
                    case "getServerName" -> "host";
                    case "getHeader" -> header((String) arguments[0]);
                    case "getHeaders" ->
                        Collections.enumeration(requestHeaders.getOrDefault((String) arguments[0], List.of()));
                    case "getHeaderNames" -> Collections.enumeration(requestHeaders.keySet());
                    case "getDateHeader" -> {
                        String value = header((String) arguments[0]);
                        yield value == null ? -1L : HttpDates.parse(value);
                    }
                    case "getParameter" -> parameters.get((String) arguments[0]);
                    case "getAttribute" -> attributes.get((String) arguments[0]);
                    case "getInputStream" -> new Input(new ByteArrayInputStream(requestBody));
                    case "getCharacterEncoding" -> "UTF-8";
                    case "isRequestedSessionIdFromURL" -> sessionIdFromUrl != null;
                    case "getRequestedSessionId" -> sessionIdFromUrl;
                    case "changeSessionId" -> "id" + ++sessionIdChanges;
                    case "getServletContext" -> context();
                    default -> throw new UnsupportedOperationException(method);
                },
                HttpServletRequest.class);
    }

    /** The runtime's own response: it takes file regions. */
    public HttpServletResponse response() {
        return proxy(this::respond, HttpServletResponse.class, FileSink.class);
    }

    /** A response with a wrapper around it. */
    public HttpServletResponse wrappedResponse() {
        return proxy(this::respond, HttpServletResponse.class);
    }

    private Object respond(String method, Object[] arguments) throws IOException {
        switch (method) {
            case "setStatus" -> status = (int) arguments[0];
            case "getStatus" -> {
                return status;
            }
            case "sendError" -> {
                status = (int) arguments[0];
                errorSent = true;
            }
            case "sendRedirect" -> {
                status = 302;
                responseHeaders.put("Location", (String) arguments[0]);
            }
            case "setHeader" -> responseHeaders.put((String) arguments[0], (String) arguments[1]);
            case "addHeader" ->
                responseHeaders.merge((String) arguments[0], (String) arguments[1], (old, added) -> old + "\n" + added);
            case "setDateHeader" -> responseHeaders.put((String) arguments[0], HttpDates.format((long) arguments[1]));
            case "setContentType" -> responseHeaders.put("Content-Type", (String) arguments[0]);
            case "getContentType" -> {
                return responseHeaders.get("Content-Type");
            }
            case "setContentLength", "setContentLengthLong" ->
                responseHeaders.put("Content-Length", arguments[0].toString());
            case "getOutputStream" -> {
                return new Output(body);
            }
            case "encodeRedirectURL" -> {
                return arguments[0];
            }
            case "isCommitted" -> {
                return false;
            }
            case "containsHeader" -> {
                return responseHeaders.containsKey((String) arguments[0]);
            }
            case "openFile" -> {
                return new OpenedFile((Path) arguments[0]);
            }
            case "endWithFile", "writeFile" ->
                writeFile(method, (FileBody) arguments[0], (long) arguments[1], (long) arguments[2]);
            default -> throw new UnsupportedOperationException(method);
        }
        return null;
    }

    private void writeFile(String method, FileBody file, long position, long count) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate((int) count);
        file.read(bytes, position);
        body.write(bytes.array());
        fileRegionBytes = Math.max(0, fileRegionBytes) + count;
        if (method.equals("endWithFile")) {
            file.close();
        }
    }

    private final class OpenedFile implements FileBody {
        private final FileChannel file;
        private final long length;

        OpenedFile(Path path) throws IOException {
            file = FileChannel.open(path);
            length = file.size();
            openFiles++;
        }

        @Override
        public long length() {
            return length;
        }

        @Override
        public int read(ByteBuffer target, long position) throws IOException {
            return file.read(target, position);
        }

        @Override
        public void close() {
            openFiles -= file.isOpen() ? 1 : 0;
            try {
                file.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    public ServletContext context() {
        return proxy(
                (method, arguments) -> switch (method) {
                    case "getMimeType" -> new MimeTypes(Map.of()).of((String) arguments[0]);
                    case "getRequestDispatcher" -> dispatcherTo((String) arguments[0]);
                    default -> throw new UnsupportedOperationException(method);
                },
                ServletContext.class);
    }

    private RequestDispatcher dispatcherTo(String target) {
        return proxy(
                (method, arguments) -> {
                    if (!method.equals("forward")) {
                        throw new UnsupportedOperationException(method);
                    }
                    forwardedTo = target;
                    forwardedMethod = ((HttpServletRequest) arguments[0]).getMethod();
                    return null;
                },
                RequestDispatcher.class);
    }

    public ServletConfig config() {
        return proxy(
                (method, arguments) -> switch (method) {
                    case "getInitParameter" -> initParameters.get((String) arguments[0]);
                    case "getServletContext" -> context();
                    case "getServletName" -> "default";
                    default -> throw new UnsupportedOperationException(method);
                },
                ServletConfig.class);
    }

    private interface Answer {
        Object to(String method, Object[] arguments) throws Throwable;
    }

    @SuppressWarnings("unchecked")
    private static <T> T proxy(Answer answer, Class<?>... types) {
        return (T) Proxy.newProxyInstance(
                FakeHttp.class.getClassLoader(), types, (self, method, arguments) -> switch (method.getName()) {
                    case "hashCode" -> System.identityHashCode(self);
                    case "equals" -> self == arguments[0];
                    case "toString" -> "fake";
                    default -> answer.to(method.getName(), arguments);
                });
    }

    private static final class Input extends ServletInputStream {
        private final ByteArrayInputStream in;

        Input(ByteArrayInputStream in) {
            this.in = in;
        }

        @Override
        public int read() {
            return in.read();
        }

        @Override
        public boolean isFinished() {
            return in.available() == 0;
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setReadListener(ReadListener listener) {
            throw new UnsupportedOperationException();
        }
    }

    private static final class Output extends ServletOutputStream {
        private final ByteArrayOutputStream out;

        Output(ByteArrayOutputStream out) {
            this.out = out;
        }

        @Override
        public void write(int b) {
            out.write(b);
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setWriteListener(WriteListener listener) {
            throw new UnsupportedOperationException();
        }
    }
}
