package io.keelson.muxer;

final class NativeTlsIT extends TlsContractTest {
    @Override
    boolean nativeIo() {
        return true;
    }
}
