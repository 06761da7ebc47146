package io.keelson.muxer.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.lang.reflect.Method;
import java.util.Arrays;
import jnr.ffi.LibraryLoader;
import jnr.ffi.Platform;
import jnr.ffi.annotations.LongLong;
import org.junit.jupiter.api.Test;

/** Tests why no method of {@link LibC} has six integer arguments. */
class SixthArgumentTest {
    private static final int PROT_READ = 1;
    private static final int MAP_PRIVATE_ANONYMOUS = 0x22;

    /** Public because JNR-FFI implements it. */
    public interface Mapping {
        @LongLong
        long mmap(
                @LongLong long address, @LongLong long size, int protection, int flags, int fd, @LongLong long offset);

        int munmap(@LongLong long address, @LongLong long size);
    }

    /**
     * Maps a page of no file at offset 0. The kernel refuses an offset that is no multiple of a page, and it refuses this
     * one, so it has seen another. When this fails JNR-FFI has been mended, and the rule may go.
     */
    @Test
    void jnrPassesTheSixthIntegerArgumentWrongly() {
        assumeThat(Platform.getNativePlatform().getCPU()).isEqualTo(Platform.CPU.X86_64);
        Mapping c = LibraryLoader.create(Mapping.class).load("c");
        int refused = 0;
        for (int i = 0; i < 10; i++) {
            long mapped = c.mmap(0, 4096, PROT_READ, MAP_PRIVATE_ANONYMOUS, -1, 0);
            if (mapped == -1) {
                refused++;
            } else {
                c.munmap(mapped, 4096);
            }
        }
        assertThat(refused).isPositive();
    }

    @Test
    void noCallHasSixArguments() {
        assertThat(Arrays.stream(LibC.class.getMethods()).map(Method::getParameterCount))
                .isNotEmpty()
                .doesNotContain(6);
    }
}
