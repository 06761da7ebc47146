package io.keelson.net;

import io.keelson.muxer.Muxer;

class MalformedOnNativeMuxerIT extends MalformedContractIT {
    @Override
    Muxer.Kind muxer() {
        return Muxer.Kind.NATIVE;
    }
}
