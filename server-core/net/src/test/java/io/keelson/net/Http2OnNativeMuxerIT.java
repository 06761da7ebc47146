package io.keelson.net;

import io.keelson.muxer.Muxer;

class Http2OnNativeMuxerIT extends Http2ContractIT {
    @Override
    Muxer.Kind muxer() {
        return Muxer.Kind.NATIVE;
    }
}
