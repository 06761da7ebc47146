package io.keelson.net;

class ChannelsOnNativeMuxerIT extends ChannelsContractIT {
    @Override
    boolean nativeIo() {
        return true;
    }
}
