package io.keelson.muxer;

final class UringFilesIT extends FilesContractTest {
    @Override
    Muxer.Kind kind() {
        return Muxer.Kind.IO_URING;
    }
}
