package io.keelson.servlet.compress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.base.config.DataSize;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import java.util.zip.InflaterInputStream;
import org.junit.jupiter.api.Test;

class CompressorsTest {
    @Test
    void aCompressorIsUsedAgain() {
        Compressors compressors = new Compressors(6);
        Compressor first = compressors.take();
        compressors.give(first);
        assertThat(compressors.take()).isSameAs(first);
        compressors.give(first);
        compressors.close();
    }

    @Test
    void whatIsTooManyOrTooLateIsEnded() {
        Compressors compressors = new Compressors(6);
        List<Compressor> all = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            all.add(compressors.take());
        }
        Compressor late = compressors.take();
        all.forEach(compressors::give);
        assertThat(compressors.waiting()).isEqualTo(32);
        assertEnded(all.get(39));
        compressors.close();
        assertThat(compressors.waiting()).isZero();
        assertEnded(all.get(0));
        compressors.give(late);
        assertThat(compressors.waiting()).isZero();
        assertEnded(late);
    }

    private static void assertEnded(Compressor compressor) {
        // A NullPointerException in JDK 17, an IllegalStateException in 25.
        assertThatThrownBy(compressor::compress).hasMessage("Deflater has been closed");
    }

    /** Random data does not get smaller, so every buffer fills; random flushes meet every place within it. */
    @Test
    void streamsAreWholeWhateverIsWrittenAndFlushed() throws IOException {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        Compressor compressor = new Compressor(6);
        for (int round = 0; round < 60; round++) {
            boolean gzip = random.nextBoolean();
            byte[] content = new byte[random.nextInt(100_000)];
            if (random.nextBoolean()) {
                random.nextBytes(content);
            }
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            compressor.begin(gzip);
            for (int at = 0; at < content.length; ) {
                int n = Math.min(content.length - at, 1 + random.nextInt(30_000));
                compressor.input(ByteBuffer.wrap(content, at, n));
                while (compressor.compress()) {
                    drain(compressor, out);
                }
                at += n;
                if (random.nextInt(3) == 0) {
                    while (compressor.flush()) {
                        drain(compressor, out);
                    }
                    drain(compressor, out);
                }
            }
            while (compressor.finish()) {
                drain(compressor, out);
            }
            drain(compressor, out);
            ByteArrayInputStream in = new ByteArrayInputStream(out.toByteArray());
            byte[] read = (gzip ? new GZIPInputStream(in) : new InflaterInputStream(in)).readAllBytes();
            assertThat(read).as("seed %d, round %d", seed, round).isEqualTo(content);
        }
        compressor.close();
    }

    private static void drain(Compressor compressor, ByteArrayOutputStream to) {
        ByteBuffer made = compressor.out().flip();
        to.write(made.array(), 0, made.limit());
        compressor.out().clear();
    }

    @Test
    void typesAreChecked() {
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        new CompressionSettings.Rules(true, DataSize.parse("1KiB"), List.of("html"), 6, List.of()));
    }

    @Test
    void theDefaults() {
        CompressionSettings.Rules rules = CompressionSettings.OFF.compression();
        assertThat(rules.enabled()).isFalse();
        assertThat(rules.minimumSize()).isEqualTo(DataSize.parse("2KiB"));
        assertThat(rules.types()).contains("text/html", "application/json").doesNotContain("text/event-stream");
    }
}
