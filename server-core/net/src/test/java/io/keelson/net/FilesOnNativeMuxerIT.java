package io.keelson.net;

import io.keelson.muxer.Muxer;

class FilesOnNativeMuxerIT extends FilesContractIT {
    @Override
    Muxer.Kind muxer() {
        return Muxer.Kind.NATIVE;
    }
}
