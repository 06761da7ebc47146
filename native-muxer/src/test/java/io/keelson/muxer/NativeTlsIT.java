package io.keelson.muxer;

final class NativeTlsIT extends TlsContractTest {
    @Override
    Muxer.Kind kind() {
        return Muxer.Kind.NATIVE;
    }
}
