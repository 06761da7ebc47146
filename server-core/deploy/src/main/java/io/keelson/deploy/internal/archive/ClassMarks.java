package io.keelson.deploy.internal.archive;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** Looks for class files that mention one of some annotations, without reading what else they are. Immutable. */
final class ClassMarks {
    private static final int MOST_BYTES = 16 << 20;

    /** Descriptors of types in the form of a class file. */
    private final List<byte[]> annotations;

    /** @param types of the annotations, with slashes, all of packages that begin with ja */
    ClassMarks(List<String> types) {
        this.annotations = types.stream()
                .map(type -> ("L" + type + ";").getBytes(StandardCharsets.US_ASCII))
                .toList();
    }

    /** Returns true if a class file below the directory mentions one. */
    boolean inDirectory(Path root) throws IOException {
        List<Path> classes;
        try (Stream<Path> files = Files.walk(root)) {
            classes = files.filter(file -> file.toString().endsWith(".class"))
                    .filter(Files::isRegularFile)
                    .toList();
        }
        for (Path file : classes) {
            try (InputStream in = Files.newInputStream(file)) {
                if (mentions(in)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Returns true if a class file in the archive mentions one. */
    boolean in(ZipFile zip) throws IOException {
        for (Enumeration<? extends ZipEntry> all = zip.entries(); all.hasMoreElements(); ) {
            ZipEntry entry = all.nextElement();
            if (entry.getName().endsWith(".class") && !entry.isDirectory()) {
                try (InputStream in = zip.getInputStream(entry)) {
                    if (mentions(in)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    private boolean mentions(InputStream in) throws IOException {
        byte[] content = in.readNBytes(MOST_BYTES);
        for (int at = 0; at < content.length - 14; at++) {
            if (content[at] == 'L' && content[at + 1] == 'j' && content[at + 2] == 'a' && startsWithAny(content, at)) {
                return true;
            }
        }
        return false;
    }

    private boolean startsWithAny(byte[] content, int at) {
        for (byte[] name : annotations) {
            int i = 0;
            while (i < name.length && at + i < content.length && content[at + i] == name[i]) {
                i++;
            }
            if (i == name.length) {
                return true;
            }
        }
        return false;
    }
}
