package io.keelson.muxer;

final class NativeNettySuiteIT extends NettySuiteContractTest {
    @Override
    Muxer.Kind kind() {
        return Muxer.Kind.NATIVE;
    }
}
