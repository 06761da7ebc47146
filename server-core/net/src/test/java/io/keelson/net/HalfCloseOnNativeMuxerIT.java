package io.keelson.net;

class HalfCloseOnNativeMuxerIT extends HalfCloseContractIT {
    @Override
    boolean nativeIo() {
        return true;
    }
}
