package io.keelson.net;

import io.keelson.muxer.Muxer;

class DescriptorLimitOnUringMuxerIT extends DescriptorLimitContractIT {
    @Override
    Muxer.Kind muxer() {
        return Muxer.Kind.IO_URING;
    }
}
