package io.keelson.net;

class MalformedOnNativeMuxerIT extends MalformedContractIT {
    @Override
    boolean nativeIo() {
        return true;
    }
}
