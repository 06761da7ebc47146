package io.keelson.http.internal;

import io.keelson.http.HttpHeaders;
import io.keelson.http.RequestBody;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The body of a request that has none. Immutable.
 *
 * <p>Specification: RFC 9112, 6.3 Message Body Length.
 */
final class NoBody implements RequestBody {
    static final RequestBody NONE = new NoBody();

    private NoBody() {}

    @Override
    public long length() {
        return 0;
    }

    @Override
    public int read(byte[] target, int offset, int length) {
        return poll(target, offset, length);
    }

    @Override
    public int poll(byte[] target, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, target.length);
        return length == 0 ? 0 : -1;
    }

    @Override
    public int available() {
        return 0;
    }

    @Override
    public boolean finished() {
        return true;
    }

    @Override
    public void onReadable(Runnable listener) {
        listener.run();
    }

    @Override
    public HttpHeaders trailers() {
        return HttpHeaders.none();
    }

    @Override
    public void limit(long bytes) {
        // Nothing is within every limit.
    }

    @Override
    public @Nullable IOException failure() {
        return null;
    }
}
