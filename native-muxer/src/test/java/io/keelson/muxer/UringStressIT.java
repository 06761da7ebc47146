package io.keelson.muxer;

final class UringStressIT extends StressContractTest {
    @Override
    Muxer.Kind kind() {
        return Muxer.Kind.IO_URING;
    }
}
