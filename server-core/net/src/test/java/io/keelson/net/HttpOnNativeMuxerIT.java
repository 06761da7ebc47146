package io.keelson.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.muxer.Muxer;
import io.keelson.muxer.MuxerSettings;
import io.keelson.muxer.Muxers;
import org.junit.jupiter.api.Test;

class HttpOnNativeMuxerIT extends HttpContractIT {
    @Override
    Muxer.Kind muxer() {
        return Muxer.Kind.NATIVE;
    }

    @Test
    void runsOnTheNativeMuxerIndeed() {
        try (Muxer opened = Muxers.open(new MuxerSettings("test.kind.Muxer", muxer(), 1))) {
            assertThat(opened.kind()).isEqualTo(Muxer.Kind.NATIVE);
        }
    }
}
