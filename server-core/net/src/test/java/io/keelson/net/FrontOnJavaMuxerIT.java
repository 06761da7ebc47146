package io.keelson.net;

import io.keelson.muxer.Muxer;

class FrontOnJavaMuxerIT extends FrontContractIT {
    @Override
    Muxer.Kind muxer() {
        return Muxer.Kind.JAVA;
    }
}
