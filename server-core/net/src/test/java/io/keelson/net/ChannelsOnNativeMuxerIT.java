package io.keelson.net;

import io.keelson.muxer.Muxer;

class ChannelsOnNativeMuxerIT extends ChannelsContractIT {
    @Override
    Muxer.Kind muxer() {
        return Muxer.Kind.NATIVE;
    }
}
