package io.keelson.net;

class LiveLimitsOnNativeMuxerIT extends LiveLimitsContractIT {
    @Override
    boolean nativeIo() {
        return true;
    }
}
