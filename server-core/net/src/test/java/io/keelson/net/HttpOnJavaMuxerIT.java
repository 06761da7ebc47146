package io.keelson.net;

class HttpOnJavaMuxerIT extends HttpContractIT {
    @Override
    boolean nativeIo() {
        return false;
    }
}
