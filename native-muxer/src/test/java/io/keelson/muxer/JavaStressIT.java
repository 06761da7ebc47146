package io.keelson.muxer;

final class JavaStressIT extends StressContractTest {
    @Override
    boolean nativeIo() {
        return false;
    }
}
