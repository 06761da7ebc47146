package io.keelson.net;

class LiveLimitsOnJavaMuxerIT extends LiveLimitsContractIT {
    @Override
    boolean nativeIo() {
        return false;
    }
}
