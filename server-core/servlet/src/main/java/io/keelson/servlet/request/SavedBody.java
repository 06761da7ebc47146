package io.keelson.servlet.request;

import io.keelson.http.HttpHeaders;
import io.keelson.http.RequestBody;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The body of a request that waited for a login: it is there already. Confined to the request's thread.
 *
 * <p>Specification: Servlet 6.1, 13.6.3 Form Based Authentication.
 */
final class SavedBody implements RequestBody {
    private final byte[] bytes;
    private final HttpHeaders none = new HttpHeaders();
    private int position;

    SavedBody(byte[] bytes) {
        this.bytes = bytes;
    }

    @Override
    public long length() {
        return bytes.length;
    }

    @Override
    public int read(byte[] target, int offset, int length) {
        return poll(target, offset, length);
    }

    @Override
    public int poll(byte[] target, int offset, int length) {
        int n = Math.min(length, available());
        if (n == 0) {
            return -1;
        }
        System.arraycopy(bytes, position, target, offset, n);
        position += n;
        return n;
    }

    @Override
    public int available() {
        return bytes.length - position;
    }

    @Override
    public boolean finished() {
        return available() == 0;
    }

    @Override
    public void onReadable(Runnable listener) {
        listener.run();
    }

    @Override
    public HttpHeaders trailers() {
        return none;
    }

    @Override
    public void limit(long limit) {
        // It was read within the limit when it was saved.
    }

    @Override
    public @Nullable IOException failure() {
        return null;
    }
}
