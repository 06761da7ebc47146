package io.keelson.net;

class DescriptorLimitOnNativeMuxerIT extends DescriptorLimitContractIT {
    @Override
    boolean nativeIo() {
        return true;
    }
}
