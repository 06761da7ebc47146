package io.keelson.http.internal;

import io.keelson.http.FileBody;
import io.keelson.muxer.OutgoingFile;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A file that was opened in the way that the connection of its response sends best. Thread-safe. */
record SocketFile(OutgoingFile outgoing) implements FileBody {
    @Override
    public long length() {
        return outgoing.length();
    }

    @Override
    public int read(ByteBuffer target, long position) throws IOException {
        return outgoing.read(target, position);
    }

    @Override
    public void close() {
        outgoing.close();
    }
}
