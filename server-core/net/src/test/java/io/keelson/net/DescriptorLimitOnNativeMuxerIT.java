package io.keelson.net;

import io.keelson.muxer.Muxer;

class DescriptorLimitOnNativeMuxerIT extends DescriptorLimitContractIT {
    @Override
    Muxer.Kind muxer() {
        return Muxer.Kind.NATIVE;
    }
}
