package io.keelson.muxer;

final class NativeFilesIT extends FilesContractTest {
    @Override
    Muxer.Kind kind() {
        return Muxer.Kind.NATIVE;
    }
}
