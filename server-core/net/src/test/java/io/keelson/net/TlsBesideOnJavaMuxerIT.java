package io.keelson.net;

import io.keelson.muxer.Muxer;

class TlsBesideOnJavaMuxerIT extends TlsBesideContractIT {
    @Override
    Muxer.Kind muxer() {
        return Muxer.Kind.JAVA;
    }
}
