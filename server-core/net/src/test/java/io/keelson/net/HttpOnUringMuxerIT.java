package io.keelson.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.muxer.Muxer;
import io.keelson.muxer.MuxerSettings;
import io.keelson.muxer.Muxers;
import io.keelson.muxer.internal.NativeIo;
import org.junit.jupiter.api.Test;

class HttpOnUringMuxerIT extends HttpContractIT {
    @Override
    Muxer.Kind muxer() {
        return Muxer.Kind.IO_URING;
    }

    @Test
    void runsOnIoUringIndeedWhereTheKernelPermits() {
        try (Muxer opened = Muxers.open(new MuxerSettings("test.kind.Muxer", muxer(), 1))) {
            assertThat(opened.kind()).isEqualTo(refused() ? Muxer.Kind.NATIVE : Muxer.Kind.IO_URING);
        }
    }

    private static boolean refused() {
        try {
            NativeIo.IO_URING.probe();
            return false;
        } catch (Throwable reason) {
            return true;
        }
    }
}
