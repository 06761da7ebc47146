package io.keelson.net;

import io.keelson.muxer.Muxer;

class MalformedOnJavaMuxerIT extends MalformedContractIT {
    @Override
    Muxer.Kind muxer() {
        return Muxer.Kind.JAVA;
    }
}
