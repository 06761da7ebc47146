package io.keelson.net;

import io.keelson.muxer.Muxer;

class HttpOnJavaMuxerIT extends HttpContractIT {
    @Override
    Muxer.Kind muxer() {
        return Muxer.Kind.JAVA;
    }
}
