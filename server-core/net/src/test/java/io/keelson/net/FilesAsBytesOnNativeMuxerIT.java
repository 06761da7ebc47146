package io.keelson.net;

import io.keelson.muxer.Muxer;

class FilesAsBytesOnNativeMuxerIT extends FilesAsBytesContractIT {
    @Override
    Muxer.Kind muxer() {
        return Muxer.Kind.NATIVE;
    }
}
