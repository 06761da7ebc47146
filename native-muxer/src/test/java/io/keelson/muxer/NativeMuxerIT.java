package io.keelson.muxer;

final class NativeMuxerIT extends MuxerContractTest {
    @Override
    boolean nativeIo() {
        return true;
    }
}
