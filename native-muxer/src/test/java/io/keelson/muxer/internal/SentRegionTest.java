package io.keelson.muxer.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.channel.embedded.EmbeddedChannel;
import java.io.EOFException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SentRegionTest {
    private static final int LENGTH = 5 << 20;

    @TempDir
    Path directory;

    private Path path;
    private final Sink sink = new Sink();

    /** Takes everything. */
    private static final class Sink implements WritableByteChannel {
        int room = Integer.MAX_VALUE;

        @Override
        public int write(ByteBuffer source) {
            int count = Math.min(room, source.remaining());
            source.position(source.position() + count);
            return count;
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() {}
    }

    @BeforeEach
    void makeFile() throws IOException {
        path = directory.resolve("f").toAbsolutePath();
        length(LENGTH);
    }

    private void length(long bytes) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            file.setLength(bytes);
        }
    }

    private SentFile[] both() throws IOException {
        return new SentFile[] {SentFile.open(new EmbeddedChannel(), path), NativeFile.tryOpen(path)};
    }

    @Test
    void movesSoMuchInATurnAndThenLetsOthers() throws IOException {
        for (SentFile file : both()) {
            SentRegion region = (SentRegion) file.region(0, LENGTH);
            file.close();
            int turns = 0;
            while (region.transferred() < LENGTH) {
                long before = region.transferred();
                while (region.transferTo(sink, region.transferred()) > 0) {
                    assertThat(region.transferred() - before).isLessThanOrEqualTo(SentRegion.TURN);
                }
                assertThat(region.transferred() - before).isPositive();
                turns++;
            }
            assertThat(turns).isBetween(4, 6);
            assertThat(region.release()).isTrue();
            assertThat(file.refCnt()).isZero();
        }
    }

    @Test
    void stopsWhereThereIsNoRoom() throws IOException {
        sink.room = 0;
        for (SentFile file : both()) {
            SentRegion region = (SentRegion) file.region(10, 20);
            assertThat(region.transferTo(sink, 0)).isZero();
            assertThat(region.transferred()).isZero();
            region.release();
            file.close();
        }
    }

    @Test
    void aFileThatEndsEarlyIsAFailure() throws IOException {
        for (SentFile file : both()) {
            length(LENGTH);
            SentRegion region = (SentRegion) file.region(LENGTH - 100, 100);
            length(LENGTH - 50);
            assertThat(region.transferTo(sink, 0)).isEqualTo(50);
            assertThatThrownBy(() -> region.transferTo(sink, 50))
                    .isInstanceOf(EOFException.class)
                    .hasMessageContaining("became shorter");
            region.release();
            file.close();
        }
    }

    @Test
    void partsThatAreNoneAreRefused() throws IOException {
        for (SentFile file : both()) {
            assertThatIllegalArgumentException().isThrownBy(() -> file.region(-1, 1));
            assertThatIllegalArgumentException().isThrownBy(() -> file.region(0, -1));
            file.close();
            assertThat(file.refCnt()).isZero();
        }
    }
}
