package io.keelson.net;

import io.keelson.muxer.Muxer;

class LiveLimitsOnNativeMuxerIT extends LiveLimitsContractIT {
    @Override
    Muxer.Kind muxer() {
        return Muxer.Kind.NATIVE;
    }
}
