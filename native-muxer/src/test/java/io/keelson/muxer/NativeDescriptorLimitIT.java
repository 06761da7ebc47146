package io.keelson.muxer;

final class NativeDescriptorLimitIT extends DescriptorLimitContractTest {
    @Override
    boolean nativeIo() {
        return true;
    }
}
