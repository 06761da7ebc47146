package io.keelson.deploy.internal.archive;

import io.keelson.deploy.spi.DeploymentException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipException;

/**
 * Finds what {@link java.util.zip.ZipFile} does not tell: symbolic links, which it takes for files, and names that are not in UTF-8, for
 * which it has no message that a user would understand. So this reads the central directory itself (APPNOTE.TXT 4.3.12 to 4.3.16).
 */
final class CentralDirectory {
    private static final int END = 0x06054b50;
    private static final int END_64_LOCATOR = 0x07064b50;
    private static final int END_64 = 0x06064b50;
    private static final int CENTRAL = 0x02014b50;
    private static final int LOCAL = 0x04034b50;
    private static final int LOCAL_SIZE = 30;
    private static final int STORED = 0;
    private static final int END_SIZE = 22;
    private static final int LOCATOR_SIZE = 20;
    private static final int CENTRAL_SIZE = 46;
    private static final int FILE_TYPE = 0xF000;
    private static final int LINK = 0xA000;

    private CentralDirectory() {}

    /** Refuses an archive with a symbolic link, or with a name that is not in UTF-8. */
    static void check(Path archive) throws IOException, DeploymentException {
        try (FileChannel file = FileChannel.open(archive, StandardOpenOption.READ)) {
            ByteBuffer directory = centralDirectory(file);
            while (directory.remaining() >= CENTRAL_SIZE && directory.getInt(directory.position()) == CENTRAL) {
                int start = directory.position();
                int nameLength = Short.toUnsignedInt(directory.getShort(start + 28));
                int rest = Short.toUnsignedInt(directory.getShort(start + 30))
                        + Short.toUnsignedInt(directory.getShort(start + 32));
                refuseOtherEncodings(archive, directory, start + CENTRAL_SIZE, nameLength);
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

    /**
     * Opens the last entry of a name that an archive has several times; {@link java.util.zip.ZipFile} gives the first one. It is held in
     * memory as it is packed.
     *
     * @throws ZipException when its place is not as it should be
     */
    static InputStream last(Path archive, String name) throws IOException {
        byte[] wanted = name.getBytes(StandardCharsets.UTF_8);
        try (FileChannel file = FileChannel.open(archive, StandardOpenOption.READ)) {
            ByteBuffer directory = centralDirectory(file);
            int last = -1;
            int start = directory.position();
            while (directory.limit() - start >= CENTRAL_SIZE && directory.getInt(start) == CENTRAL) {
                int length = Short.toUnsignedInt(directory.getShort(start + 28));
                int from = start + CENTRAL_SIZE;
                if (Arrays.equals(
                        directory.array(),
                        from,
                        Math.min(from + length, directory.limit()),
                        wanted,
                        0,
                        wanted.length)) {
                    last = start;
                }
                start = from
                        + length
                        + Short.toUnsignedInt(directory.getShort(start + 30))
                        + Short.toUnsignedInt(directory.getShort(start + 32));
            }
            if (last < 0) {
                throw new ZipException("it has no entry '" + name + "'");
            }
            return content(file, directory, last, name);
        }
    }

    private static InputStream content(FileChannel file, ByteBuffer directory, int start, String name)
            throws IOException {
        int method = Short.toUnsignedInt(directory.getShort(start + 10));
        long packed = Integer.toUnsignedLong(directory.getInt(start + 20));
        long local = Integer.toUnsignedLong(directory.getInt(start + 42));
        ByteBuffer header = read(file, local, LOCAL_SIZE);
        long data = local
                + LOCAL_SIZE
                + Short.toUnsignedInt(header.getShort(26))
                + Short.toUnsignedInt(header.getShort(28));
        if (header.getInt(0) != LOCAL || packed > file.size() - data || packed > Integer.MAX_VALUE - 16) {
            throw new ZipException("its entry '" + name + "' is not where it should be");
        }
        InputStream bytes =
                new ByteArrayInputStream(read(file, data, (int) packed).array());
        return method == STORED ? bytes : new InflaterInputStream(bytes, new Inflater(true));
    }

    private static void refuseOtherEncodings(Path archive, ByteBuffer directory, int at, int length)
            throws DeploymentException {
        int known = Math.min(length, directory.limit() - at);
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(directory.array(), at, known));
        } catch (CharacterCodingException e) {
            String name = new String(directory.array(), at, known, StandardCharsets.UTF_8);
            throw new DeploymentException(
                    "the archive " + archive + " has the entry '" + name
                            + "', whose name is not in UTF-8; pack it again with a tool that writes names in UTF-8, as"
                            + " jar does",
                    e);
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
