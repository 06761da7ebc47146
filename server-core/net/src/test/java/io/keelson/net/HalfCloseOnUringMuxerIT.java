package io.keelson.net;

import io.keelson.muxer.Muxer;

class HalfCloseOnUringMuxerIT extends HalfCloseContractIT {
    @Override
    Muxer.Kind muxer() {
        return Muxer.Kind.IO_URING;
    }
}
