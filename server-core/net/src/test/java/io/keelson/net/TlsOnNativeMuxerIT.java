package io.keelson.net;

import io.keelson.muxer.Muxer;

class TlsOnNativeMuxerIT extends TlsContractIT {
    @Override
    Muxer.Kind muxer() {
        return Muxer.Kind.NATIVE;
    }
}
