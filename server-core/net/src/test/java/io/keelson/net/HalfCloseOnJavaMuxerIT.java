package io.keelson.net;

class HalfCloseOnJavaMuxerIT extends HalfCloseContractIT {
    @Override
    boolean nativeIo() {
        return false;
    }
}
