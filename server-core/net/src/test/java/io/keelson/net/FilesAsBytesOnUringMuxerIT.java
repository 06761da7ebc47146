package io.keelson.net;

import io.keelson.muxer.Muxer;

class FilesAsBytesOnUringMuxerIT extends FilesAsBytesContractIT {
    @Override
    Muxer.Kind muxer() {
        return Muxer.Kind.IO_URING;
    }
}
