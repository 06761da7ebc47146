package io.keelson.net;

import io.keelson.muxer.Muxer;

class HalfCloseOnJavaMuxerIT extends HalfCloseContractIT {
    @Override
    Muxer.Kind muxer() {
        return Muxer.Kind.JAVA;
    }
}
