package io.keelson.net;

class ChannelsOnJavaMuxerIT extends ChannelsContractIT {
    @Override
    boolean nativeIo() {
        return false;
    }
}
