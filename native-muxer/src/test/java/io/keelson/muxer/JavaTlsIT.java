package io.keelson.muxer;

final class JavaTlsIT extends TlsContractTest {
    @Override
    boolean nativeIo() {
        return false;
    }
}
