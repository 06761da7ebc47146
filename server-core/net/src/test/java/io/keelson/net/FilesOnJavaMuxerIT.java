package io.keelson.net;

import io.keelson.muxer.Muxer;

class FilesOnJavaMuxerIT extends FilesContractIT {
    @Override
    Muxer.Kind muxer() {
        return Muxer.Kind.JAVA;
    }
}
