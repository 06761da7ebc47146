package io.keelson.net;

import io.keelson.muxer.Muxer;

class ChannelsOnJavaMuxerIT extends ChannelsContractIT {
    @Override
    Muxer.Kind muxer() {
        return Muxer.Kind.JAVA;
    }
}
