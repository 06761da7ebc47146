package io.keelson.net;

import io.keelson.muxer.Muxer;

class HalfCloseOnNativeMuxerIT extends HalfCloseContractIT {
    @Override
    Muxer.Kind muxer() {
        return Muxer.Kind.NATIVE;
    }
}
