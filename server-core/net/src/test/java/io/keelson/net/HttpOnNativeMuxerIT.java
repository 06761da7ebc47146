package io.keelson.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.muxer.Muxer;
import io.keelson.muxer.MuxerSettings;
import io.keelson.muxer.Muxers;
import org.junit.jupiter.api.Test;

class HttpOnNativeMuxerIT extends HttpContractIT {
    @Override
    boolean nativeIo() {
        return true;
    }

    @Test
    void runsOnTheNativeMuxerIndeed() {
        try (Muxer muxer = Muxers.open(new MuxerSettings("test.kind.Muxer", true, 1))) {
            assertThat(muxer.kind()).isEqualTo(Muxer.Kind.NATIVE);
        }
    }
}
