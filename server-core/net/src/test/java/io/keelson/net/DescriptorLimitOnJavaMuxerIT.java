package io.keelson.net;

import io.keelson.muxer.Muxer;

class DescriptorLimitOnJavaMuxerIT extends DescriptorLimitContractIT {
    @Override
    Muxer.Kind muxer() {
        return Muxer.Kind.JAVA;
    }
}
