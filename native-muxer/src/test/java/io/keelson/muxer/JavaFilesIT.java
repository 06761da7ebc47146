package io.keelson.muxer;

final class JavaFilesIT extends FilesContractTest {
    @Override
    Muxer.Kind kind() {
        return Muxer.Kind.JAVA;
    }
}
