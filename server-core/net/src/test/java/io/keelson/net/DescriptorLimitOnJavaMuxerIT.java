package io.keelson.net;

class DescriptorLimitOnJavaMuxerIT extends DescriptorLimitContractIT {
    @Override
    boolean nativeIo() {
        return false;
    }
}
