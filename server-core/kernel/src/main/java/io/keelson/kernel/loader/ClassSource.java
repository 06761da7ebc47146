package io.keelson.kernel.loader;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.security.CodeSigner;
import java.util.Set;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;

/** One directory or jar that classes and resources come from. Thread-safe until closed. */
sealed interface ClassSource extends Closeable permits DirectorySource, JarSource {
    /** Returns the location of the source, as a class's code source states it. */
    URL location();

    /** The manifest; null where there is none. */
    @Nullable
    Manifest manifest() throws IOException;

    /**
     * All directories in it, as {@code a/b}, with the empty one for its root; null when they may change and each name has to
     * be looked for.
     */
    @Nullable
    Set<String> directories();

    /** The entry of that name; null when there is none or the source is closed. */
    @Nullable
    Entry find(String name);

    /** A file, or a directory, in a source. */
    interface Entry {
        /** Returns where it is from. */
        ClassSource source();

        /** A URL that reads it without keeping anything open. */
        URL url();

        /** Opens it. */
        InputStream open() throws IOException;

        /** Returns the signers of the entry; null when nobody signed it. Known after its bytes have been read. */
        CodeSigner @Nullable [] signers();
    }
}
