package io.keelson.muxer;

final class JavaDescriptorLimitIT extends DescriptorLimitContractTest {
    @Override
    Muxer.Kind kind() {
        return Muxer.Kind.JAVA;
    }
}
