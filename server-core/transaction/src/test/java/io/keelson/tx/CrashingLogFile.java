package io.keelson.tx;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A log file whose process may end before and after it is written and written through. */
final class CrashingLogFile implements LogFile {
    private final LogFile file;
    private final CrashPoints points;

    CrashingLogFile(LogFile file, CrashPoints points) {
        this.file = file;
        this.points = points;
    }

    @Override
    public byte[] read() throws IOException {
        return file.read();
    }

    @Override
    public void write(long offset, ByteBuffer bytes) throws IOException {
        points.at("before-log-write");
        file.write(offset, bytes);
        points.at("after-log-write");
    }

    @Override
    public void force() throws IOException {
        points.at("before-log-force");
        file.force();
        points.at("after-log-force");
    }

    @Override
    public void truncate(long length) throws IOException {
        file.truncate(length);
    }

    @Override
    public void replace(byte[] content) throws IOException {
        points.at("before-log-replace");
        file.replace(content);
        points.at("after-log-replace");
    }

    @Override
    public Condition condition() {
        return file.condition();
    }

    @Override
    public boolean mayBeCopy() {
        return file.mayBeCopy();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    @Override
    public String toString() {
        return file.toString();
    }
}
