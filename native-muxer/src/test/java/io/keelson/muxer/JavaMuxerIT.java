package io.keelson.muxer;

final class JavaMuxerIT extends MuxerContractTest {
    @Override
    boolean nativeIo() {
        return false;
    }
}
