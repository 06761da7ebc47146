package io.keelson.muxer;

final class JavaStressIT extends StressContractTest {
    @Override
    Muxer.Kind kind() {
        return Muxer.Kind.JAVA;
    }
}
