package io.keelson.net;

import io.keelson.muxer.Muxer;

class FilesOnUringMuxerIT extends FilesContractIT {
    @Override
    Muxer.Kind muxer() {
        return Muxer.Kind.IO_URING;
    }
}
