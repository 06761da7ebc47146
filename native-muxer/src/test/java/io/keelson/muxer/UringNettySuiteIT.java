package io.keelson.muxer;

final class UringNettySuiteIT extends NettySuiteContractTest {
    @Override
    Muxer.Kind kind() {
        return Muxer.Kind.IO_URING;
    }
}
