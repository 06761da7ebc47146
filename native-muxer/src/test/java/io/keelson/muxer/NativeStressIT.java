package io.keelson.muxer;

final class NativeStressIT extends StressContractTest {
    @Override
    Muxer.Kind kind() {
        return Muxer.Kind.NATIVE;
    }
}
