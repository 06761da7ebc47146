package io.keelson.kernel.loader;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Reads an entry of a jar and throws nothing but {@link IOException}: the JDK throws a {@link SecurityException} where an entry is not
 * what was signed. Confined to one thread.
 */
final class VerifiedStream extends FilterInputStream {
    private final String jar;
    private final String entry;

    private VerifiedStream(InputStream in, String jar, String entry) {
        super(in);
        this.jar = jar;
        this.entry = entry;
    }

    /** Opens an entry. */
    interface Opening {
        /** Opens it. */
        InputStream open() throws IOException;
    }

    /** Opens an entry of a jar. */
    static InputStream of(String jar, String entry, Opening opening) throws IOException {
        try {
            return new VerifiedStream(opening.open(), jar, entry);
        } catch (SecurityException e) {
            throw changed(jar, entry, e);
        }
    }

    private static IOException changed(String jar, String entry, SecurityException e) {
        return new IOException(
                "'" + entry + "' in the signed library " + jar + " is not what was signed, it was changed after that ("
                        + e.getMessage() + "); take a copy of the library that nobody has changed, or sign it again",
                e);
    }

    @Override
    public int read() throws IOException {
        try {
            return super.read();
        } catch (SecurityException e) {
            throw changed(jar, entry, e);
        }
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        try {
            return super.read(bytes, offset, length);
        } catch (SecurityException e) {
            throw changed(jar, entry, e);
        }
    }

    @Override
    public long skip(long count) throws IOException {
        try {
            return super.skip(count);
        } catch (SecurityException e) {
            throw changed(jar, entry, e);
        }
    }
}
