package io.keelson.net;

import io.keelson.muxer.Muxer;
import org.junit.jupiter.api.Tag;

@Tag("soak")
class LiveLimitsOnUringMuxerIT extends LiveLimitsContractIT {
    @Override
    Muxer.Kind muxer() {
        return Muxer.Kind.IO_URING;
    }
}
