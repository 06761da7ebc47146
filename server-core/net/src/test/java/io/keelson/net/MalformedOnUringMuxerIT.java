package io.keelson.net;

import io.keelson.muxer.Muxer;

class MalformedOnUringMuxerIT extends MalformedContractIT {
    @Override
    Muxer.Kind muxer() {
        return Muxer.Kind.IO_URING;
    }
}
