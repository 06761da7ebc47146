package io.keelson.net;

import io.keelson.muxer.Muxer;

class LiveLimitsOnJavaMuxerIT extends LiveLimitsContractIT {
    @Override
    Muxer.Kind muxer() {
        return Muxer.Kind.JAVA;
    }
}
