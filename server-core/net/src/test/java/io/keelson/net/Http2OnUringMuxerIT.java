package io.keelson.net;

import io.keelson.muxer.Muxer;
import org.junit.jupiter.api.Tag;

@Tag("soak")
class Http2OnUringMuxerIT extends Http2ContractIT {
    @Override
    Muxer.Kind muxer() {
        return Muxer.Kind.IO_URING;
    }
}
