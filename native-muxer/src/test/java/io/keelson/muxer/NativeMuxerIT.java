package io.keelson.muxer;

final class NativeMuxerIT extends MuxerContractTest {
    @Override
    Muxer.Kind kind() {
        return Muxer.Kind.NATIVE;
    }
}
