package io.keelson.kernel.loader;

import java.io.EOFException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.jar.JarFile;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/**
 * A jar that only its owner closes: applications get hold of it through {@link java.net.JarURLConnection} and are used to
 * closing what they get.
 */
final class KeptJar extends JarFile {
    private KeptJar(File file) throws IOException {
        super(file, true, ZipFile.OPEN_READ, Runtime.version());
    }

    /**
     * Opens a jar.
     *
     * @throws ZipException when it is none, or a name in it is not in UTF-8; the message names the jar
     * @throws IOException when it cannot be read
     */
    static KeptJar open(Path file) throws IOException {
        try {
            return new KeptJar(file.toFile());
        } catch (IOException | IllegalArgumentException e) {
            String told = String.valueOf(e.getMessage());
            String why = told.contains("bad entry name")
                    ? "a name in it is not in UTF-8; pack it again with a tool that writes names in UTF-8, as jar does"
                    : e instanceof EOFException ? "it ends too early, it may be cut off" : told;
            String message = "cannot open the library " + file + ": " + why;
            if (e instanceof ZipException || e instanceof EOFException || e instanceof IllegalArgumentException) {
                ZipException damaged = new ZipException(message);
                damaged.initCause(e);
                throw damaged;
            }
            throw new IOException(message, e);
        }
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
