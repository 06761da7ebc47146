package io.keelson.net;

import io.keelson.muxer.Muxer;

class TlsOnUringMuxerIT extends TlsContractIT {
    @Override
    Muxer.Kind muxer() {
        return Muxer.Kind.IO_URING;
    }
}
