package io.keelson.muxer;

final class UringMuxerIT extends MuxerContractTest {
    @Override
    Muxer.Kind kind() {
        return Muxer.Kind.IO_URING;
    }
}
