package io.keelson.muxer;

final class UringDescriptorLimitIT extends DescriptorLimitContractTest {
    @Override
    Muxer.Kind kind() {
        return Muxer.Kind.IO_URING;
    }
}
