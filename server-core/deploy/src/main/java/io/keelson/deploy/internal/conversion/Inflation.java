package io.keelson.deploy.internal.conversion;

import io.keelson.deploy.spi.DeploymentException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;

/** Counts what comes out of archives within archives, however deep, against a limit. Confined to one thread. */
final class Inflation {
    private final long most;
    private final byte[] buffer = new byte[64 << 10];
    private long bytes;
    private int entries;

    /**
     * A count of nothing.
     *
     * @param most how many bytes may come out in all
     */
    Inflation(long most) {
        this.most = most;
    }

    /** Reads an entry, its first bytes at most; counts all of it. */
    byte[] read(InputStream in, int atMost) throws IOException, DeploymentException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
            count(n);
            out.write(buffer, 0, Math.min(n, atMost - out.size()));
        }
        return out.toByteArray();
    }

    /** Reads an entry to its end. */
    void skip(InputStream in) throws IOException, DeploymentException {
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
            count(n);
        }
    }

    /** Counts an entry: each costs memory and time, also an empty one. */
    void entry() throws DeploymentException {
        entries++;
        count(ENTRY);
    }

    /** An entry counts as many bytes as its names and fields take at least. */
    private static final int ENTRY = 128;

    private void count(int more) throws DeploymentException {
        bytes += more;
        if (bytes > most) {
            throw new DeploymentException("the archives within the application's archives are larger than " + most
                    + " bytes unpacked, in " + entries + " entries; deployment.archive-maximum-size allows no more");
        }
    }
}
