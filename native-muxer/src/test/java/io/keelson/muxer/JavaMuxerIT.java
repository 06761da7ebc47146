package io.keelson.muxer;

final class JavaMuxerIT extends MuxerContractTest {
    @Override
    Muxer.Kind kind() {
        return Muxer.Kind.JAVA;
    }
}
