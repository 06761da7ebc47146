package io.keelson.muxer;

final class UringTlsIT extends TlsContractTest {
    @Override
    Muxer.Kind kind() {
        return Muxer.Kind.IO_URING;
    }
}
