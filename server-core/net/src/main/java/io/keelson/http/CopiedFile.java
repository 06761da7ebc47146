package io.keelson.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** The way of a file to a response that takes bytes only: read and written by pieces, by who waits for the client. */
final class CopiedFile implements FileBody {
    private static final int PIECE = 32 << 10;

    private final FileChannel file;
    private final long length;

    private CopiedFile(FileChannel file) throws IOException {
        this.file = file;
        this.length = file.size();
    }

    static FileBody open(Path path) throws IOException {
        @Nullable FileChannel opened = FileChannel.open(path, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
        try {
            FileBody body = new CopiedFile(opened);
            opened = null;
            return body;
        } finally {
            if (opened != null) {
                opened.close();
            }
        }
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
        try {
            file.close();
        } catch (IOException e) {
            throw new UncheckedIOException("a file that was read could not be closed", e);
        }
    }

    static void write(ResponseWriter writer, FileBody file, long position, long count, boolean last)
            throws IOException {
        if (count == 0 && last) {
            writer.complete();
            return;
        }
        ByteBuffer piece = ByteBuffer.allocate((int) Math.min(PIECE, count));
        long end = position + count;
        for (long at = position; at < end; ) {
            piece.clear().limit((int) Math.min(piece.capacity(), end - at));
            int read = file.read(piece, at);
            if (read < 0) {
                throw new EOFException("a file became shorter while it was sent");
            }
            at += read;
            writer.write(piece.flip(), last && at == end);
        }
    }
}
