package io.keelson.net;

import io.keelson.muxer.Muxer;

class TlsBesideOnNativeMuxerIT extends TlsBesideContractIT {
    @Override
    Muxer.Kind muxer() {
        return Muxer.Kind.NATIVE;
    }
}
