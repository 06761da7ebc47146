package io.keelson.net.tls;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Collection;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Stamps of files at one time, to see whether they have changed. Links are followed. Immutable. */
record FileStamps(TreeMap<Path, Stamp> stamps) {
    /** Time of the last change, size in bytes, and the number of the file where there are such. */
    record Stamp(FileTime changed, long size, @Nullable Object key) {}

    private static final Stamp NOT_THERE = new Stamp(FileTime.fromMillis(0), -1, null);

    static FileStamps of(Collection<Path> files) {
        TreeMap<Path, Stamp> stamps = new TreeMap<>();
        for (Path file : files) {
            stamps.put(file, stamp(file));
        }
        return new FileStamps(stamps);
    }

    private static Stamp stamp(Path file) {
        try {
            BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
            return new Stamp(now.lastModifiedTime(), now.size(), now.fileKey());
        } catch (IOException e) {
            TlsLog.LOG.debugf(e, "looking at %s", file);
            return NOT_THERE;
        }
    }

    FileStamps again() {
        return of(stamps.keySet());
    }
}
