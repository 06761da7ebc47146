package io.keelson.net;

import io.keelson.muxer.Muxer;

class TlsOnJavaMuxerIT extends TlsContractIT {
    @Override
    Muxer.Kind muxer() {
        return Muxer.Kind.JAVA;
    }
}
