package io.keelson.muxer;

final class JavaNettySuiteIT extends NettySuiteContractTest {
    @Override
    Muxer.Kind kind() {
        return Muxer.Kind.JAVA;
    }
}
