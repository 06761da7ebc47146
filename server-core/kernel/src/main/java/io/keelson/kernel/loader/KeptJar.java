package io.keelson.kernel.loader;

import java.io.File;
import java.io.IOException;
import java.util.jar.JarFile;
import java.util.zip.ZipFile;

/**
 * A jar that only its owner closes: applications get hold of it through {@link java.net.JarURLConnection} and are used to
 * closing what they get.
 */
final class KeptJar extends JarFile {
    KeptJar(File file) throws IOException {
        super(file, true, ZipFile.OPEN_READ, Runtime.version());
    }

    @Override
    public void close() {
        // Only release() closes it.
    }

    /** Really closes it. */
    void release() throws IOException {
        super.close();
    }
}
