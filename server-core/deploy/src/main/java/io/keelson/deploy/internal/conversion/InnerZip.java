package io.keelson.deploy.internal.conversion;

import java.io.IOException;
import java.io.InputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;
import org.jspecify.annotations.Nullable;

/** An archive that is read as it comes. A name that is not UTF-8 is damage like any other, not a fault of the server. */
final class InnerZip extends ZipInputStream {
    InnerZip(InputStream in) {
        super(in);
    }

    @Override
    public @Nullable ZipEntry getNextEntry() throws IOException {
        try {
            return super.getNextEntry();
        } catch (IllegalArgumentException e) {
            ZipException damaged = new ZipException("the name of an entry is not UTF-8");
            damaged.initCause(e);
            throw damaged;
        }
    }
}
