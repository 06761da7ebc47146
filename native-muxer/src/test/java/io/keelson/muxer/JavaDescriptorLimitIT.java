package io.keelson.muxer;

final class JavaDescriptorLimitIT extends DescriptorLimitContractTest {
    @Override
    boolean nativeIo() {
        return false;
    }
}
