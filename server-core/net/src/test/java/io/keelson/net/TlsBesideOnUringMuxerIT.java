package io.keelson.net;

import io.keelson.muxer.Muxer;
import org.junit.jupiter.api.Tag;

@Tag("soak")
class TlsBesideOnUringMuxerIT extends TlsBesideContractIT {
    @Override
    Muxer.Kind muxer() {
        return Muxer.Kind.IO_URING;
    }
}
