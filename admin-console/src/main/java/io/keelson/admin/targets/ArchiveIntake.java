package io.keelson.admin.targets;

import io.keelson.admin.rest.Call;
import io.keelson.admin.rest.Problem;
import io.keelson.deploy.ManifestVersion;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.http.RequestBody;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How archives come to the admin server: by an upload, from a file or a directory of its machine. Says how far each is. Thread-safe. */
final class ArchiveIntake {
    private final ArchiveStore archives;
    private final OperationsUnderWay operations;
    private final long mostBytes;

    /**
     * An intake.
     *
     * @param mostBytes the largest archive
     */
    ArchiveIntake(ArchiveStore archives, OperationsUnderWay operations, long mostBytes) {
        this.archives = archives;
        this.operations = operations;
        this.mostBytes = mostBytes;
    }

    /** The version that an archive says in its manifest, which stays where it is or has been taken in; null where it says none. */
    @Nullable
    String version(String name, ArchiveStore.Stored stored, @Nullable Path inPlace) throws Problem {
        try {
            Path archive = inPlace != null
                    ? inPlace
                    : archives.find(stored.digest(), stored.file()).orElse(null);
            return archive == null ? null : ManifestVersion.of(archive);
        } catch (DeploymentException e) {
            throw Problem.notDone(
                    422,
                    "Not deployed",
                    "Application '" + name + "' could not be deployed: " + e.getMessage() + ". Nothing was changed",
                    List.of());
        }
    }

    /** What bytes come from. */
    private interface Input {
        int read(byte[] buffer) throws IOException;
    }

    /** Takes in the body of a request. */
    ArchiveStore.Stored upload(Call call, String name, String file) throws Problem, IOException {
        RequestBody body = call.exchange().body();
        if (body.length() > mostBytes) {
            throw tooLarge();
        }
        body.limit(mostBytes);
        return take(name, file, buffer -> body.read(buffer, 0, buffer.length));
    }

    /** Takes in a copy of a file. */
    ArchiveStore.Stored copy(String name, Path path, String file) throws Problem, IOException {
        try (var in = Files.newInputStream(path)) {
            return take(name, file, in::read);
        }
    }

    /** Makes an archive of a directory, which targets get as any other. */
    ArchiveStore.Stored pack(String name, Path directory, String file) throws Problem, IOException {
        ArchiveStore.Incoming incoming;
        try {
            incoming = archives.begin();
        } catch (IOException e) {
            throw notKept(name, e);
        }
        try (incoming) {
            Packing packing = new Packing(name, incoming);
            try {
                ExplodedArchive.pack(directory, packing);
            } catch (IOException e) {
                if (packing.failure != null) {
                    throw packing.failure;
                }
                throw Problem.badRequest("The directory " + directory + " cannot be read whole: " + e);
            }
            try {
                return incoming.keep(file);
            } catch (IOException e) {
                throw notKept(name, e);
            }
        }
    }

    /** Where a directory is packed to. Confined to one thread. */
    private final class Packing extends OutputStream {
        private final String name;
        private final ArchiveStore.Incoming incoming;
        /** Why it cannot go on, where that is not the directory's fault. */
        private @Nullable Problem failure;

        Packing(String name, ArchiveStore.Incoming incoming) {
            this.name = name;
            this.incoming = incoming;
        }

        @Override
        public void write(int one) throws IOException {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            try {
                incoming.write(offset == 0 ? bytes : Arrays.copyOfRange(bytes, offset, offset + length), length);
            } catch (IOException e) {
                failure = notKept(name, e);
                throw e;
            }
            if (incoming.bytes() > mostBytes) {
                failure = tooLarge();
                throw new IOException("the archive becomes too large");
            }
            operations.received(name, incoming.bytes());
        }
    }

    /** Takes an archive in; what breaks off leaves nothing. The disk's failures are told from the client's. */
    private ArchiveStore.Stored take(String name, String file, Input input) throws Problem, IOException {
        ArchiveStore.Incoming incoming;
        try {
            incoming = archives.begin();
        } catch (IOException e) {
            throw notKept(name, e);
        }
        try (incoming) {
            byte[] buffer = new byte[64 * 1024];
            for (int n = input.read(buffer); n >= 0; n = input.read(buffer)) {
                try {
                    incoming.write(buffer, n);
                } catch (IOException e) {
                    throw notKept(name, e);
                }
                if (incoming.bytes() > mostBytes) {
                    throw tooLarge();
                }
                operations.received(name, incoming.bytes());
            }
            if (incoming.bytes() == 0) {
                throw Problem.badRequest("The archive is empty: it has 0 bytes; send the archive itself as the body");
            }
            try {
                return incoming.keep(file);
            } catch (IOException e) {
                throw notKept(name, e);
            }
        }
    }

    private static Problem notKept(String name, IOException e) {
        return Problem.notDone(
                507,
                "Insufficient storage",
                "The archive of application '" + name + "' cannot be kept on the admin server: " + e
                        + "; look at the disk's space and rights. Nothing was changed",
                List.of());
    }

    private Problem tooLarge() {
        return Problem.notDone(
                413,
                "Content too large",
                "An archive has at most " + mostBytes + " bytes; see management.upload-maximum-size",
                List.of());
    }
}
