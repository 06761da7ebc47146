package io.keelson.muxer;

final class NativeNettySuiteIT extends NettySuiteContractTest {
    @Override
    boolean nativeIo() {
        return true;
    }
}
