package io.keelson.muxer;

final class JavaNettySuiteIT extends NettySuiteContractTest {
    @Override
    boolean nativeIo() {
        return false;
    }
}
