package io.keelson.net;

class MalformedOnJavaMuxerIT extends MalformedContractIT {
    @Override
    boolean nativeIo() {
        return false;
    }
}
