package io.keelson.net;

import io.keelson.muxer.Muxer;

class FilesAsBytesOnJavaMuxerIT extends FilesAsBytesContractIT {
    @Override
    Muxer.Kind muxer() {
        return Muxer.Kind.JAVA;
    }
}
