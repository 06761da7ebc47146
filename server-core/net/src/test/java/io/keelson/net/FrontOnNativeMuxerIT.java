package io.keelson.net;

import io.keelson.muxer.Muxer;

class FrontOnNativeMuxerIT extends FrontContractIT {
    @Override
    Muxer.Kind muxer() {
        return Muxer.Kind.NATIVE;
    }
}
