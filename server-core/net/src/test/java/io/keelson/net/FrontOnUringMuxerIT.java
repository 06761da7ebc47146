package io.keelson.net;

import io.keelson.muxer.Muxer;

class FrontOnUringMuxerIT extends FrontContractIT {
    @Override
    Muxer.Kind muxer() {
        return Muxer.Kind.IO_URING;
    }
}
