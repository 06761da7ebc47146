package io.keelson.deploy.internal.archive;

import io.keelson.deploy.spi.DeploymentException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.ZipException;

/**
 * Finds symbolic links in an archive. {@link java.util.zip.ZipFile} does not tell them from files, so this reads the central
 * directory itself (APPNOTE.TXT 4.3.12 to 4.3.16).
 */
final class SymbolicLinks {
    private static final int END = 0x06054b50;
    private static final int END_64_LOCATOR = 0x07064b50;
    private static final int END_64 = 0x06064b50;
    private static final int CENTRAL = 0x02014b50;
    private static final int END_SIZE = 22;
    private static final int LOCATOR_SIZE = 20;
    private static final int CENTRAL_SIZE = 46;
    private static final int FILE_TYPE = 0xF000;
    private static final int LINK = 0xA000;

    private SymbolicLinks() {}

    /** Refuses an archive with a link. */
    static void refuse(Path archive) throws IOException, DeploymentException {
        try (FileChannel file = FileChannel.open(archive, StandardOpenOption.READ)) {
            ByteBuffer directory = centralDirectory(file);
            while (directory.remaining() >= CENTRAL_SIZE && directory.getInt(directory.position()) == CENTRAL) {
                int start = directory.position();
                int nameLength = Short.toUnsignedInt(directory.getShort(start + 28));
                int rest = Short.toUnsignedInt(directory.getShort(start + 30))
                        + Short.toUnsignedInt(directory.getShort(start + 32));
                int mode = directory.getInt(start + 38) >>> 16;
                if ((mode & FILE_TYPE) == LINK) {
                    int known = Math.min(nameLength, directory.limit() - start - CENTRAL_SIZE);
                    String name = new String(directory.array(), start + CENTRAL_SIZE, known, StandardCharsets.UTF_8);
                    throw new DeploymentException("the archive " + archive + " has the entry '" + name
                            + "', which is a symbolic link; put the file itself into the archive");
                }
                directory.position(Math.min(directory.limit(), start + CENTRAL_SIZE + nameLength + rest));
            }
        }
    }

    private static ByteBuffer centralDirectory(FileChannel file) throws IOException {
        long end = endOfCentralDirectory(file);
        ByteBuffer record = read(file, end, END_SIZE);
        long size = Integer.toUnsignedLong(record.getInt(12));
        long endOfDirectory = end;
        if (end >= LOCATOR_SIZE) {
            ByteBuffer locator = read(file, end - LOCATOR_SIZE, LOCATOR_SIZE);
            if (locator.getInt(0) == END_64_LOCATOR) {
                endOfDirectory = locator.getLong(8);
                ByteBuffer large = read(file, endOfDirectory, 56);
                if (large.getInt(0) != END_64) {
                    throw new ZipException("its zip64 end record is not where it should be");
                }
                size = large.getLong(40);
            }
        }
        if (size < 0 || size > Integer.MAX_VALUE - 16 || size > endOfDirectory) {
            throw new ZipException("its central directory has an impossible size");
        }
        return read(file, endOfDirectory - size, (int) size);
    }

    /** The last end record whose comment reaches to the end of the file. */
    private static long endOfCentralDirectory(FileChannel file) throws IOException {
        long length = file.size();
        int window = (int) Math.min(length, END_SIZE + 0xFFFFL);
        ByteBuffer tail = read(file, length - window, window);
        for (int at = window - END_SIZE; at >= 0; at--) {
            if (tail.getInt(at) == END && at + END_SIZE + Short.toUnsignedInt(tail.getShort(at + 20)) <= window) {
                return length - window + at;
            }
        }
        throw new ZipException("its end is missing");
    }

    private static ByteBuffer read(FileChannel file, long position, int length) throws IOException {
        if (position < 0) {
            throw new ZipException("it is cut off");
        }
        ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        while (bytes.hasRemaining()) {
            if (file.read(bytes, position + bytes.position()) < 0) {
                throw new ZipException("it is cut off");
            }
        }
        return bytes.flip();
    }
}
