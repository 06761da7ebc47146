package io.keelson.muxer;

final class NativeDescriptorLimitIT extends DescriptorLimitContractTest {
    @Override
    Muxer.Kind kind() {
        return Muxer.Kind.NATIVE;
    }
}
