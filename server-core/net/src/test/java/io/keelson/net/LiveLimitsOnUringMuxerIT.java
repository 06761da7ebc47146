package io.keelson.net;

import io.keelson.muxer.Muxer;

class LiveLimitsOnUringMuxerIT extends LiveLimitsContractIT {
    @Override
    Muxer.Kind muxer() {
        return Muxer.Kind.IO_URING;
    }
}
