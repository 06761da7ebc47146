package io.keelson.jms;

import io.keelson.jms.message.ByteReader;
import io.keelson.jms.message.ByteWriter;
import io.keelson.jms.message.MessageCodec;
import io.keelson.jms.message.MessageData;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Messages in a file, whole: the magic number, for each message its length, a CRC-32C and the message as {@link MessageCodec} has it, and
 * at the end -1 and the count. A file is there under its name only when it is complete.
 */
final class MessageFile {
    private static final long MAGIC = 0x4b4c_534a_4d53_5831L; // KLSJMSX1
    private static final int END = -1;

    private MessageFile() {}

    private static int crc(byte[] bytes, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, length);
        return (int) crc.getValue();
    }

    /** Writes a file. For one thread. */
    static final class Writer implements Closeable {
        private final Path file;
        private final Path part;
        private final FileChannel channel;
        private final DataOutputStream out;
        private final ByteWriter buffer = new ByteWriter(1024);
        private long count;
        private boolean complete;

        /**
         * Begins a file in a directory, which is made where it is missing.
         *
         * @throws FileAlreadyExistsException when the file, or an unfinished one, is there
         * @throws IOException when it cannot be written
         */
        Writer(Path file) throws IOException {
            this.file = file;
            this.part = file.resolveSibling(file.getFileName() + ".part");
            Files.createDirectories(file.toAbsolutePath().getParent());
            if (Files.exists(file)) {
                throw new FileAlreadyExistsException(file.toString());
            }
            channel = FileChannel.open(part, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            out = new DataOutputStream(new BufferedOutputStream(Channels.newOutputStream(channel), 1 << 16));
            boolean begun = false;
            try {
                ownerOnly();
                out.writeLong(MAGIC);
                begun = true;
            } finally {
                if (!begun) {
                    close();
                }
            }
        }

        private void ownerOnly() throws IOException {
            if (Files.getFileStore(part).supportsFileAttributeView("posix")) {
                Path unused = Files.setPosixFilePermissions(
                        part, java.nio.file.attribute.PosixFilePermissions.fromString("rw-------"));
            }
        }

        void add(MessageData message) throws IOException {
            MessageCodec.write(message, buffer.clear(1 << 16));
            out.writeInt(buffer.length());
            out.writeInt(crc(buffer.array(), buffer.length()));
            out.write(buffer.array(), 0, buffer.length());
            count++;
        }

        /** Completes the file under its name. */
        void complete() throws IOException {
            out.writeInt(END);
            out.writeLong(count);
            out.flush();
            channel.force(true);
            Path unused = Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
            complete = true;
        }

        long count() {
            return count;
        }

        @Override
        public void close() throws IOException {
            channel.close();
            if (!complete) {
                boolean unused = Files.deleteIfExists(part);
            }
        }
    }

    /** Reads a file. For one thread. */
    static final class Reader implements Closeable {
        private final Path file;
        private final long length;
        private final DataInputStream in;
        private long at = Long.BYTES;
        private long count;

        /**
         * Opens a file.
         *
         * @throws IOException when it is not there, or is none of messages
         */
        Reader(Path file) throws IOException {
            this.file = file;
            this.length = Files.size(file);
            in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 16));
            if (length < Long.BYTES || in.readLong() != MAGIC) {
                in.close();
                throw new IOException("the file " + file + " has no messages of 'keelson jms save'");
            }
        }

        /**
         * Returns the next message; null: there are no more.
         *
         * @throws IOException when the file is cut off or damaged; says where
         */
        @Nullable
        MessageData next() throws IOException {
            try {
                int size = in.readInt();
                if (size == END) {
                    if (in.readLong() != count || in.read() >= 0) {
                        throw damaged();
                    }
                    return null;
                }
                if (size < 0 || size > length - at) {
                    throw damaged();
                }
                int crc = in.readInt();
                byte[] bytes = new byte[size];
                in.readFully(bytes);
                if (crc(bytes, size) != crc) {
                    throw damaged();
                }
                MessageData message = MessageCodec.read(new ByteReader(bytes));
                at += 2L * Integer.BYTES + size;
                count++;
                return message;
            } catch (EOFException | IllegalArgumentException e) {
                IOException damaged = damaged();
                damaged.initCause(e);
                throw damaged;
            }
        }

        private IOException damaged() {
            return new IOException(
                    "the file " + file + " is damaged at offset " + at + ", after " + count + " messages");
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }
}
