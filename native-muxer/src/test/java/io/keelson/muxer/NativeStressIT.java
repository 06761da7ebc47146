package io.keelson.muxer;

final class NativeStressIT extends StressContractTest {
    @Override
    boolean nativeIo() {
        return true;
    }
}
