package io.keelson.muxer;

final class JavaTlsIT extends TlsContractTest {
    @Override
    Muxer.Kind kind() {
        return Muxer.Kind.JAVA;
    }
}
