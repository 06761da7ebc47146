package io.keelson.jms.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Files for bodies that have left memory and are in no store. They do not outlive the process: nothing is made sure of, and what an earlier
 * process has left is removed. A file is removed with the last body in it. Confined to one thread, but for the figures.
 */
public final class PagingFiles {
    private static final String PREFIX = "paging-";

    /** The place of a body. */
    public record Page(PageFile file, int at, int length, int crc) {}

    /** A file of bodies. */
    static final class PageFile {
        final String name;
        final StoreFile file;
        int end;
        int bodies;

        PageFile(String name, StoreFile file) {
            this.name = name;
            this.file = file;
        }
    }

    private final StoreFile.Disk disk;
    private final String run;
    private final int fileBytes;
    private final List<PageFile> files = new ArrayList<>();
    private @Nullable PageFile current;
    private boolean open;
    private int made;
    private volatile int fileCount;
    private volatile long bytes;

    /**
     * Makes files in a directory, which is made with the first of them.
     *
     * @param run tells the files of this process from those of another one
     * @param fileBytes after how many bytes a new file begins
     */
    public PagingFiles(Path directory, String run, int fileBytes) {
        this(new DirectoryDisk(directory), run, fileBytes);
    }

    PagingFiles(StoreFile.Disk disk, String run, int fileBytes) {
        this.disk = disk;
        this.run = run;
        this.fileBytes = fileBytes;
    }

    /**
     * Removes what earlier processes have left.
     *
     * @throws IOException when that cannot be removed
     */
    public void clear() throws IOException {
        for (String each : disk.list()) {
            if (each.startsWith(PREFIX)) {
                disk.delete(each);
            }
        }
    }

    /**
     * Writes a body.
     *
     * @throws IOException when there is no room for it; nothing of it is kept then
     */
    public Page write(byte[] body) throws IOException {
        PageFile to = current;
        if (to == null || to.end > 0 && to.end + (long) body.length > fileBytes) {
            to = begin();
        }
        try {
            to.file.write(ByteBuffer.wrap(body), to.end);
        } catch (IOException e) {
            undo(to, e);
            throw e;
        }
        Page page = new Page(to, to.end, body.length, crc(body));
        to.end += body.length;
        to.bodies++;
        bytes += body.length;
        return page;
    }

    private PageFile begin() throws IOException {
        if (!open) {
            disk.make();
            open = true;
        }
        String name = String.format(Locale.ROOT, PREFIX + "%s-%06d.data", run, ++made);
        PageFile file = new PageFile(name, disk.open(name, false));
        files.add(file);
        fileCount = files.size();
        PageFile before = current;
        current = file;
        if (before != null && before.bodies == 0) {
            remove(before);
        }
        return file;
    }

    private void undo(PageFile file, IOException error) {
        try {
            if (file.bodies == 0) {
                remove(file);
            } else {
                file.file.truncate(file.end);
            }
        } catch (IOException e) {
            error.addSuppressed(e);
        }
    }

    /**
     * Reads a body.
     *
     * @throws IOException when it cannot be read, or is not what was written
     */
    public byte[] read(Page page) throws IOException {
        byte[] body = new byte[page.length()];
        page.file().file.read(ByteBuffer.wrap(body), page.at());
        if (crc(body) != page.crc()) {
            throw new IOException("the paging file " + disk.directory().resolve(page.file().name)
                    + " is damaged at offset " + page.at());
        }
        return body;
    }

    /**
     * Gives up a body.
     *
     * @throws IOException when its file cannot be removed
     */
    public void free(Page page) throws IOException {
        PageFile file = page.file();
        file.bodies--;
        bytes -= page.length();
        if (file.bodies == 0) {
            remove(file);
        }
    }

    private void remove(PageFile file) throws IOException {
        if (file == current) {
            current = null;
        }
        if (files.remove(file)) {
            fileCount = files.size();
            try {
                file.file.close();
            } finally {
                disk.delete(file.name);
            }
        }
    }

    private static int crc(byte[] body) {
        CRC32C crc = new CRC32C();
        crc.update(body, 0, body.length);
        return (int) crc.getValue();
    }

    /** Returns how many files there are. For any thread. */
    public int count() {
        return fileCount;
    }

    /** Returns how many bytes the bodies in them have. For any thread. */
    public long bytes() {
        return bytes;
    }

    /**
     * Removes all files.
     *
     * @throws IOException when one could not be removed
     */
    public void close() throws IOException {
        IOException first = null;
        for (PageFile each : List.copyOf(files)) {
            try {
                remove(each);
            } catch (IOException e) {
                first = first == null ? e : first;
            }
        }
        if (first != null) {
            throw first;
        }
    }
}
