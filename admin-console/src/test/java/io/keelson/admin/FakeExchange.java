package io.keelson.admin;

import io.keelson.base.work.WorkManager;
import io.keelson.http.HttpExchange;
import io.keelson.http.HttpHeaders;
import io.keelson.http.RequestBody;
import io.keelson.http.RequestBodyException;
import io.keelson.http.RequestHead;
import io.keelson.http.ResponseWriter;
import io.keelson.net.spi.TlsSession;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Supplier;

/** An exchange in memory: what the handler is given and what it answered. Runs handed over work at once. */
public final class FakeExchange implements HttpExchange {
    private final String method;
    private final String target;
    private final HttpHeaders requestHeaders = new HttpHeaders();
    private final HttpHeaders responseHeaders = new HttpHeaders();
    private final StringBuilder answer = new StringBuilder();
    String authority = "localhost:7001";
    byte[] content = new byte[0];
    int breakAfter = Integer.MAX_VALUE;
    boolean full;
    long limit = -1;
    boolean handedOver;
    public volatile boolean ended;
    public volatile Throwable aborted;
    public int status = 200;
    public InetAddress client = InetAddress.getLoopbackAddress();
    public boolean secure;
    public TlsSession tls;
    public volatile boolean stuck;
    public volatile boolean gone;
    public String user;
    private volatile Runnable onEnd = () -> {};
    private Runnable onReadable;
    /** How much of the body has come, in bytes. */
    public int come = Integer.MAX_VALUE;

    private int consumed;
    private final RequestBody body = new Body();
    private final ResponseWriter response = new Response();

    public FakeExchange(String method, String target) {
        this.method = method;
        this.target = target;
    }

    public FakeExchange header(String name, String value) {
        requestHeaders.add(name, value);
        return this;
    }

    public FakeExchange body(String type, byte[] bytes) {
        content = bytes;
        return header("Content-Type", type);
    }

    public FakeExchange body(String type, String text) {
        return body(type, text.getBytes(StandardCharsets.UTF_8));
    }

    public String answer() {
        synchronized (answer) {
            return answer.toString();
        }
    }

    public String answerHeader(String name) {
        return responseHeaders.get(name);
    }

    @Override
    public RequestHead request() {
        return new Head();
    }

    @Override
    public RequestBody body() {
        return body;
    }

    @Override
    public ResponseWriter response() {
        return response;
    }

    @Override
    public boolean handOver(WorkManager manager, Runnable work) {
        if (full) {
            return false;
        }
        handedOver = true;
        work.run();
        return true;
    }

    @Override
    public void overloaded() {
        status = 503;
        ended = true;
    }

    @Override
    public void reply(int code, String text) {
        status = code;
        answer.append(text);
        ended = true;
    }

    @Override
    public void abort(Throwable cause) {
        aborted = cause == null ? new IOException("aborted") : cause;
        ended = true;
    }

    @Override
    public boolean abandoned() {
        return gone;
    }

    @Override
    public void onEnd(Runnable listener) {
        onEnd = listener;
    }

    /** The client closes its connection. */
    public void leave() {
        gone = true;
        onEnd.run();
    }

    /** The rest of the body comes. */
    public void rest() {
        come = Integer.MAX_VALUE;
        onReadable.run();
    }

    @Override
    public InetSocketAddress localAddress() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 7001);
    }

    @Override
    public InetSocketAddress remoteAddress() {
        return new InetSocketAddress(client, 50000);
    }

    @Override
    public boolean secure() {
        return secure;
    }

    @Override
    public TlsSession tls() {
        return tls;
    }

    @Override
    public String channel() {
        return "Default";
    }

    @Override
    public long id() {
        return 1;
    }

    @Override
    public long connectionId() {
        return 1;
    }

    @Override
    public void user(String name) {
        user = name;
    }

    /** The request. */
    private final class Head implements RequestHead {
        @Override
        public String method() {
            return method;
        }

        @Override
        public String target() {
            return target;
        }

        @Override
        public String path() {
            int mark = target.indexOf('?');
            return mark < 0 ? target : target.substring(0, mark);
        }

        @Override
        public String query() {
            int mark = target.indexOf('?');
            return mark < 0 ? null : target.substring(mark + 1);
        }

        @Override
        public String protocol() {
            return "HTTP/1.1";
        }

        @Override
        public String scheme() {
            return secure ? "https" : "http";
        }

        @Override
        public String authority() {
            return authority;
        }

        @Override
        public HttpHeaders headers() {
            return requestHeaders;
        }
    }

    /** Gives seven bytes at a time. */
    private final class Body implements RequestBody {
        @Override
        public long length() {
            return content.length;
        }

        @Override
        public int read(byte[] to, int offset, int length) throws IOException {
            if (consumed >= breakAfter) {
                throw new RequestBodyException(400, "the client is gone");
            }
            if (consumed == content.length) {
                return -1;
            }
            int n = Math.min(Math.min(length, 7), Math.min(content.length, breakAfter) - consumed);
            System.arraycopy(content, consumed, to, offset, n);
            consumed += n;
            return n;
        }

        @Override
        public int poll(byte[] to, int offset, int length) throws IOException {
            return consumed < content.length && consumed >= come
                    ? 0
                    : read(to, offset, Math.min(length, come - consumed));
        }

        @Override
        public int available() {
            return content.length - consumed;
        }

        @Override
        public boolean finished() {
            return consumed == content.length;
        }

        @Override
        public void onReadable(Runnable listener) {
            onReadable = listener;
        }

        @Override
        public HttpHeaders trailers() {
            return new HttpHeaders();
        }

        @Override
        public void limit(long bytes) {
            limit = bytes;
        }

        @Override
        public IOException failure() {
            return null;
        }
    }

    /** Collects what is written. */
    private final class Response implements ResponseWriter {
        @Override
        public int status() {
            return status;
        }

        @Override
        public void status(int code) {
            status = code;
        }

        @Override
        public boolean committed() {
            return ended;
        }

        @Override
        public void write(ByteBuffer data, boolean last) {
            synchronized (answer) {
                answer.append(StandardCharsets.UTF_8.decode(data));
            }
            ended |= last;
        }

        @Override
        public void flush() {}

        @Override
        public boolean writable() {
            return !stuck;
        }

        @Override
        public void onWritable(Runnable listener) {}

        @Override
        public void writeNow(ByteBuffer data, boolean last) {
            write(data, last);
        }

        @Override
        public void trailers(Supplier<HttpHeaders> trailers) {}

        @Override
        public void interim(int code, HttpHeaders fields) {}

        @Override
        public void complete() {
            ended = true;
        }

        @Override
        public Upgraded upgrade() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void writeTimeout(Duration timeout) {}

        @Override
        public long bytesWritten() {
            return answer.length();
        }

        @Override
        public HttpHeaders headers() {
            return responseHeaders;
        }
    }
}
