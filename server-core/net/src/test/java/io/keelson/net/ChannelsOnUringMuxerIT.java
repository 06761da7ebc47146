package io.keelson.net;

import io.keelson.muxer.Muxer;

class ChannelsOnUringMuxerIT extends ChannelsContractIT {
    @Override
    Muxer.Kind muxer() {
        return Muxer.Kind.IO_URING;
    }
}
